import { createContext, useContext, useEffect } from 'react'
import { type MapPin, useSchoolName } from '../school/use-school.ts'
import { t } from '../ui/t.ts'

/** What a page says of itself to those who show a link to it. */
export interface Article {
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
