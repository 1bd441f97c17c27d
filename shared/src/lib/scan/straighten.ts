import { type Corners, distanceOf, type Point } from './corners.ts'
import type { GreyImage } from './grey-image.ts'

/** Width of an upright page in pixels: A4 at 205 dpi. */
export const PAGE_WIDTH = 1700
/** Height of common papers by their width: A4, Legal. */
const PAPERS = [Math.SQRT2, 14 / 8.5]
/** An estimate this near to a paper's is the paper's. */
const NEAR = 0.06
/** Focal lengths of phones, in longer sides of the photo: usual, least, greatest. */
const FOCAL = { usual: 0.75, least: 0.5, greatest: 1.6 }

/**
 * Returns the sheet as it looks from straight above.
 * @param ratio height of the sheet by its width
 */
export function straighten(
  image: GreyImage,
  corners: Corners,
  width = PAGE_WIDTH,
  ratio = sheetRatio(corners, image),
): GreyImage {
  const height = Math.max(1, Math.round(width * ratio))
  const [a, b, c] = projectionTo(corners)
  const straight = new Uint8Array(width * height)
  const lastX = image.width - 1.001
  const lastY = image.height - 1.001
  for (let y = 0; y < height; y += 1) {
    const v = (y + 0.5) / height
    for (let x = 0; x < width; x += 1) {
      const u = (x + 0.5) / width
      const by = 1 / (c[0] * u + c[1] * v + 1)
      const fromX = Math.min(Math.max((a[0] * u + a[1] * v + a[2]) * by - 0.5, 0), lastX)
      const fromY = Math.min(Math.max((b[0] * u + b[1] * v + b[2]) * by - 0.5, 0), lastY)
      const left = fromX | 0
      const top = fromY | 0
      const toRight = fromX - left
      const at = top * image.width + left
      const { data } = image
      const topLeft = data[at] ?? 0
      const bottomLeft = data[at + image.width] ?? 0
      const above = topLeft + ((data[at + 1] ?? 0) - topLeft) * toRight
      const below = bottomLeft + ((data[at + image.width + 1] ?? 0) - bottomLeft) * toRight
      straight[y * width + x] = above + (below - above) * (fromY - top) + 0.5
    }
  }
  return { width, height, data: straight }
}

/** Returns where a place of the straightened sheet, in parts of its sides, lies in the photo. */
export function placeInPhoto(corners: Corners, { x, y }: Point): Point {
  const [a, b, c] = projectionTo(corners)
  const by = 1 / (c[0] * x + c[1] * y + 1)
  return { x: (a[0] * x + a[1] * y + a[2]) * by, y: (b[0] * x + b[1] * y + b[2]) * by }
}

/** Returns the three rows of the projection of the unit square onto the corners. */
function projectionTo([a, b, c, d]: Corners) {
  const right = { x: b.x - c.x, y: b.y - c.y }
  const down = { x: d.x - c.x, y: d.y - c.y }
  const rest = { x: a.x - b.x + c.x - d.x, y: a.y - b.y + c.y - d.y }
  const by = right.x * down.y - down.x * right.y
  const g = (rest.x * down.y - down.x * rest.y) / by
  const h = (right.x * rest.y - rest.x * right.y) / by
  return [
    [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x],
    [b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y],
    [g, h, 1],
  ] as const
}

/**
 * Estimates the height of a sheet by its width from its corners in a photo (Zhang and He, “Whiteboard
 * scanning and image enhancement”), or returns that of a common paper near to it.
 * @param photo size of the whole photo, whose middle the camera faced
 */
export function sheetRatio(corners: Corners, photo: { width: number; height: number }): number {
  const ratio = estimatedRatio(corners, photo)
  const papers = PAPERS.flatMap((paper) => [paper, 1 / paper])
  return papers.find((paper) => Math.abs(ratio / paper - 1) < NEAR) ?? ratio
}

type Vector = readonly [number, number, number]

function estimatedRatio(corners: Corners, { width, height }: { width: number; height: number }) {
  const longer = Math.max(width, height)
  const seen = ({ x, y }: Point): Vector => [(x - width / 2) / longer, (y - height / 2) / longer, 1]
  const [topLeft, topRight, bottomRight, bottomLeft] = [
    seen(corners[0]),
    seen(corners[1]),
    seen(corners[2]),
    seen(corners[3]),
  ]
  const diagonal = cross(topLeft, bottomRight)
  const far = dot(diagonal, bottomLeft) / dot(cross(topRight, bottomRight), bottomLeft)
  const low = dot(diagonal, topRight) / dot(cross(bottomLeft, bottomRight), topRight)
  const across = less(topRight, far, topLeft)
  const down = less(bottomLeft, low, topLeft)
  const focalSquare = -(across[0] * down[0] + across[1] * down[1]) / (across[2] * down[2])
  const isLikely = focalSquare > FOCAL.least ** 2 && focalSquare < FOCAL.greatest ** 2
  const square = isLikely ? focalSquare : FOCAL.usual ** 2
  const length = ([x, y, z]: Vector) => Math.sqrt((x * x + y * y) / square + z * z)
  const ratio = length(down) / length(across)
  // Corners set by hand can be those of no sheet at all.
  if (ratio > 0.2 && ratio < 5) return ratio
  const [a, b, c, d] = corners
  return (distanceOf(a, d) + distanceOf(b, c)) / (distanceOf(a, b) + distanceOf(d, c))
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const less = (a: Vector, by: number, b: Vector): Vector => [
  a[0] * by - b[0],
  a[1] * by - b[1],
  a[2] * by - b[2],
]
