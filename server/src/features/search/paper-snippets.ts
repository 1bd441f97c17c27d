import type { SearchResult } from '@bidyaloy/shared/collections/search'
import type { SearchWord } from '@bidyaloy/shared/lib/bengali/search-query'
import type { PageText } from '@bidyaloy/shared/lib/ocr/shown-text'
import type { EntityManager } from 'typeorm'
import { type FoundPageText, foundTextsOf } from '../../db/entry-content.ts'
import { readingForVisitors } from '../../db/letterhead.ts'
import { createFinder, hasWord, type MarkedText, snippetOf, type WordFinder } from './snippet.ts'

/** An entry that has some words of a query only in its files. */
interface PaperHit {
  seq: number
  title: string
  /** Plain text without that of the files. */
  text: string
  /** Stems of its files, in order. */
  stems: readonly string[]
}

/** A part of the text of a page of a file. */
export interface PaperSnippet extends MarkedText {
  paper: NonNullable<SearchResult['paper']>
}

/**
 * Returns for each entry the part of its files with the words that its title and text lack.
 * @param find finds all the words
 */
export async function paperSnippets(
  read: EntityManager,
  hits: readonly PaperHit[],
  words: readonly SearchWord[],
  find: WordFinder,
): Promise<ReadonlyMap<number, PaperSnippet>> {
  if (hits.length === 0) return new Map()
  const texts = await foundTextsOf(
    read,
    hits.map(({ seq }) => seq),
  )
  const textOf = await readingForVisitors(read)
  const finders = words.map((word) => ({ word, find: createFinder([word]) }))
  return new Map(
    hits.flatMap((hit) => {
      const snippet = paperSnippet(hit, texts, { textOf, words: finders, find })
      return snippet ? [[hit.seq, snippet] as const] : []
    }),
  )
}

/** A word with its finder. */
interface FindWord {
  word: SearchWord
  find: WordFinder
}

interface Reading {
  textOf: (page: PageText) => string
  words: readonly FindWord[]
  /** Finds all the words. */
  find: WordFinder
}

function paperSnippet(
  { title, text, stems }: PaperHit,
  texts: readonly FoundPageText[],
  { textOf, words, find }: Reading,
): PaperSnippet | undefined {
  const missing = words.filter(({ find }) => !hasWord(title, find) && !hasWord(text, find))
  let best: { shown: string; found: FindWord[]; paper: PaperSnippet['paper'] } | undefined
  const pages = stems.flatMap((stem, index) =>
    texts.filter((one) => one.stem === stem).map((text) => ({ text, file: index + 1 })),
  )
  for (const { text: page, file } of pages) {
    const shown = textOf(page)
    const found = missing.filter(({ find }) => hasWord(shown, find))
    if (found.length <= (best?.found.length ?? 0)) continue
    best = { shown, found, paper: { file, page: page.page } }
    if (found.length === missing.length) break
  }
  if (!best) return undefined
  const around = createFinder(best.found.map(({ word }) => word))
  return { ...snippetOf(best.shown, find, around), paper: best.paper }
}
