import type { ReadLine, WordBox } from '@bidyaloy/shared/lib/ocr/read-page'
import { SURE } from '@bidyaloy/shared/lib/ocr/shown-text'
import { diffArrays } from 'diff'

/** A word of a text, which may be one that was recognised in a picture. */
export interface MarkedWord {
  text: string
  /** Position in the text, in UTF-16 units. */
  start: number
  /** Number of the recognised word, from 0; null for a word that a person has typed. */
  place: number | null
  /** Why a person should compare it with the picture; null for others. */
  doubt: 'unsure' | 'number' | null
  /** Whether a person has compared it. */
  isChecked: boolean
  /** Where it is on the picture, if that is known. */
  box: WordBox | null
}

/**
 * Returns the words of a text by lines, with marks on those that were recognised and never changed.
 * @param read the recognised lines
 * @param checked numbers of the words that a person has compared
 */
export function markWords(
  text: string,
  read: readonly ReadLine[],
  checked: ReadonlySet<number>,
): MarkedWord[][] {
  const found = doubtsOf(read)
  const lines = wordsByLine(text)
  const places = placesOf(
    found.map((word) => word.text),
    lines.flat().map((word) => word.text),
  )
  let at = 0
  return lines.map((line) =>
    line.map((word) => {
      const place = places[at] ?? null
      at += 1
      const { doubt = null, box = null } = found[place ?? -1] ?? {}
      return { ...word, place, doubt, box, isChecked: place !== null && checked.has(place) }
    }),
  )
}

/** Returns the number of recognised words that a person should compare. */
export function countDoubts(read: readonly ReadLine[]): number {
  return doubtsOf(read).filter(({ doubt }) => doubt !== null).length
}

/** Returns the next word to be compared after a place, beginning again at the end; null if none is left. */
export function nextOpen(words: readonly MarkedWord[], after: number): MarkedWord | null {
  const open = words.filter(({ doubt, isChecked }) => doubt !== null && !isChecked)
  return open.find(({ place }) => (place ?? 0) > after) ?? open[0] ?? null
}

/** Returns the text with another word in the place of one; an empty one removes it. */
export function replaceWord(text: string, { start, text: before }: MarkedWord, by: string): string {
  const word = by.trim().replace(/\s+/gu, ' ')
  const [head, tail] = [text.slice(0, start), text.slice(start + before.length)]
  if (word !== '') return head + word + tail
  return /(^|\n)$/.test(head) ? head + tail.replace(/^ /, '') : head.replace(/ $/, '') + tail
}

interface ReadDoubt {
  text: string
  doubt: MarkedWord['doubt']
  box: WordBox | undefined
}

/** The recognised words without the blanks that one may contain. Every number has to be compared. */
function doubtsOf(read: readonly ReadLine[]): ReadDoubt[] {
  return read.flat().flatMap(({ text, sureness, box }) =>
    text
      .split(/\s+/u)
      .filter((part) => part !== '')
      .map((part) => {
        const certain = sureness >= SURE ? null : 'unsure'
        return { text: part, doubt: /\p{N}/u.test(part) ? 'number' : certain, box }
      }),
  )
}

function wordsByLine(text: string): Pick<MarkedWord, 'text' | 'start'>[][] {
  let start = 0
  return text.split('\n').map((line) => {
    const from = start
    start += line.length + 1
    return [...line.matchAll(/\S+/gu)].map((match) => ({
      text: match[0],
      start: from + match.index,
    }))
  })
}

/** Returns which of the recognised words each word of the present text is. */
function placesOf(read: string[], present: string[]): (number | null)[] {
  const places: (number | null)[] = []
  let next = 0
  for (const { value, added, removed } of diffArrays(read, present)) {
    if (!removed) places.push(...value.map((_, index) => (added ? null : next + index)))
    if (!added) next += value.length
  }
  return places
}
