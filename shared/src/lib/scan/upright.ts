import type { Point } from './corners.ts'
import { type GreyImage, resizeGrey, transpose } from './grey-image.ts'

/** Clockwise turn in degrees. */
type QuarterTurn = 0 | 90 | 180 | 270

/** Length of the shorter side at which head lines are looked for. */
const MEASURED = 1000
const INK = 140
/** Lengths of head lines in pixels; longer strokes are rules. */
const HEAD_LINE = { least: 18, most: 90 }
/** Distance of the letters from their head line, in pixels. */
const LETTERS = 5
/** Difference of ink above and below a stroke from which letters hang from it. */
const HANG = 0.1
/** How many times more strokes must speak for a turn than against it. */
const CLEAR = 3
/** Total length of head lines below which a page says nothing about its direction. */
const ENOUGH = 1000

/**
 * Returns the turn that makes a page of Bengali upright: its letters then hang from their head lines.
 * 0 if that is not clear.
 */
export function uprightTurn(image: GreyImage): QuarterTurn {
  const { width, height } = image
  const small = resizeGrey(image, Math.round((MEASURED * width) / Math.min(width, height)))
  const rows = headLines(small)
  const columns = headLines(transpose(small))
  const turns: readonly [QuarterTurn, number, number][] = [
    [0, rows.hanging, rows.standing],
    [90, columns.hanging, columns.standing],
    [180, rows.standing, rows.hanging],
    [270, columns.standing, columns.hanging],
  ]
  const [turn] = turns.reduce((best, one) => (share(one) > share(best) ? one : best))
  return turn
}

/** How clearly strokes speak for a turn; 0 if not enough do. */
const share = ([, forIt, against]: readonly [QuarterTurn, number, number]) =>
  forIt >= ENOUGH && forIt >= CLEAR * against ? forIt / (against + 1) : 0

/** Turns a picture clockwise. */
export function turnGrey(image: GreyImage, turn: QuarterTurn): GreyImage {
  switch (turn) {
    case 0:
      return image
    case 90:
      return mirrored(transpose(image))
    case 180:
      return { ...image, data: Uint8Array.from(image.data).reverse() }
    case 270:
      return transpose(mirrored(image))
  }
}

/** Returns where a place of the turned picture was before; both in parts of the sides. */
export function unturned({ x, y }: Point, turn: QuarterTurn): Point {
  switch (turn) {
    case 0:
      return { x, y }
    case 90:
      return { x: y, y: 1 - x }
    case 180:
      return { x: 1 - x, y: 1 - y }
    case 270:
      return { x: 1 - y, y: x }
  }
}

/** Swaps left and right. */
function mirrored({ width, height, data }: GreyImage): GreyImage {
  const swapped = Uint8Array.from(data)
  for (let start = 0; start < data.length; start += width) {
    swapped.subarray(start, start + width).reverse()
  }
  return { width, height, data: swapped }
}

/** Sums the lengths of strokes along the rows by the side on which there are letters. */
function headLines({ width, height, data }: GreyImage): { hanging: number; standing: number } {
  let hanging = 0
  let standing = 0
  const inkOf = (from: number, to: number) => {
    let ink = 0
    for (let at = from; at < to; at += 1) if ((data[at] ?? 255) < INK) ink += 1
    return ink
  }
  for (let y = LETTERS; y < height - LETTERS; y += 1) {
    const row = y * width
    let start = row
    for (let at = row; at <= row + width; at += 1) {
      if (at < row + width && (data[at] ?? 255) < INK) continue
      const length = at - start
      if (length >= HEAD_LINE.least && length <= HEAD_LINE.most) {
        const by = LETTERS * width
        const below = inkOf(start + by, at + by) - inkOf(start - by, at - by)
        if (below > HANG * length) hanging += length
        else if (below < -HANG * length) standing += length
      }
      start = at + 1
    }
  }
  return { hanging, standing }
}
