import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { type MapPin, useSchoolName } from '../school/use-school.ts'
import { t } from '../ui/t.ts'
import { SidePanel } from './frame/side-panel.tsx'

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

/** What a page says of itself to those who show a link to it. */
interface Article {
  headline: string
  /** ISO 8601. */
  published: string
  /** Address of its picture, 1200×630, without the site's own. */
  card: `/${string}`
}

/** Where a page being drawn on the server leaves what belongs into the document's head. */
export interface DocumentHead {
  title: string
  description: string
  school: string
  article: Article | null
  /** Where the school is, on the page that says how to reach it. */
  place: MapPin | null
  /** Whether search engines should leave the page out. */
  noindex: boolean
}

export const emptyHead = (): DocumentHead => ({
  title: '',
  description: '',
  school: '',
  article: null,
  place: null,
  noindex: false,
})

const HeadContext = createContext<DocumentHead | null>(null)

export const HeadProvider = HeadContext.Provider

interface PageHead {
  description?: string | undefined
  article?: Article | undefined
  place?: MapPin | null | undefined
  noindex?: boolean | undefined
}

/** Names the page: in the drawn document on the server, in the tab in the browser. */
export function usePageTitle(
  page: string,
  { description, article, place, noindex }: PageHead = {},
): void {
  const school = useSchoolName()
  const title = t('site.docTitle', { page, school })
  const head = useContext(HeadContext)
  if (head) {
    head.title = title
    head.description = description || title
    head.school = school
    head.article = article ?? null
    head.place = place ?? null
    head.noindex = noindex ?? false
  }
  useEffect(() => {
    document.title = title
  }, [title])
}
