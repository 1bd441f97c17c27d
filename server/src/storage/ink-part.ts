import type { WordBox } from '@bidyaloy/shared/lib/ocr/read-page'
import { evenLight } from '@bidyaloy/shared/lib/scan/even-light'
import type { GreyImage } from '@bidyaloy/shared/lib/scan/grey-image'

/* Finds the part of a page that has ink, so that its margins can be cut. In doubt nothing is cut. */

/** Margin around the ink, as a share of the width. */
const MARGIN = 0.03
/** Brightness relative to the paper below which a pixel is ink: also of faint stamps. */
const FAINT = 0.945
/** The same in the unevened page, where evening the light could take a dark table for paper. */
const DARK = 0.6
/** Brightness and colourfulness, of 255, of paper. */
const MIN_PAPER = 190
const MAX_COLOUR = 45
/** Ink covers 1 to 10 % of a page of print; with pictures more. */
const MAX_INK = 0.3
/** Length of the longer side of A4, in millimetres: the scale of the sizes below. */
const PAGE_MM = 297
/** Smaller areas are dust, unless there are several side by side, as in a dotted line. */
const MIN_SIDE_MM = 1.5
const MIN_AREA_MM2 = 0.5
const MIN_DOTS = 3
const DOTS_WITHIN_MM = 6
/** What touches an edge and ends within this distance is the shadow of the paper's border. */
const EDGE_MM = 3
/** Share of the width from which on ink is more than a page number. */
const MIN_WIDE = 0.3
/** The shown part is at least this wide, so that short lines do not become huge. */
const MIN_PART = 0.5
/** Share of width and height of which at least one must be gained. */
const MIN_GAIN = 0.05

/**
 * Returns the part of a page that has its ink and a margin: left, top, width and height in
 * thousandths of the page; null if it has to be shown whole.
 * @param rgba at about 200 dpi
 */
export function inkPart(width: number, height: number, rgba: Uint8Array): WordBox | null {
  const half = darkestChannel(width, height, rgba)
  const paper = paperOf(width, height, rgba)
  if (paper === null) return null
  const ink = inkOf(half, paper)
  if (ink === null) return null
  const box = boxOf(half, ink)
  if (!box || (box.right - box.left) / half.width < MIN_WIDE) return null
  return withMargin(half, box)
}

/** In pixels of the halved page; `right` and `bottom` are not included. */
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Halves a page to the darkest of its channels, in which also coloured ink is dark. */
function darkestChannel(width: number, height: number, rgba: Uint8Array): GreyImage {
  const half = { width: width >> 1, height: height >> 1 }
  const data = new Uint8Array(half.width * half.height)
  const darkest = (at: number) => Math.min(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0)
  for (let y = 0; y < half.height; y += 1) {
    for (let x = 0; x < half.width; x += 1) {
      const at = 8 * (y * width + x)
      const below = at + 4 * width
      data[y * half.width + x] =
        (darkest(at) + darkest(at + 4) + darkest(below) + darkest(below + 4)) >> 2
    }
  }
  return { ...half, data }
}

/** Returns the brightness of the paper; null if it is dark or coloured. */
function paperOf(width: number, height: number, rgba: Uint8Array): number | null {
  const counts = [0, 1, 2].map(() => new Uint32Array(256))
  let total = 0
  // Every seventh pixel is enough, and in no rhythm with lines.
  for (let at = 0; at < 4 * width * height; at += 28) {
    total += 1
    counts.forEach((of, channel) => {
      const value = rgba[at + channel] ?? 0
      of[value] = (of[value] ?? 0) + 1
    })
  }
  const medians = counts.map((of) => {
    let seen = 0
    return of.findIndex((count) => {
      seen += count
      return seen > total / 2
    })
  })
  const darkest = Math.min(...medians)
  return darkest < MIN_PAPER || Math.max(...medians) - darkest > MAX_COLOUR ? null : darkest
}

/** Returns 1 for each pixel that is ink; null if there is more than on pages. */
function inkOf(half: GreyImage, paper: number): Uint8Array | null {
  const evened = evenLight(half, FAINT).data
  const ink = new Uint8Array(evened.length)
  let count = 0
  for (let at = 0; at < ink.length; at += 1) {
    if ((evened[at] ?? 255) === 255 && (half.data[at] ?? 255) >= DARK * paper) continue
    ink[at] = 1
    count += 1
  }
  return count > MAX_INK * ink.length ? null : ink
}

/** Returns the box around all areas of ink that are not dust; null if there are none. */
function boxOf({ width, height }: GreyImage, ink: Uint8Array): Box | null {
  const mm = Math.max(width, height) / PAGE_MM
  const box = { left: width, top: height, right: 0, bottom: 0 }
  const include = (area: Box) => {
    box.left = Math.min(box.left, area.left)
    box.top = Math.min(box.top, area.top)
    box.right = Math.max(box.right, area.right)
    box.bottom = Math.max(box.bottom, area.bottom)
  }
  const cell = DOTS_WITHIN_MM * mm
  const dots = new Map<string, Box[]>()
  for (const { count, ...area } of areasOf({ width, height }, ink)) {
    if (isEdge(area, { width, height, within: EDGE_MM * mm })) continue
    const side = Math.max(area.right - area.left, area.bottom - area.top)
    if (side >= MIN_SIDE_MM * mm && count >= MIN_AREA_MM2 * mm * mm) include(area)
    else {
      const key = `${Math.floor(area.left / cell)} ${Math.floor(area.top / cell)}`
      const there = dots.get(key)
      if (there) there.push(area)
      else dots.set(key, [area])
    }
  }
  // Single pixels are the noise of the scanner.
  for (const areas of dots.values()) {
    const seen = areas.filter((area) => area.right - area.left > 1 && area.bottom - area.top > 1)
    if (seen.length >= MIN_DOTS && isRow(seen, cell)) for (const area of seen) include(area)
  }
  return box.right > box.left ? box : null
}

/** Whether dots are in one line, across or down. */
function isRow(areas: readonly Box[], cell: number): boolean {
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values)
  const across = spread(areas.map(({ left }) => left))
  const down = spread(areas.map(({ top }) => top))
  return Math.min(across, down) < cell / 6
}

function isEdge(
  { left, top, right, bottom }: Box,
  { width, height, within }: { width: number; height: number; within: number },
): boolean {
  return (
    (left <= 1 && right < within) ||
    (top <= 1 && bottom < within) ||
    (right >= width - 1 && left > width - within) ||
    (bottom >= height - 1 && top > height - within)
  )
}

/** Yields the connected areas of ink, and clears them in `ink`. */
function* areasOf(
  { width, height }: Pick<GreyImage, 'width' | 'height'>,
  ink: Uint8Array,
): Generator<Box & { count: number }> {
  const pending: number[] = []
  const take = (at: number) => {
    if (ink[at] !== 1) return
    ink[at] = 0
    pending.push(at)
  }
  for (let start = ink.indexOf(1); start >= 0; start = ink.indexOf(1, start + 1)) {
    const area = { left: width, top: height, right: 0, bottom: 0, count: 0 }
    take(start)
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const x = at % width
      const y = (at - x) / width
      area.left = Math.min(area.left, x)
      area.top = Math.min(area.top, y)
      area.right = Math.max(area.right, x + 1)
      area.bottom = Math.max(area.bottom, y + 1)
      area.count += 1
      const from = x > 0 ? -1 : 0
      const to = x < width - 1 ? 1 : 0
      for (let next = from; next <= to; next += 1) {
        take(at + next - width)
        take(at + next)
        take(at + next + width)
      }
    }
    yield area
  }
}

/** Returns the box with its margin, in thousandths of the page; null if that gains nothing. */
function withMargin({ width, height }: GreyImage, box: Box): WordBox | null {
  const margin = MARGIN * width
  const narrow = Math.max(0, MIN_PART * width - (box.right - box.left) - 2 * margin) / 2
  const thousandths = (from: number, to: number, side: number) => {
    const start = Math.max(0, Math.floor((1000 * from) / side))
    return [start, Math.min(1000, Math.ceil((1000 * to) / side)) - start] as const
  }
  const [left, wide] = thousandths(box.left - margin - narrow, box.right + margin + narrow, width)
  const [top, high] = thousandths(box.top - margin, box.bottom + margin, height)
  const isWhole = Math.max(1000 - wide, 1000 - high) < 1000 * MIN_GAIN
  return isWhole ? null : [left, top, wide, high]
}
