import { type Corners, distanceOf, dot, type Point } from './corners.ts'
import { crossing, type Edges, edgeAt } from './sheet-edges.ts'

/** An edge near a side: `offset` is how far inside of it, at `place` along it. */
interface EdgePoint {
  place: number
  offset: number
  weight: number
}

/** How far an edge is looked for on both sides of a line, in pixels. */
const REACH = 6
const POINTS = 48

/** Moves the sides onto the edges, which may be bent, and returns where they meet. */
export function fitToEdges(edges: Edges, corners: Corners): Corners {
  const curves = corners.map((from, at) => {
    const to = corners[(at + 1) % 4] ?? from
    const length = distanceOf(from, to)
    const direction = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
    const normal = { x: -direction.y, y: direction.x }
    const points: EdgePoint[] = []
    for (let n = 0; n < POINTS; n += 1) {
      const place = length * (0.04 + (0.92 * n) / (POINTS - 1))
      let best = { place, offset: 0, weight: 0 }
      for (let offset = -REACH; offset <= REACH; offset += 0.5) {
        const x = from.x + direction.x * place + normal.x * offset
        const y = from.y + direction.y * place + normal.y * offset
        const weight = edgeAt(edges, x, y, normal, true)
        if (weight > best.weight) best = { place, offset, weight }
      }
      points.push(best)
    }
    return { from, direction, normal, length, bend: parabola(points, length) }
  })
  type Curve = (typeof curves)[number]
  const meeting = (before: Curve | undefined, after: Curve | undefined, corner: Point): Point => {
    if (!before || !after) return corner
    let meets = corner
    for (let round = 0; round < 4; round += 1) {
      const [a, b] = [before, after].map(({ from, direction, normal, length, bend }) => {
        const away = { x: meets.x - from.x, y: meets.y - from.y }
        const place = Math.min(Math.max(dot(away, direction), 0), length)
        const slope = bend[1] + 2 * bend[2] * place
        const across = { x: normal.x - slope * direction.x, y: normal.y - slope * direction.y }
        const offset = bend[0] + bend[1] * place + bend[2] * place * place
        const at = {
          x: from.x + direction.x * place + normal.x * offset,
          y: from.y + direction.y * place + normal.y * offset,
        }
        return { normal: across, distance: dot(at, across) }
      })
      if (a && b) meets = crossing(a, b)
    }
    return distanceOf(meets, corner) < 3 * REACH ? meets : corner
  }
  const [a, b, c, d] = corners
  return [
    meeting(curves[3], curves[0], a),
    meeting(curves[0], curves[1], b),
    meeting(curves[1], curves[2], c),
    meeting(curves[2], curves[3], d),
  ]
}

/** Fits offset = a + b·place + c·place² to the points, except those that lie elsewhere. */
function parabola(points: readonly EdgePoint[], length: number): readonly [number, number, number] {
  let bend: readonly [number, number, number] = [0, 0, 0]
  for (const width of [2 * REACH, 3, 1.5, 1.5]) {
    const sums = new Float64Array(5)
    const right = new Float64Array(3)
    for (const { place, offset, weight } of points) {
      const t = place / length
      const miss = (offset - bend[0] - bend[1] * t - bend[2] * t * t) / width
      if (Math.abs(miss) >= 1) continue
      const counts = weight * (1 - miss * miss) ** 2
      for (let power = 0; power < 5; power += 1)
        sums[power] = (sums[power] ?? 0) + counts * t ** power
      for (let power = 0; power < 3; power += 1) {
        right[power] = (right[power] ?? 0) + counts * offset * t ** power
      }
    }
    const [s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0] = sums
    const [r0 = 0, r1 = 0, r2 = 0] = right
    const whole = determinant(s0, s1, s2, s1, s2, s3, s2, s3, s4)
    if (Math.abs(whole) < 1e-6) break
    bend = [
      determinant(r0, s1, s2, r1, s2, s3, r2, s3, s4) / whole,
      determinant(s0, r0, s2, s1, r1, s3, s2, r2, s4) / whole,
      determinant(s0, s1, r0, s1, s2, r1, s2, s3, r2) / whole,
    ]
  }
  return [bend[0], bend[1] / length, bend[2] / (length * length)]
}

const determinant = (
  ...[a, b, c, d, e, f, g, h, i]: [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
) => a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
