import type { ReactNode } from 'react'
import { siteText as t } from '../ui/site-text.ts'
import { pagePaths } from './addresses.ts'
import { SidePanel } from './frame/side-panel.tsx'
import { usePageTitle } from './page-title.ts'

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
  children: ReactNode
}

/** A page under the front page: its way back, its title, its content. */
export function Page({ title, lead, wide = false, children }: PageProps) {
  usePageTitle(title, lead)
  return (
    <PageBody wide={wide}>
      <div className="pagehead">
        <nav aria-label={t('nav.breadcrumb')}>
          <ol className="crumb">
            <li>
              <a href={pagePaths.home}>{t('nav.home')}</a>
            </li>
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {children}
    </PageBody>
  )
}
