import type { Point } from './corners.ts'
import type { GreyImage } from './grey-image.ts'

/** Change of brightness at each pixel, pointing to the lighter side. */
export interface Edges {
  width: number
  height: number
  x: Float32Array
  y: Float32Array
  /** Length at which an edge is as sure as it gets. */
  sure: number
}

/** A straight edge: `normal` points to its lighter side, `distance` is measured from the top left. */
export interface Line {
  normal: { x: number; y: number }
  distance: number
}

/** Number of lines that are looked at. */
const MAX_LINES = 36
/** Nearer lines are the same edge, in degrees and pixels. */
const SAME_ANGLE = 5
const SAME_DISTANCE = 6
/** Each edge pixel votes for angles this near to its own, in degrees. */
const VOTES = 5

/**
 * Returns the edges of a small picture. They are relative to the brightness, so that a shadow weakens
 * no edge.
 */
export function edgesOf({ width, height, data }: GreyImage): Edges {
  const light = Float32Array.from(data, (value) => Math.log(value + 12))
  const soft = blur(blur(light, width, height), width, height)
  const x = new Float32Array(width * height)
  const y = new Float32Array(width * height)
  const lengths: number[] = []
  for (let row = 1; row < height - 1; row += 1) {
    for (let column = 1; column < width - 1; column += 1) {
      const at = row * width + column
      const dx = ((soft[at + 1] ?? 0) - (soft[at - 1] ?? 0)) / 2
      const dy = ((soft[at + width] ?? 0) - (soft[at - width] ?? 0)) / 2
      x[at] = dx
      y[at] = dy
      if (at % 7 === 0) lengths.push(Math.hypot(dx, dy))
    }
  }
  lengths.sort((a, b) => a - b)
  const usual = lengths[Math.floor(lengths.length / 2)] ?? 0
  return { width, height, x, y, sure: Math.min(0.08, Math.max(0.02, 4 * usual)) }
}

/**
 * Returns how sure an edge with this normal is at a place, from 0 to 1.
 * @param unlimited returns its strength instead, to compare neighbours
 */
export function edgeAt(
  edges: Edges,
  x: number,
  y: number,
  normal: Line['normal'],
  unlimited = false,
): number {
  const column = Math.round(x)
  const row = Math.round(y)
  if (column < 0 || row < 0 || column >= edges.width || row >= edges.height) return 0
  const at = row * edges.width + column
  const along = (edges.x[at] ?? 0) * normal.x + (edges.y[at] ?? 0) * normal.y
  if (along <= 0) return 0
  return unlimited ? along : Math.min(1, along / edges.sure)
}

/** Returns the longest straight edges, by a Hough transform in which each pixel knows its direction. */
export function linesOf(edges: Edges): Line[] {
  const { width, height, sure } = edges
  const reach = Math.ceil(Math.hypot(width, height) / 2)
  const distances = 2 * reach + 1
  const votes = new Float32Array(360 * distances)
  const sines = Float32Array.from({ length: 360 }, (_, angle) => Math.sin((angle * Math.PI) / 180))
  const cosines = Float32Array.from({ length: 360 }, (_, angle) =>
    Math.cos((angle * Math.PI) / 180),
  )
  for (let row = 1; row < height - 1; row += 1) {
    for (let column = 1; column < width - 1; column += 1) {
      const at = row * width + column
      const dx = edges.x[at] ?? 0
      const dy = edges.y[at] ?? 0
      const strength = Math.min(1, Math.hypot(dx, dy) / sure)
      if (strength < 0.25) continue
      const own = Math.round((Math.atan2(dy, dx) * 180) / Math.PI) + 360
      for (let angle = own - VOTES; angle <= own + VOTES; angle += 1) {
        const turn = angle % 360
        const distance = Math.round(
          (column - width / 2) * (cosines[turn] ?? 0) + (row - height / 2) * (sines[turn] ?? 0),
        )
        const vote = turn * distances + distance + reach
        votes[vote] = (votes[vote] ?? 0) + strength
      }
    }
  }
  const lines: Line[] = []
  const least = Math.min(width, height) * 0.12
  while (lines.length < MAX_LINES) {
    let best = 0
    for (let at = 1; at < votes.length; at += 1)
      if ((votes[at] ?? 0) > (votes[best] ?? 0)) best = at
    if ((votes[best] ?? 0) < least) break
    const turn = Math.floor(best / distances)
    const distance = (best % distances) - reach
    const normal = { x: cosines[turn] ?? 0, y: sines[turn] ?? 0 }
    lines.push({
      normal,
      distance: distance + (width / 2) * normal.x + (height / 2) * normal.y,
    })
    for (let angle = turn - SAME_ANGLE; angle <= turn + SAME_ANGLE; angle += 1) {
      const start = ((angle + 360) % 360) * distances + distance + reach
      votes.fill(0, Math.max(0, start - SAME_DISTANCE), start + SAME_DISTANCE + 1)
    }
  }
  return lines
}

/** Returns where two lines meet. */
export function crossing(a: Line, b: Line): Point {
  const by = a.normal.x * b.normal.y - a.normal.y * b.normal.x
  return {
    x: (a.distance * b.normal.y - b.distance * a.normal.y) / by,
    y: (b.distance * a.normal.x - a.distance * b.normal.x) / by,
  }
}

/** Fills what is dark and narrow: print on a sheet. The border of light areas stays where it is. */
export function withoutPrint(image: GreyImage, radius: number): GreyImage {
  return extreme(extreme(image, radius, Math.max), radius, Math.min)
}

/** Replaces each pixel by the lightest or darkest in the square around it. */
function extreme(
  { width, height, data }: GreyImage,
  radius: number,
  of: (a: number, b: number) => number,
): GreyImage {
  const rows = new Uint8Array(data.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let value = data[y * width + x] ?? 0
      for (let near = Math.max(0, x - radius); near <= Math.min(width - 1, x + radius); near += 1) {
        value = of(value, data[y * width + near] ?? 0)
      }
      rows[y * width + x] = value
    }
  }
  const both = new Uint8Array(data.length)
  for (let y = 0; y < height; y += 1) {
    const first = Math.max(0, y - radius)
    const last = Math.min(height - 1, y + radius)
    for (let x = 0; x < width; x += 1) {
      let value = rows[y * width + x] ?? 0
      for (let near = first; near <= last; near += 1) value = of(value, rows[near * width + x] ?? 0)
      both[y * width + x] = value
    }
  }
  return { width, height, data: both }
}

/** Mean with the neighbours, weighted 1 : 2 : 1. The outermost pixels stay. */
function blur(values: Float32Array, width: number, height: number): Float32Array {
  const rows = Float32Array.from(values)
  for (let at = 1; at < values.length - 1; at += 1) {
    if (at % width === 0 || at % width === width - 1) continue
    rows[at] = ((values[at - 1] ?? 0) + 2 * (values[at] ?? 0) + (values[at + 1] ?? 0)) / 4
  }
  const both = Float32Array.from(rows)
  for (let at = width; at < width * (height - 1); at += 1) {
    both[at] = ((rows[at - width] ?? 0) + 2 * (rows[at] ?? 0) + (rows[at + width] ?? 0)) / 4
  }
  return both
}
