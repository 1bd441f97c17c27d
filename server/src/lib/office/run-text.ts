import { bijoyToUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'
import type { ReadLine } from '@bidyaloy/shared/lib/ocr/read-page'

/** Their names end in MJ. Those in OMJ have the letters of Unicode. */
const BIJOY_FONT = /(?<!O)MJ$/
const STYLE = /[\s,_-]*(bold|italic|regular|normal)\b/gi

/** Whether text in a font is Bijoy: glyphs on the codes of Latin letters. */
export function isBijoyFont(font: string | undefined): boolean {
  return font !== undefined && BIJOY_FONT.test(font.replace(STYLE, '').trim())
}

/** Text of several runs, each in a font of its own. */
export interface RunText {
  add(text: string, font: string | undefined): void
  /** Returns what was added in Unicode (NFC), with single spaces, and empties it. */
  take(): string
}

/** Joins runs. Neighbours in Bijoy are converted together: programs split runs within a syllable. */
export function createRunText(): RunText {
  let runs: { text: string; isBijoy: boolean }[] = []
  return {
    add(text, font) {
      const isBijoy = isBijoyFont(font)
      const last = runs.at(-1)
      if (last?.isBijoy === isBijoy) last.text += text
      else runs.push({ text, isBijoy })
    },
    take() {
      const texts = runs.map(({ text, isBijoy }) => (isBijoy ? bijoyToUnicode(text) : text))
      runs = []
      return texts.join('').normalize('NFC').replace(/\s+/gu, ' ').trim()
    },
  }
}

/** What a line is, if it is no paragraph. */
type LineKind = 'heading' | 'item'

/** Returns a line of a text; none if it is empty. */
export function lineOf(text: string, kind?: LineKind): ReadLine[] {
  return text === '' ? [] : [[{ text, sureness: 100, ...(kind && { as: kind }) }]]
}

/**
 * Returns the row of a table as a line, without the empty cells at its end; none if it is empty. What
 * stands alone in its row is a paragraph, such as a title over all columns, unless it stands below the
 * head of another column.
 * @param isBelow whether the row above it has several cells
 */
export function rowOf(cells: readonly string[], isBelow: boolean): ReadLine[] {
  const last = cells.findLastIndex((cell) => cell !== '')
  const given = cells.slice(0, last + 1)
  const alone = given.filter((cell) => cell !== '')
  if (alone.length < 2 && !(isBelow && last > 0)) return lineOf(alone[0] ?? '')
  return [given.map((text) => ({ text, sureness: 100, as: 'cell' }))]
}
