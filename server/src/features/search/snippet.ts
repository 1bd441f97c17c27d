import { type Range, SNIPPET_LENGTH } from '@bidyaloy/shared/collections/search'
import { toLatinDigits } from '@bidyaloy/shared/lib/bengali/digits'
import {
  beginningsOf,
  type FoldedWord,
  foldedWords,
  foldText,
} from '@bidyaloy/shared/lib/bengali/search-fold'
import { foundAt, type SearchWord } from '@bidyaloy/shared/lib/bengali/search-query'

/** A text and the places of the found words in it. */
export interface MarkedText {
  text: string
  marks: Range[]
}

/** Yields the places of the words of a query in a text, in order. */
export type WordFinder = (text: string) => Generator<Range>

/** Prepares the words for any number of texts. */
export function createFinder(words: readonly SearchWord[]): WordFinder {
  const forms = words.flatMap((word) => word.forms.map((form) => form.words))
  const longest = Math.max(0, ...forms.map(({ length }) => length))
  const beginnings = beginningsOf(forms.flatMap(([first = '']) => first))
  return function* places(text) {
    let end = 0
    for (const start of beginnings(text)) {
      if (start < end) continue
      const next = firstWords(text.slice(start), longest)
      const last = next[Math.max(...words.map((word) => foundAt(word, next, 0))) - 1]
      if (!last) continue
      end = start + last.end
      yield [start, end]
    }
  }
}

function firstWords(text: string, count: number): FoldedWord[] {
  const words: FoldedWord[] = []
  for (const word of foldedWords(text)) {
    words.push(word)
    if (words.length === count) break
  }
  return words
}

/** Whether a text has one of the words. */
export function hasWord(text: string, find: WordFinder): boolean {
  return !find(text).next().done
}

/** Length of the text before the first found word, in UTF-16 units. */
const BEFORE = 50
/** Enough of a text for a snippet, even with its white space. */
const PART = 2 * SNIPPET_LENGTH
const ELLIPSIS = '…'

/**
 * Returns the part of a plain text around the first found word, in one line.
 * @param around finds the words around which the part is; default: all
 */
export function snippetOf(plain: string, find: WordFinder, around = find): MarkedText {
  const begin = plain.length > SNIPPET_LENGTH ? startOf(plain, around) : 0
  const line = plain
    .slice(begin, begin + PART)
    // Most of them are single spaces.
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()
  const isEnd = begin + PART >= plain.length && line.length <= SNIPPET_LENGTH
  const cut = line.slice(0, SNIPPET_LENGTH)
  const space = isEnd ? -1 : cut.lastIndexOf(' ')
  const part = space > 0 ? cut.slice(0, space) : cut
  const text = `${begin > 0 ? `${ELLIPSIS} ` : ''}${part}${isEnd ? '' : ` ${ELLIPSIS}`}`
  return { text, marks: [...find(text)] }
}

/** Returns where the snippet begins: at a word, shortly before the first found one. */
function startOf(plain: string, around: WordFinder): number {
  const [first] = around(plain)
  const from = Math.min((first?.[0] ?? 0) - BEFORE, plain.length - SNIPPET_LENGTH)
  return from <= 0 ? 0 : from + plain.slice(from).search(/\s|$/) + 1
}

/**
 * Returns how found texts spell a word where it differs from the typed spelling: পরীক্ষা for পরিক্ষা.
 * @param found the found words as they are written
 */
export function otherSpellings({ typed, forms }: SearchWord, found: readonly string[]): string[] {
  const wanted = forms[0].words.join(' ')
  const own = normalized(withoutEnding(typed, wanted) ?? typed)
  const spellings = found.flatMap((text) => withoutEnding(text, wanted) ?? [])
  return [...new Set(spellings)].filter((one) => normalized(one) !== own)
}

const normalized = (text: string) => toLatinDigits(text).normalize('NFC').toLowerCase()

/** Returns the beginning of a text that folds to `wanted`. */
function withoutEnding(text: string, wanted: string): string | undefined {
  if (!foldText(text).startsWith(wanted)) return undefined
  const parts = Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1))
  return parts.find((part) => foldText(part) === wanted)
}

/**
 * Returns the synonyms of a word that found texts have, but not the English ones of a Bengali word.
 * @param found as in `otherSpellings`
 */
export function foundSynonyms({ typed, synonyms }: SearchWord, found: readonly string[]): string[] {
  const folded = found.map(foldText)
  const worthStating = LATIN.test(typed) ? synonyms : synonyms.filter((one) => !LATIN.test(one))
  return worthStating.filter((one) => folded.some((text) => text.startsWith(foldText(one))))
}

const LATIN = /[a-z]/i
