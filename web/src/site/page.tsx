import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useContact, useSchoolName } from '../features/contact/queries.ts'
import { t } from '../ui/t.ts'

/** The content of a page. */
export function PageBody({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <main className={className ? `wrap page ${className}` : 'wrap page'} id="main" tabIndex={-1}>
      {children}
    </main>
  )
}

interface PageProps {
  title: string
  lead?: string
  /** For search engines and link previews. Default: the lead. */
  description?: string | undefined
  /** The page to which this one belongs: a link above the title. */
  above?: { href: string; label: string }
  /** The page's name in the tab, in search engines and previews. Default: the title. */
  tab?: string
  article?: Article
  event?: EventDays
  /** Path of the share card, 1200×630. Default: the site's. */
  card?: `/${string}`
  /** Whether the page is about the school itself. */
  aboutSchool?: boolean
  /** Whether search engines should leave the page out. */
  noindex?: boolean
  /** Above everything in print only. */
  letterhead?: ReactNode
  /** Small facts above the title, after the link to the page above. */
  kicker?: ReactNode
  /** On the line of the title, after it. */
  beside?: ReactNode
  /** Small facts under the title. */
  meta?: ReactNode
  children: ReactNode
}

/** A page other than the front page: title and content. */
export function Page({ title, lead, above, article, ...rest }: PageProps) {
  const { description = lead, event, card, aboutSchool, noindex, tab = title } = rest
  usePageTitle(tab, { description, article, event, card, aboutSchool, noindex })
  return (
    <PageBody>
      {rest.letterhead}
      <div className="pagehead">
        {(above || rest.kicker) && (
          <div className="meta">
            {above && (
              <span>
                <a href={above.href}>{above.label}</a>
              </span>
            )}
            {rest.kicker}
          </div>
        )}
        <div className="pagehead__title">
          <h1>{title}</h1>
          {rest.beside}
        </div>
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
  /** Path of the share card; null for the site's. */
  card: `/${string}` | null
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
  card: null,
  aboutSchool: false,
  noindex: false,
})

const HeadContext = createContext<DocumentHead | null>(null)

export const HeadProvider = HeadContext.Provider

interface PageHead {
  description?: string | undefined
  article?: Article | undefined
  event?: EventDays | undefined
  card?: `/${string}` | undefined
  aboutSchool?: boolean | undefined
  noindex?: boolean | undefined
}

/**
 * Sets the page's title and metadata: in the head on the server, in the tab in the browser.
 * @param page undefined for the front page, whose title is the school's name and place
 */
export function usePageTitle(
  page: string | undefined,
  { description, article, event, card, aboutSchool, noindex }: PageHead = {},
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
    head.card = card ?? null
    head.aboutSchool = aboutSchool ?? false
    head.noindex = noindex ?? false
  }
  useEffect(() => {
    document.title = title
  }, [title])
}
