import { SHEET, type Sheet, type TextStyle, wordWidth } from './sheet.ts'

interface Line {
  words: readonly string[]
  /** Width without stretching. */
  width: number
}

/** Part of the sheet's width, in points from its left edge. */
export interface Box {
  x: number
  width: number
}

/** The sheet between its margins. */
export const textBox: Box = { x: SHEET.margin, width: SHEET.width - 2 * SHEET.margin }

/** Breaks a text into lines at blanks. A word that is wider than the line stands alone. */
export function breakLines(text: string, width: number, style: TextStyle): Line[] {
  const space = wordWidth(' ', style)
  const lines: Line[] = []
  let words: string[] = []
  let used = 0
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const needed = wordWidth(word, style)
    if (words.length > 0 && used + space + needed > width) {
      lines.push({ words, width: used })
      words = []
      used = 0
    }
    used += (words.length > 0 ? space : 0) + needed
    words.push(word)
  }
  if (words.length > 0) lines.push({ words, width: used })
  return lines
}

type Align = 'left' | 'center' | 'right' | 'justify'

/** Sets one line into a box. */
export function setLine(
  sheet: Sheet,
  line: Line,
  box: Box,
  baseline: number,
  style: TextStyle,
  align: Align = 'left',
): void {
  const room = box.width - line.width
  const gaps = line.words.length - 1
  const space = wordWidth(' ', style) + (align === 'justify' && gaps > 0 ? room / gaps : 0)
  let x = box.x + (align === 'center' ? room / 2 : align === 'right' ? room : 0)
  for (const word of line.words) {
    sheet.word(word, x, baseline, style)
    x += wordWidth(word, style) + space
  }
}

/** Sets a text into a box, first line on `baseline`. @returns the baseline after the last line */
export function setText(
  sheet: Sheet,
  text: string,
  box: Box,
  baseline: number,
  style: TextStyle,
  { align = 'left', leading = 1.55 }: { align?: Align; leading?: number } = {},
): number {
  const lines = breakLines(text, box.width, style)
  lines.forEach((line, index) => {
    // The last line of a paragraph is not stretched.
    const own = align === 'justify' && index === lines.length - 1 ? 'left' : align
    setLine(sheet, line, box, baseline + index * style.size * leading, style, own)
  })
  return baseline + lines.length * style.size * leading
}
