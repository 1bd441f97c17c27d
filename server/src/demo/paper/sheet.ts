import { paperFont, type Weight } from './shaped-font.ts'

/** How a text is set. */
export interface TextStyle {
  /** Points. */
  size: number
  weight?: Weight
  /** `#rrggbb`, black unless told. */
  color?: string
}

/** A4 in points. */
export const SHEET = { width: 595, height: 842, margin: 54 } as const

/** Something to draw a paper on. Points from the upper left corner; texts stand on `baseline`. */
export interface Sheet {
  /** Draws a word: nothing in it may have to break. */
  word(word: string, x: number, baseline: number, style: TextStyle): void
  line(
    from: [x: number, y: number],
    to: [x: number, y: number],
    width: number,
    color?: string,
  ): void
  fill(x: number, y: number, width: number, height: number, color: string): void
  /** Strokes an SVG path. */
  stroke(path: string, width: number, color: string): void
  /** Goes on on a new page; whoever cannot have one draws nothing more. */
  nextPage(): void
}

/** Width of a word in points. */
export function wordWidth(word: string, { size, weight = 'regular' }: TextStyle): number {
  return paperFont(weight).width(word) * size
}
