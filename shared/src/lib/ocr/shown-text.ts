import type { ReadLine, ReadWord, TextSource } from './read-page.ts'

/** Confidence from which nearly all recognised words are right. */
export const SURE = 85
/** Share of sure words, in percent, below which no text of a recognised page is shown. */
const SHOWN_FROM = 70
const OMITTED = '…'
/** Replaces text of a PDF that is covered on the rendered page; visitors see an ellipsis. */
export const COVERED = '█'

/** The stored text of a page. */
export interface PageText {
  source: TextSource
  lines: readonly ReadLine[]
}

/** Whether a recognised word can be trusted. Numbers: only if two passes read the same. */
export function isSure({ text, sureness, agreed = false }: ReadWord): boolean {
  return sureness >= SURE && (agreed || !/\p{N}/u.test(text))
}

/** Share of the sure words of a page, in percent; 100 for text that was not recognised. */
export function surenessOf({ source, lines }: PageText): number {
  const words = lines.flat()
  if (source !== 'read' || words.length === 0) return 100
  return Math.round((100 * words.filter((word) => word.sureness >= SURE).length) / words.length)
}

/** Returns the whole text of a page, its lines joined by line feeds. */
export function wholeText({ lines }: Pick<PageText, 'lines'>): string {
  return lines.map((line) => line.map(({ text }) => text).join(' ')).join('\n')
}

/**
 * Returns the text that visitors see, with an ellipsis for what is covered: of a recognised page the
 * sure words only, with an ellipsis for the others; nothing if most of it is unsure.
 */
export function shownText(page: PageText): string {
  const isRead = page.source === 'read'
  if (isRead && surenessOf(page) < SHOWN_FROM) return ''
  const lines = page.lines.map((line) => {
    const words = line.map((word) => (isRead && !isSure(word) ? OMITTED : shownWord(word)))
    return words.filter((word, at) => word !== OMITTED || words[at - 1] !== OMITTED).join(' ')
  })
  // In a corrected text, empty lines separate paragraphs.
  return lines.filter((line) => line !== OMITTED && !(isRead && line === '')).join('\n')
}

const shownWord = ({ text }: ReadWord) => text.replaceAll(COVERED, OMITTED)

/** Returns the lines of a text that a person has written. */
export function linesOfText(text: string): ReadLine[] {
  const lines = text.split('\n').map((line) =>
    line
      .split(/\s+/u)
      .filter((word) => word !== '')
      .map((word) => ({ text: word, sureness: 100 })),
  )
  while (lines.at(-1)?.length === 0) lines.pop()
  return lines
}

/**
 * Returns the lines of an Office file that a person has written. Emptied paragraphs are left out;
 * of tables every cell stays.
 */
export function linesAsWritten(
  lines: readonly (readonly Pick<ReadWord, 'text' | 'as'>[])[],
): ReadLine[] {
  if (lines.flat().every(({ text }) => text === '')) return []
  return lines
    .filter((line) => line.some(({ text, as }) => text !== '' || as === 'cell'))
    .map((line) => line.map((word) => ({ ...word, sureness: 100 })))
}
