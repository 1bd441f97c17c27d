import { createContext, useContext, useEffect } from 'react'
import { useSchoolName } from '../school/use-school.ts'
import { siteText as t } from '../ui/site-text.ts'

/** Where a page being drawn on the server leaves what belongs into the document's head. */
export interface HeadSink {
  title: string
  description: string
}

const HeadSinkContext = createContext<HeadSink | null>(null)

export const HeadSinkProvider = HeadSinkContext.Provider

/** Names the page: in the drawn document on the server, in the tab in the browser. */
export function usePageTitle(page: string, description?: string): void {
  const school = useSchoolName()
  const title = t('site.docTitle', { page, school })
  const sink = useContext(HeadSinkContext)
  if (sink) {
    sink.title = title
    sink.description = description || title
  }
  useEffect(() => {
    document.title = title
  }, [title])
}
