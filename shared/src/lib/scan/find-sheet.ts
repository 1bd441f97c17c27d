import { areaOf, type Corners, distanceOf, dot, isSheet, type Point } from './corners.ts'
import { fitToEdges } from './fit-to-edges.ts'
import { type GreyImage, resizeGrey } from './grey-image.ts'
import {
  crossing,
  type Edges,
  edgeAt,
  edgesOf,
  type Line,
  linesOf,
  withoutPrint,
} from './sheet-edges.ts'

/** Longest side of the picture that is searched, in pixels: edges stay, grain goes. */
const SEARCH_SIDE = 420
/** Letters of a page that fills the picture are lower than this, in pixels of the searched picture. */
const PRINT_RADIUS = 3
/** Marks from which a sheet is taken for one, and from which it is sure. */
const MIN_SCORE = 0.42
const SURE_SCORE = 0.66
/** By how much the sheet must be better than one elsewhere to be sure. */
const SURE_LEAD = 0.05
/** Opposite sides differ at most so much in direction, neighbouring ones at least: sine and cosine. */
const MAX_LEAN = Math.cos((32 * Math.PI) / 180)
const MIN_SINE = Math.sin((58 * Math.PI) / 180)
/** How far a corner may lie outside the picture, as a part of its longer side. */
const OUTSIDE = 0.03
/** How much the picture's border counts as an edge. */
const FRAME_EDGE = 0.3
/** Outlines whose inside is looked at. */
const MAX_OUTLINES = 120
/** Where the margins of a sheet are looked at, in sides of the sheet. */
const MARGIN_INSETS = [0.02, 0.03, 0.04]
/** Edges up to this are grain. */
const GRAIN = 0.25

/** A quadrilateral and how much speaks for it. */
interface Candidate {
  corners: Corners
  score: number
}

/**
 * Finds the sheet in a photo: the four-sided area that is lighter than what is around it, even inside,
 * and whose edges end at its corners. Null if there is none.
 */
export function findSheet(image: GreyImage): { corners: Corners; sure: boolean } | null {
  const scale = Math.min(1, SEARCH_SIDE / Math.max(image.width, image.height))
  const small = resizeGrey(image, Math.max(1, Math.round(image.width * scale)))
  if (Math.min(small.width, small.height) < 32) return null
  const edges = edgesOf(withoutPrint(small, PRINT_RADIUS))
  const found = searched(edges, edgesOf(small))
  const [best] = found
  if (!best || best.score < MIN_SCORE) return null
  const rival = found.find((one) => !isSame(one.corners, best.corners, small))
  const sure = best.score >= SURE_SCORE && best.score - (rival?.score ?? 0) >= SURE_LEAD
  const factor = image.width / small.width
  const place = (value: number, length: number) => Math.min(Math.max(value * factor, 0), length)
  const [a, b, c, d] = fitToEdges(edges, best.corners)
  const enlarged = (point: Point) => ({
    x: place(point.x + 0.5, image.width),
    y: place(point.y + 0.5, image.height),
  })
  const corners: Corners = [enlarged(a), enlarged(b), enlarged(c), enlarged(d)]
  return isSheet(corners, image) ? { corners, sure } : null
}

/**
 * Returns the likely sheets, the best first.
 * @param edges without those of print
 * @param withPrint all edges
 */
function searched(edges: Edges, withPrint: Edges): Candidate[] {
  const sides = [...linesOf(edges), ...frameOf(edges)].map((line, at, { length }) =>
    sideOf(edges, line, at >= length - 4),
  )
  const pairs = oppositePairs(sides)
  const outlines: Candidate[] = []
  for (const [top, bottom] of pairs) {
    // The other order of these two, or the sides of an upright sheet.
    if (top.line.normal.y < 0.7) continue
    for (const [left, right] of pairs) {
      const { normal } = left.line
      const sine = normal.x * top.line.normal.y - normal.y * top.line.normal.x
      if (sine < MIN_SINE) continue
      const quad: Quad = [top, right, bottom, left]
      if (quad.filter((side) => side.isFrame).length > 2) continue
      const corners = cornersOf(quad)
      if (!isInside(corners, edges) || !isSheet(corners, edges)) continue
      outlines.push({ corners, score: outlineScore(quad, corners, edges) })
    }
  }
  return outlines
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_OUTLINES)
    .map(({ corners, score }) => ({
      corners,
      score: score - 1.2 * unevenness(edges, corners) - 0.8 * marginUnevenness(withPrint, corners),
    }))
    .sort((a, b) => b.score - a.score)
}

/** A line, with the sums of its edge along it: the mean of a part takes two look-ups. */
interface Side {
  line: Line
  isFrame: boolean
  /** Place of the first sum along the line. */
  start: number
  sums: Float32Array
}

/** Top, right, bottom and left. */
type Quad = readonly [Side, Side, Side, Side]

/** Points along a line are counted in this direction: the light side is to the right. */
const along = ({ normal }: Line): Point => ({ x: normal.y, y: -normal.x })

function sideOf(edges: Edges, line: Line, isFrame: boolean): Side {
  const direction = along(line)
  const corners = [0, edges.width].flatMap((x) => [0, edges.height].map((y) => ({ x, y })))
  const places = corners.map((corner) => dot(corner, direction))
  const start = Math.floor(Math.min(...places))
  const sums = new Float32Array(Math.ceil(Math.max(...places)) - start + 1)
  for (let at = 1; at < sums.length; at += 1) {
    const place = start + at - 1
    let surest = isFrame ? FRAME_EDGE : 0
    for (let off = -2; off <= 2 && !isFrame; off += 1) {
      const x = line.normal.x * (line.distance + off) + direction.x * place
      const y = line.normal.y * (line.distance + off) + direction.y * place
      surest = Math.max(surest, edgeAt(edges, x, y, line.normal))
    }
    sums[at] = (sums[at - 1] ?? 0) + surest
  }
  return { line, isFrame, start, sums }
}

/** Returns the mean of the edge between two places along a side. */
function meanEdge({ start, sums }: Side, from: number, to: number): number {
  const last = sums.length - 1
  const first = Math.min(Math.max(Math.round(Math.min(from, to)) - start, 0), last)
  const end = Math.min(Math.max(Math.round(Math.max(from, to)) - start, 0), last)
  return end - first < 4 ? 0 : ((sums[end] ?? 0) - (sums[first] ?? 0)) / (end - first)
}

/** The borders of the picture, for sheets that are not wholly in it. */
function frameOf({ width, height }: Edges): Line[] {
  return [
    { normal: { x: 1, y: 0 }, distance: 0 },
    { normal: { x: -1, y: 0 }, distance: 1 - width },
    { normal: { x: 0, y: 1 }, distance: 0 },
    { normal: { x: 0, y: -1 }, distance: 1 - height },
  ]
}

/** Returns pairs of sides that face each other across a lighter area. */
function oppositePairs(sides: readonly Side[]): [Side, Side][] {
  const pairs: [Side, Side][] = []
  for (const one of sides) {
    for (const other of sides) {
      if (one.isFrame && other.isFrame) continue
      if (-dot(one.line.normal, other.line.normal) < MAX_LEAN) continue
      // Seen from the picture's middle; corners are checked afterwards.
      if (-other.line.distance - one.line.distance > 0) pairs.push([one, other])
    }
  }
  return pairs
}

function cornersOf([top, right, bottom, left]: Quad): Corners {
  return [
    crossing(left.line, top.line),
    crossing(top.line, right.line),
    crossing(right.line, bottom.line),
    crossing(bottom.line, left.line),
  ]
}

function isInside(corners: Corners, { width, height }: Edges): boolean {
  const over = OUTSIDE * Math.max(width, height)
  return corners.every(
    ({ x, y }) => x > -over && y > -over && x < width + over && y < height + over,
  )
}

/**
 * Marks the edges of a sheet. They reach the corners; edges that go on beyond belong to something else.
 */
function outlineScore(quad: Quad, corners: Corners, { width, height }: Edges): number {
  let sum = 0
  let weakest = 1
  let ends = 0
  let beyond = 0
  for (const [at, side] of quad.entries()) {
    const direction = along(side.line)
    const from = dot(corners[at] ?? corners[0], direction)
    const to = dot(corners[(at + 1) % 4] ?? corners[0], direction)
    const length = to - from
    const edge = meanEdge(side, from + 0.02 * length, to - 0.02 * length)
    sum += edge
    weakest = Math.min(weakest, edge)
    ends += meanEdge(side, from + 0.005 * length, from + 0.07 * length)
    ends += meanEdge(side, to - 0.07 * length, to - 0.005 * length)
    if (side.isFrame) continue
    beyond += meanEdge(side, from - 0.03 * length, from - 0.15 * length)
    beyond += meanEdge(side, to + 0.03 * length, to + 0.15 * length)
  }
  const share = areaOf(corners) / (width * height)
  return 0.1 * sum + 0.4 * weakest + 0.025 * ends - 0.075 * beyond + 0.1 * Math.sqrt(share)
}

/** Returns how much of the inside is edges: nothing on paper whose print is filled. */
function unevenness(edges: Edges, corners: Corners): number {
  const steps = 32
  let sum = 0
  for (let row = 1; row < steps; row += 1) {
    for (let column = 1; column < steps; column += 1) {
      sum += edgeInside(edges, corners, 0.05 + (0.9 * column) / steps, 0.05 + (0.9 * row) / steps)
    }
  }
  return sum / (steps - 1) ** 2
}

/** Returns how much of the margins is edges: nothing is printed there, and no other edge is near. */
function marginUnevenness(edges: Edges, corners: Corners): number {
  const steps = 40
  let sum = 0
  for (let step = 1; step < steps; step += 1) {
    const along = step / steps
    for (const inset of MARGIN_INSETS) {
      sum += edgeInside(edges, corners, along, inset) + edgeInside(edges, corners, along, 1 - inset)
      sum += edgeInside(edges, corners, inset, along) + edgeInside(edges, corners, 1 - inset, along)
    }
  }
  return sum / (4 * MARGIN_INSETS.length * (steps - 1))
}

/** Returns how sure an edge of any direction is at a place of the sheet, less what is grain. */
function edgeInside(edges: Edges, [a, b, c, d]: Corners, u: number, v: number): number {
  const x = (a.x * (1 - u) + b.x * u) * (1 - v) + (d.x * (1 - u) + c.x * u) * v
  const y = (a.y * (1 - u) + b.y * u) * (1 - v) + (d.y * (1 - u) + c.y * u) * v
  const at = Math.round(y) * edges.width + Math.round(x)
  const length = Math.hypot(edges.x[at] ?? 0, edges.y[at] ?? 0)
  return Math.min(1, Math.max(0, length / edges.sure - GRAIN))
}

function isSame(a: Corners, b: Corners, { width, height }: GreyImage): boolean {
  const near = 0.04 * Math.hypot(width, height)
  return a.every((corner, at) => distanceOf(corner, b[at] ?? corner) < near)
}
