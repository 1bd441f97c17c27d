import type { PictureSize } from '@bidyaloy/shared/collections/entry'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useContact, useSchoolName } from '../school/use-school.ts'
import { t } from '../ui/t.ts'
import { SidePanel } from './frame/side-panel.tsx'

interface PageBodyProps {
  /** Puts the side panel below the content. */
  wide?: boolean
  /** Above the content and the side panel. */
  opening?: ReactNode
  children: ReactNode
}

/** The content of a page with the side panel. */
export function PageBody({ wide = false, opening, children }: PageBodyProps) {
  const looks = ['wrap layout', wide && 'layout--wide', opening && 'layout--wide layout--opening']
  return (
    <div className={looks.filter(Boolean).join(' ')}>
      <main className="layout__main" id="main" tabIndex={-1}>
        {opening}
        {children}
      </main>
      <SidePanel />
    </div>
  )
}

interface PageProps {
  title: string
  lead?: string
  /** For search engines and link previews. Default: the lead. */
  description?: string | undefined
  wide?: boolean
  /** The breadcrumb's page between the front page and this one. */
  above?: { href: string; label: string }
  /** The page's name in the breadcrumb. Default: the title. */
  crumb?: string
  /** The page's name in the tab, in search engines and previews. Default: the title. */
  tab?: string
  article?: Article
  event?: EventDays
  /** For link previews. Default: the share card. */
  picture?: PictureSize
  /** Whether the page is about the school itself. */
  aboutSchool?: boolean
  /** Whether search engines should leave the page out. */
  noindex?: boolean
  /** Above everything in print only. */
  letterhead?: ReactNode
  /** Small facts under the title. */
  meta?: ReactNode
  children: ReactNode
}

/** A page other than the front page: breadcrumb, title and content. */
export function Page({ title, lead, wide = false, above, crumb, article, ...rest }: PageProps) {
  const { description = lead, event, picture, aboutSchool, noindex, tab = title } = rest
  usePageTitle(tab, { description, article, event, picture, aboutSchool, noindex })
  return (
    <PageBody wide={wide}>
      {rest.letterhead}
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

/** Metadata of an entry's page for link previews. */
interface Article {
  headline: string
  /** ISO 8601. */
  published: string
  /** Path of the share card, 1200×630. */
  card: `/${string}`
}

/** The days of an event, for search engines. */
interface EventDays {
  name: string
  /** `YYYY-MM-DD`. */
  startsOn: string
  endsOn: string
}

/** Collects metadata for the document's head while a page is rendered on the server. */
export interface DocumentHead {
  title: string
  description: string
  school: string
  article: Article | null
  event: EventDays | null
  /** For link previews, instead of the share card. */
  picture: PictureSize | null
  /** Whether the page is about the school itself. */
  aboutSchool: boolean
  /** Whether search engines should leave the page out. */
  noindex: boolean
}

export const emptyHead = (): DocumentHead => ({
  title: '',
  description: '',
  school: '',
  article: null,
  event: null,
  picture: null,
  aboutSchool: false,
  noindex: false,
})

const HeadContext = createContext<DocumentHead | null>(null)

export const HeadProvider = HeadContext.Provider

interface PageHead {
  description?: string | undefined
  article?: Article | undefined
  event?: EventDays | undefined
  picture?: PictureSize | undefined
  aboutSchool?: boolean | undefined
  noindex?: boolean | undefined
}

/**
 * Sets the page's title and metadata: in the head on the server, in the tab in the browser.
 * @param page undefined for the front page, whose title is the school's name and place
 */
export function usePageTitle(
  page: string | undefined,
  { description, article, event, picture, aboutSchool, noindex }: PageHead = {},
): void {
  const school = useSchoolName()
  const district = useContact()?.district
  const named = district ? `${school}, ${district}` : school
  const title = page === undefined ? named : t('site.docTitle', { page, school })
  const head = useContext(HeadContext)
  if (head) {
    head.title = title
    head.description = description || title
    head.school = school
    head.article = article ?? null
    head.event = event ?? null
    head.picture = picture ?? null
    head.aboutSchool = aboutSchool ?? false
    head.noindex = noindex ?? false
  }
  useEffect(() => {
    document.title = title
  }, [title])
}
