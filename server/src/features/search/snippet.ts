import {
  type FoldedWord,
  findBeginnings,
  foldedWords,
  foldText,
} from '@bidyaloy/shared/bengali/search-fold'
import { type Range, SNIPPET_LENGTH } from '@bidyaloy/shared/collections/search'
import { foundAt, type SearchWord } from './search-words.ts'

/** A text and the places of the found words in it. */
export interface MarkedText {
  text: string
  marks: Range[]
}

/** Returns the places of the found words in a text. */
export function marksIn(text: string, words: readonly SearchWord[]): Range[] {
  const folded = [...foldedWords(text)]
  const marks: Range[] = []
  for (let at = 0; at < folded.length; ) {
    const length = Math.max(0, ...words.map((word) => foundAt(word, folded, at)))
    const [first, last] = [folded[at], folded[at + length - 1]]
    if (length > 0 && first && last) marks.push([first.start, last.end])
    at += Math.max(1, length)
  }
  return marks
}

/** Length of the text before the first found word, in UTF-16 units. */
const BEFORE = 50
/** Enough of a text for a snippet, even with its white space. */
const PART = 2 * SNIPPET_LENGTH
const ELLIPSIS = '…'

/**
 * Returns the part of a plain text around the first found word, in one line.
 * @param around the words around which the part is; default: all
 */
export function snippetOf(plain: string, words: readonly SearchWord[], around = words): MarkedText {
  const begin = plain.length > SNIPPET_LENGTH ? startOf(plain, around) : 0
  const line = plain
    .slice(begin, begin + PART)
    .replace(/\s+/g, ' ')
    .trim()
  const isEnd = begin + PART >= plain.length && line.length <= SNIPPET_LENGTH
  const cut = line.slice(0, SNIPPET_LENGTH)
  const space = isEnd ? -1 : cut.lastIndexOf(' ')
  const part = space > 0 ? cut.slice(0, space) : cut
  const text = `${begin > 0 ? `${ELLIPSIS} ` : ''}${part}${isEnd ? '' : ` ${ELLIPSIS}`}`
  return { text, marks: marksIn(text, words) }
}

/** Returns where the snippet begins: at a word, shortly before the first found one. */
function startOf(plain: string, words: readonly SearchWord[]): number {
  const from = Math.min((firstFound(plain, words) ?? 0) - BEFORE, plain.length - SNIPPET_LENGTH)
  return from <= 0 ? 0 : from + plain.slice(from).search(/\s|$/) + 1
}

/** Whether a text has a word. */
export function hasWord(plain: string, word: SearchWord): boolean {
  return firstFound(plain, [word]) !== undefined
}

/** Returns the place of the first found word. */
function firstFound(plain: string, words: readonly SearchWord[]): number | undefined {
  const forms = words.flatMap((word) => word.forms.map((form) => form.words))
  const longest = Math.max(0, ...forms.map(({ length }) => length))
  const places = findBeginnings(
    plain,
    forms.flatMap(([first = '']) => first),
  )
  for (const place of places) {
    const next = firstWords(plain.slice(place, place + PART), longest)
    if (words.some((word) => foundAt(word, next, 0) > 0)) return place
  }
  return undefined
}

function firstWords(text: string, count: number): FoldedWord[] {
  const words: FoldedWord[] = []
  for (const word of foldedWords(text)) {
    words.push(word)
    if (words.length === count) break
  }
  return words
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

const normalized = (text: string) => text.normalize('NFC').toLowerCase()

/** Returns the beginning of a text that folds to `wanted`. */
function withoutEnding(text: string, wanted: string): string | undefined {
  if (!foldText(text).startsWith(wanted)) return undefined
  const parts = Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1))
  return parts.find((part) => foldText(part) === wanted)
}

/** Returns the synonyms of a word that found texts have. @param found as in `otherSpellings` */
export function foundSynonyms({ synonyms }: SearchWord, found: readonly string[]): string[] {
  const folded = found.map(foldText)
  return synonyms.filter((one) => folded.some((text) => text.startsWith(foldText(one))))
}
