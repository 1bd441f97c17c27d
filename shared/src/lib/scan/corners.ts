export interface Point {
  x: number
  y: number
}

/** Corners of a sheet in pixels of the picture, clockwise from the top left of the sheet. */
export type Corners = readonly [Point, Point, Point, Point]

/** Share of the picture that a sheet covers at least. */
const MIN_AREA = 0.2

/** Returns the corners of the whole picture. */
export function wholePicture({ width, height }: { width: number; height: number }): Corners {
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
}

/** Whether the corners can be those of a sheet: clockwise, convex and not too small. */
export function isSheet(corners: Corners, { width, height }: { width: number; height: number }) {
  return isConvex(corners) && areaOf(corners) >= MIN_AREA * width * height
}

/** Whether the outline turns clockwise at each corner. */
export function isConvex(corners: Corners): boolean {
  return corners.every((corner, at) => {
    const next = corners[(at + 1) % 4] ?? corner
    const last = corners[(at + 3) % 4] ?? corner
    return cross(corner, next, last) > 0
  })
}

/** Area of a convex outline. */
export function areaOf([a, b, c, d]: Corners): number {
  return Math.abs((c.x - a.x) * (d.y - b.y) - (d.x - b.x) * (c.y - a.y)) / 2
}

/** Turns a sheet clockwise: the corner that comes to the top left becomes the first. */
export function turned([a, b, c, d]: Corners, degrees: 0 | 90 | 180 | 270): Corners {
  switch (degrees) {
    case 0:
      return [a, b, c, d]
    case 90:
      return [d, a, b, c]
    case 180:
      return [c, d, a, b]
    case 270:
      return [b, c, d, a]
  }
}

export const distanceOf = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y)

export const dot = (a: Point, b: Point) => a.x * b.x + a.y * b.y

const cross = (from: Point, a: Point, b: Point) =>
  (a.x - from.x) * (b.y - from.y) - (a.y - from.y) * (b.x - from.x)
