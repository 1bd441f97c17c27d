import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { textFragment } from '@bidyaloy/shared/papers/text-fragment'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useRef } from 'react'
import { collectionKey } from '../../collections/entry-queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { orNull, useReadApi } from '../../ui/page-context.ts'
import { t } from './t.ts'

/** The text of a page of a file, for visitors. */
export interface PageText {
  /** `filePath` of the file. */
  file: string
  /** From 1. */
  page: number
  /** Lines joined by line feeds. */
  text: string
  /** Whether a program has recognised it from the picture. */
  isRecognised: boolean
}

/** Whether the visitor saves data: the page is then never hydrated. */
const SavesDataContext = createContext(false)

export const SavesDataProvider = SavesDataContext.Provider

export const useSavesData = () => useContext(SavesDataContext)

/** The texts of the files of an entry. They are in the markup, so the page data leave them out. */
export function pageTextsQuery(api: ReadApi, collection: CollectionName, id: string) {
  return queryOptions({
    queryKey: [...collectionKey(collection), 'texts', id],
    queryFn: async ({ signal }): Promise<PageText[]> => {
      const found = await orNull(api.getEntryText({ params: { collection, id } }, { signal }))
      return (found?.pages ?? []).map(({ file, page, text, source }) => {
        return { file, page, text, isRecognised: source === 'read' }
      })
    },
    meta: { isInMarkup: true },
  })
}

/** Returns the texts of the files of an entry; undefined while they are loading. */
export function usePageTexts(collection: CollectionName, id: string, isPresent: boolean) {
  const query = pageTextsQuery(useReadApi(), collection, id)
  return useQuery({ ...query, enabled: isPresent, initialData: () => textsInMarkup(id) }).data
}

/** Attribute of the element around the texts of the entry with this id. */
export const textsOf = (id: string) => ({ 'data-texts': id })

/** Returns the texts that the server has rendered for an entry. */
function textsInMarkup(id: string): PageText[] | undefined {
  const root = globalThis.document?.querySelector<HTMLElement>('[data-texts]')
  if (root?.dataset.texts !== id) return undefined
  const texts = root.querySelectorAll<HTMLElement>('[data-file]')
  return Array.from(texts, ({ dataset, textContent }) => ({
    file: dataset.file ?? '',
    page: Number(dataset.page),
    text: textContent ?? '',
    isRecognised: dataset.read !== undefined,
  }))
}

/** The text of a page, closed unless it is what the address leads to or the visitor saves data. */
export function PageTextDetails({ text, place }: { text: PageText; place: number }) {
  const lines = useRef<HTMLDivElement>(null)
  const id = textFragment({ file: place, page: text.page })
  useEffect(() => {
    // Not all browsers open what an address leads to.
    const show = () => {
      const details = lines.current?.closest('details')
      if (location.hash !== `#${id}` || !details || details.open) return
      details.open = true
      details.scrollIntoView()
    }
    show()
    addEventListener('hashchange', show)
    return () => removeEventListener('hashchange', show)
  }, [id])
  return (
    <details className="pagetext" open={useSavesData()}>
      <summary>
        {t(text.isRecognised ? 'entry.text.read' : 'entry.text')} <Icon name="down" />
      </summary>
      <div
        className="pagetext__lines"
        ref={lines}
        id={id}
        lang="bn"
        data-file={text.file}
        data-page={text.page}
        data-read={text.isRecognised ? '' : undefined}
      >
        {text.text}
      </div>
    </details>
  )
}
