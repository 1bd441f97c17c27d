import type { ReactNode } from 'react'
import type { MapPin } from '../school/use-school.ts'
import { t } from '../ui/t.ts'
import { pagePaths } from './addresses.ts'
import { SidePanel } from './frame/side-panel.tsx'
import { type Article, usePageTitle } from './page-title.ts'

/** The content of a page and the side panel: beside it, or under it where the content is wide. */
export function PageBody({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'wrap layout layout--wide' : 'wrap layout'}>
      <main className="layout__main" id="main" tabIndex={-1}>
        {children}
      </main>
      <SidePanel />
    </div>
  )
}

interface PageProps {
  title: string
  lead?: string
  wide?: boolean
  /** The page above this one, beside the front page. */
  above?: { href: string; label: string }
  /** What the page is called in its way back, where that is not its title. */
  crumb?: string
  article?: Article
  /** Where the school is, on the page that says how to reach it. */
  place?: MapPin | null
  /** Small facts under the title. */
  meta?: ReactNode
  children: ReactNode
}

/** A page under the front page: its way back, its title, its content. */
export function Page({ title, lead, wide = false, above, crumb, article, ...rest }: PageProps) {
  usePageTitle(title, { description: lead, article, place: rest.place })
  return (
    <PageBody wide={wide}>
      <div className="pagehead">
        <nav aria-label={t('nav.breadcrumb')}>
          <ol className="crumb">
            <li>
              <a href={pagePaths.home}>{t('nav.home')}</a>
            </li>
            {above && (
              <li>
                <a href={above.href}>{above.label}</a>
              </li>
            )}
            <li aria-current="page">{crumb ?? title}</li>
          </ol>
        </nav>
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        {rest.meta}
      </div>
      {rest.children}
    </PageBody>
  )
}
