import type { GreyImage } from '@bidyaloy/shared/lib/scan/grey-image'
import { NUMBER, type Reading } from './doubt-numbers.ts'
import type { Box } from './recognise.ts'

/** A digit of a number as it is drawn on the page. */
interface DigitShape {
  digit: string
  /** Ink in a grid, relative to its mean and as a vector of length 1. */
  cells: Float64Array
}

const GRID = { across: 10, down: 14 }
const INK = 150
/** Smallest area of a sign, in pixels; less is a speck. */
const MIN_AREA = 6
/** Likeness of two shapes below which they are different digits. */
const DIFFERENT = 0.5
/** Likeness from which they may be the same digit. */
const SIMILAR = 0.85
/** Likeness from which they are. */
const SAME = 0.93
/** Sureness from which a number is trusted if its digits look like those of the trusted numbers. */
const LIKELY = { same: 75, different: 90 }

/**
 * Compares the digits of a page with each other, since Tesseract confuses some digits of a typeface in
 * both passes. A number is not agreed if one of its digits looks like one that was read differently, or
 * looks different from one that was read alike. A less sure number is agreed if all its digits look like
 * those of agreed numbers.
 */
export function compareDigits(page: GreyImage, readings: readonly Reading[]): void {
  const numbers = readings.flatMap((reading) => {
    const shapes = NUMBER.test(reading.word.text) ? shapesOf(page, reading) : null
    return shapes ? [{ reading, shapes }] : []
  })
  const all = numbers.flatMap(({ shapes }) => shapes)
  const isContradicted = ({ digit, cells }: DigitShape) =>
    all.some((other) => {
      const alike = likeness(cells, other.cells)
      return other.digit === digit ? alike < DIFFERENT : alike >= SIMILAR
    })
  const clear = numbers.filter(({ reading, shapes }) => {
    const isClear = !shapes.some(isContradicted)
    if (!isClear) reading.word.agreed = false
    return isClear
  })
  const agreed = clear.filter(({ reading }) => reading.word.agreed)
  for (const { reading, shapes } of clear) {
    if (reading.word.agreed || !isLikely(reading)) continue
    const others = agreed.filter((one) => one.reading !== reading).flatMap((one) => one.shapes)
    reading.word.agreed = shapes.every(({ digit, cells }) =>
      others.some((other) => other.digit === digit && likeness(cells, other.cells) >= SAME),
    )
  }
}

/** Whether a number may be right: the passes differ in nothing but digits. */
function isLikely({ word, found, other, least }: Reading): boolean {
  if (word.text !== found.text) return false
  if (word.text === other) return least >= LIKELY.same
  const signs = (text: string) => text.replace(/\p{Nd}/gu, '0')
  return word.sureness >= LIKELY.different && signs(word.text) === signs(other)
}

/** Returns the digits of a number as they are drawn; null if its signs are not apart. */
function shapesOf(page: GreyImage, { word, found }: Reading): DigitShape[] | null {
  const signs = [...word.text]
  const boxes = signsIn(page, found)
  if (boxes.length !== signs.length) return null
  return boxes.flatMap((box, at) => {
    const digit = signs[at] ?? ''
    return /\p{Nd}/u.test(digit)
      ? [{ digit: digit.replace('0', '০'), cells: cellsOf(page, box) }]
      : []
  })
}

/** Returns the boxes of what is drawn in a place, from left to right. */
function signsIn({ width, height, data }: GreyImage, place: Box): Box[] {
  const boxes: Box[] = []
  let box: Box | undefined
  const top = Math.max(0, Math.floor(place.top) - 2)
  const bottom = Math.min(height, Math.ceil(place.bottom) + 2)
  const right = Math.min(width, Math.ceil(place.right) + 1)
  for (let x = Math.max(0, Math.floor(place.left) - 1); x < right; x += 1) {
    let isEmpty = true
    for (let y = top; y < bottom; y += 1) {
      if ((data[y * width + x] ?? 255) >= INK) continue
      if (!box) {
        box = { left: x, right: x, top: y, bottom: y }
        boxes.push(box)
      }
      isEmpty = false
      box.right = x + 1
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y + 1)
    }
    if (isEmpty) box = undefined
  }
  return boxes.filter((one) => (one.right - one.left) * (one.bottom - one.top) >= MIN_AREA)
}

function cellsOf({ width, data }: GreyImage, { left, right, top, bottom }: Box): Float64Array {
  const { across, down } = GRID
  const cells = new Float64Array(across * down)
  const [cellWidth, cellHeight] = [(right - left) / across, (bottom - top) / down]
  for (let at = 0; at < cells.length; at += 1) {
    const fromX = left + (at % across) * cellWidth
    const fromY = top + Math.floor(at / across) * cellHeight
    let ink = 0
    let count = 0
    for (let y = Math.floor(fromY); y < Math.max(fromY + 1, fromY + cellHeight); y += 1) {
      for (let x = Math.floor(fromX); x < Math.max(fromX + 1, fromX + cellWidth); x += 1) {
        ink += 255 - (data[y * width + x] ?? 255)
        count += 1
      }
    }
    cells[at] = ink / count
  }
  const mean = cells.reduce((sum, value) => sum + value, 0) / cells.length
  const length = Math.hypot(...cells.map((value) => value - mean)) || 1
  return cells.map((value) => (value - mean) / length)
}

/** From -1 to 1; 1 for the same shape. */
const likeness = (first: Float64Array, second: Float64Array) =>
  first.reduce((sum, value, at) => sum + value * (second[at] ?? 0), 0)
