import { type FoldedWord, foldedWords, foldText } from '@bidyaloy/shared/bengali/search-fold'
import { type Range, SNIPPET_LENGTH } from '@bidyaloy/shared/collections/search'
import { foundAt, type SearchWord } from './search-words.ts'

/** A text and the places of the found words in it. */
interface MarkedText {
  text: string
  marks: Range[]
}

/** Returns the places of the found words in a text. */
export function marksIn(text: string, words: readonly SearchWord[]): Range[] {
  return marksAmong([...foldedWords(text)], words)
}

function marksAmong(folded: readonly FoldedWord[], words: readonly SearchWord[]): Range[] {
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
const ELLIPSIS = '…'

/** Returns the part of a plain text around the first found word, in one line. */
export function snippetOf(plain: string, words: readonly SearchWord[]): MarkedText {
  const line = plain.replace(/\s+/g, ' ').trim()
  if (line.length <= SNIPPET_LENGTH) return { text: line, marks: marksIn(line, words) }
  const begin = startOf(line, words)
  const cut = line.slice(begin, begin + SNIPPET_LENGTH)
  const isEnd = begin + cut.length === line.length
  const space = isEnd ? -1 : cut.lastIndexOf(' ')
  const part = space > 0 ? cut.slice(0, space) : cut
  const text = `${begin > 0 ? `${ELLIPSIS} ` : ''}${part}${isEnd ? '' : ` ${ELLIPSIS}`}`
  return { text, marks: marksIn(text, words) }
}

/** Returns where the snippet begins: at a word, shortly before the first found one. */
function startOf(line: string, words: readonly SearchWord[]): number {
  const first = firstFound(line, words)
  const from = Math.min(first - BEFORE, line.length - SNIPPET_LENGTH)
  return from <= 0 ? 0 : line.indexOf(' ', from) + 1
}

/** Returns the place of the first found word, or 0. Reads no further than necessary. */
function firstFound(line: string, words: readonly SearchWord[]): number {
  const longest = Math.max(0, ...words.flatMap(({ forms }) => forms.map(({ length }) => length)))
  const next: FoldedWord[] = []
  for (const word of foldedWords(line)) {
    next.push(word)
    if (next.length < longest) continue
    if (words.some((one) => foundAt(one, next, 0) > 0)) return next[0]?.start ?? 0
    next.shift()
  }
  return marksAmong(next, words)[0]?.[0] ?? 0
}

/**
 * Returns how found texts spell a word where it differs from the typed spelling: পরীক্ষা for পরিক্ষা.
 * @param found the found words as they are written
 */
export function otherSpellings({ typed, forms }: SearchWord, found: readonly string[]): string[] {
  const wanted = forms[0]?.join(' ') ?? ''
  const spellings = found.flatMap((text) => {
    if (!foldText(text).startsWith(wanted)) return []
    const letters = Array.from(text)
    // Without the ending: as many letters as the typed word has after folding.
    const end = letters.findIndex((_, at) => foldText(letters.slice(0, at + 1).join('')) === wanted)
    return end < 0 ? [] : [letters.slice(0, end + 1).join('')]
  })
  const same = typed.normalize('NFC').toLowerCase()
  return [...new Set(spellings)].filter((one) => one.normalize('NFC').toLowerCase() !== same)
}

/** Returns the synonyms of a word that found texts have. @param found as in `otherSpellings` */
export function foundSynonyms({ synonyms }: SearchWord, found: readonly string[]): string[] {
  const folded = found.map(foldText)
  return synonyms.filter((one) => folded.some((text) => text.startsWith(foldText(one))))
}
