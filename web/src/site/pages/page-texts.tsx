import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { ReadLine } from '@bidyaloy/shared/lib/ocr/read-page'
import { textFragment } from '@bidyaloy/shared/lib/ocr/text-fragment'
import { hasTable, joinLines } from '@bidyaloy/shared/papers/running-text'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, Fragment, useContext, useEffect, useRef } from 'react'
import { collectionKey } from '../../collections/entry-queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { orNull, useReadApi } from '../../ui/page-context.ts'
import { OfficeText, officeLinesIn } from './office-text.tsx'
import { t } from './t.ts'

/** The text of a page of a file, for visitors. */
export interface PageText {
  /** `filePath` of the file. */
  file: string
  /** From 1. */
  page: number
  /** Paragraphs, and rows of tables, joined by line feeds. */
  text: string
  /** Whether a program has recognised it from the picture. */
  isRecognised: boolean
  /** Whether it can be read instead of the picture. */
  isSure: boolean
  /** The lines of an Office file, which has no picture. */
  lines?: readonly ReadLine[]
}

/** Share of the sure words, in percent, from which on a recognised page is surely read. */
const SURE_FROM = 90
/** There is at most one word left out among so many. */
const WORDS_PER_OMISSION = 20
/** In characters: longer papers are read in the picture. */
const MAX_OPEN = 1200

/**
 * Whether a text can be read instead of the picture: it is short, has sentences and no table, and lacks
 * nothing.
 */
function isReadable(text: string, sureness: number): boolean {
  const omissions = text.split('…').length - 1
  const isComplete = omissions * WORDS_PER_OMISSION <= text.split(/\s+/).length
  const isRunning = text.includes('।') && !hasTable(text)
  return sureness >= SURE_FROM && isComplete && text.length <= MAX_OPEN && isRunning
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
      return (found?.pages ?? []).map(({ file, page, text, source, sureness, lines }) => {
        const isSure = isReadable(text, sureness)
        const shown = { file, page, isRecognised: source === 'read', isSure }
        if (source !== 'read' && lines) return { ...shown, text, lines }
        return { ...shown, text: joinLines(text) }
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
  return Array.from(texts, (element) => {
    const { dataset, textContent } = element
    return {
      file: dataset.file ?? '',
      page: Number(dataset.page),
      text: textContent ?? '',
      isRecognised: dataset.read !== undefined,
      isSure: dataset.sure !== undefined,
      ...(dataset.office !== undefined && { lines: officeLinesIn(element) }),
    }
  })
}

interface PageTextDetailsProps {
  /** Of pages of one file. */
  texts: readonly PageText[]
  /** Place of the file among those of its entry, from 1. */
  place: number
}

/** The text of pages, closed unless it is what the address leads to or the visitor saves data. */
export function PageTextDetails({ texts, place }: PageTextDetailsProps) {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // Not all browsers open what an address leads to.
    const show = () => {
      const details = box.current
      const target = document.getElementById(location.hash.slice(1))
      if (!details || details.open || !target || !details.contains(target)) return
      details.open = true
      const isFirst = target === details.querySelector('[id]')
      ;(isFirst ? details : target).scrollIntoView()
    }
    show()
    addEventListener('hashchange', show)
    return () => removeEventListener('hashchange', show)
  }, [])
  const isRecognised = texts.some((text) => text.isRecognised)
  return (
    <details className="pagetext" open={useSavesData()} ref={box}>
      <summary>
        {t(isRecognised ? 'entry.text.read' : 'entry.text')} <Icon name="down" />
      </summary>
      {texts.map((text) => (
        <Fragment key={text.page}>
          {texts.length > 1 && (
            <p className="pagetext__page">{t('entry.sheet', { n: formatNumber(text.page) })}</p>
          )}
          <Lines text={text} place={place} />
        </Fragment>
      ))}
    </details>
  )
}

/** The text of a page that can be read instead of its picture. */
export function OpenPageText({ text, place }: { text: PageText; place: number }) {
  const label = t(text.isRecognised ? 'entry.text.read' : 'entry.text')
  return (
    <section className="pagetext" aria-label={label}>
      <p className="pagetext__who">{label}</p>
      <Lines text={text} place={place} />
    </section>
  )
}

/** The lines of a page, with what `textsInMarkup` reads. */
export function Lines({ text, place }: { text: PageText; place: number }) {
  return (
    <div
      className={text.lines ? 'pagetext__lines officetext' : 'pagetext__lines'}
      id={textFragment({ file: place, page: text.page })}
      lang="bn"
      data-file={text.file}
      data-page={text.page}
      data-read={text.isRecognised ? '' : undefined}
      data-sure={text.isSure ? '' : undefined}
      data-office={text.lines ? '' : undefined}
    >
      {text.lines ? <OfficeText lines={text.lines} /> : text.text}
    </div>
  )
}
