import { describe, expect, it } from 'vitest'
import { type Corners, distanceOf, isSheet, turned } from './corners.ts'
import { findSheet } from './find-sheet.ts'
import type { GreyImage } from './grey-image.ts'
import { straighten } from './straighten.ts'

const SIZE = { width: 480, height: 640 }

/** Draws each pixel by its place. */
function drawn(brightness: (x: number, y: number) => number): GreyImage {
  const data = new Uint8Array(SIZE.width * SIZE.height)
  for (let at = 0; at < data.length; at += 1) {
    const x = at % SIZE.width
    data[at] = Math.min(255, Math.max(0, brightness(x, (at - x) / SIZE.width) + grain(at)))
  }
  return { ...SIZE, data }
}

const grain = (at: number) => ((Math.imul(at + 7, 2_654_435_761) >>> 16) % 9) - 4

/** Places in a sheet of width 1 and height √2, from its top left. */
interface Pose {
  corners: Corners
  toSheet: (x: number, y: number) => { u: number; v: number }
}

/** A sheet of A4 around the middle of the picture. */
function sheetAt(degrees: number, width: number): Pose {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const place = (x: number, y: number) => ({
    x: SIZE.width / 2 + x * cosine - y * sine,
    y: SIZE.height / 2 + x * sine + y * cosine,
  })
  const [x, y] = [width / 2, (width * Math.SQRT2) / 2]
  return {
    corners: [place(-x, -y), place(x, -y), place(x, y), place(-x, y)],
    toSheet(px, py) {
      const [dx, dy] = [px + 0.5 - SIZE.width / 2, py + 0.5 - SIZE.height / 2]
      return {
        u: (dx * cosine + dy * sine) / width + 0.5,
        v: (dy * cosine - dx * sine) / (width * Math.SQRT2) + 0.5,
      }
    },
  }
}

/** Lines of words, and a dark heading on the left. */
function paper(u: number, v: number): number {
  const isHeading = v > 0.1 && v < 0.13 && u > 0.1 && u < 0.4
  const isWord = u > 0.1 && u < 0.9 && v > 0.2 && v < 0.8 && v % 0.03 < 0.009 && u % 0.07 < 0.055
  return isHeading || isWord ? 60 : 225
}

function photoOf({ toSheet }: Pose, desk: (x: number, y: number) => number): GreyImage {
  return drawn((x, y) => {
    const { u, v } = toSheet(x, y)
    return u >= 0 && u < 1 && v >= 0 && v < 1 ? paper(u, v) : desk(x, y)
  })
}

const miss = (found: Corners, real: Corners) =>
  Math.max(...found.map((corner, at) => distanceOf(corner, real[at] ?? corner)))

describe('findSheet', () => {
  it.each([0, 8, -17, 30])('finds a sheet turned by %i° on a dark desk', (degrees) => {
    const pose = sheetAt(degrees, 300)
    const found = findSheet(photoOf(pose, (x, y) => 90 + 12 * Math.sin(x / 9 + y / 40)))
    expect(found?.sure).toBe(true)
    expect(miss(found?.corners ?? turned(pose.corners, 180), pose.corners)).toBeLessThan(3)
  })

  it('finds a sheet under a shadow that crosses it', () => {
    const pose = sheetAt(5, 310)
    const lit = photoOf(pose, () => 110)
    const photo = drawn((x, y) => {
      const shade = x + 0.4 * y > 380 ? 0.55 : 1
      return (lit.data[y * SIZE.width + x] ?? 0) * shade
    })
    const found = findSheet(photo)
    expect(miss(found?.corners ?? turned(pose.corners, 180), pose.corners)).toBeLessThan(4)
  })

  it('finds a sheet of which a finger hides a corner', () => {
    const pose = sheetAt(-4, 310)
    const [, corner] = pose.corners
    const open = photoOf(pose, () => 80)
    const photo = drawn((x, y) =>
      Math.hypot(x - corner.x, y - corner.y) < 26 ? 120 : (open.data[y * SIZE.width + x] ?? 0),
    )
    const found = findSheet(photo)
    expect(miss(found?.corners ?? turned(pose.corners, 180), pose.corners)).toBeLessThan(5)
  })

  it('finds a sheet on a desk that is nearly as light', () => {
    const pose = sheetAt(3, 300)
    const found = findSheet(photoOf(pose, () => 207))
    expect(miss(found?.corners ?? turned(pose.corners, 180), pose.corners)).toBeLessThan(4)
  })

  it('finds nothing in a photo of a class', () => {
    const classroom = drawn((x, y) => {
      const isFace = Math.hypot((x % 80) - 40, (y % 110) - 40) < 18
      const isHair = Math.hypot((x % 80) - 40, (y % 110) - 28) < 24
      const isWindow = y < 150 && x % 160 > 60
      return isFace ? 170 : isHair ? 35 : isWindow ? 235 : 120 + 30 * Math.sin(x / 31) + y / 20
    })
    expect(findSheet(classroom)).toBeNull()
  })

  it('finds nothing on an empty desk or in a tiny picture', () => {
    expect(findSheet(drawn(() => 120))).toBeNull()
    expect(findSheet({ width: 3, height: 2, data: new Uint8Array(6) })).toBeNull()
  })

  it('takes no corners that are no sheet', () => {
    const [a, b, c, d] = sheetAt(0, 300).corners
    expect(isSheet([a, b, c, d], SIZE)).toBe(true)
    expect(isSheet([a, c, b, d], SIZE)).toBe(false)
    expect(isSheet([a, d, c, b], SIZE)).toBe(false)
    expect(isSheet(sheetAt(0, 120).corners, SIZE)).toBe(false)
  })
})

describe('straighten', () => {
  it('makes A4 of a turned sheet, with the heading where it was', () => {
    const pose = sheetAt(12, 300)
    const page = straighten(
      photoOf(pose, () => 60),
      pose.corners,
      600,
    )
    expect([page.width, page.height]).toEqual([600, 849])
    const at = (u: number, v: number) =>
      page.data[Math.round(v * page.height) * page.width + Math.round(u * page.width)]
    expect(at(0.25, 0.115)).toBeLessThan(90)
    expect(at(0.75, 0.115)).toBeGreaterThan(200)
    expect(at(0.02, 0.02)).toBeGreaterThan(200)
    expect(at(0.98, 0.98)).toBeGreaterThan(200)
  })

  it('turns a page by turning its corners', () => {
    const pose = sheetAt(0, 300)
    const page = straighten(
      photoOf(pose, () => 60),
      turned(pose.corners, 90),
      849,
    )
    expect([page.width, page.height]).toEqual([849, 600])
    // The heading is on the right now, in the upper part.
    expect(page.data[150 * 849 + Math.round(849 * 0.885)]).toBeLessThan(90)
  })

  it('estimates the shape of a sheet seen from the side', () => {
    // A4 through a camera whose focal length is 0.8 of the longer side, leaning back by 35°.
    const focal = 0.8 * SIZE.height
    const lean = (35 * Math.PI) / 180
    const seen = (x: number, y: number) => {
      const depth = 3 + y * Math.sin(lean)
      return {
        x: SIZE.width / 2 + (focal * x) / depth,
        y: SIZE.height / 2 + (focal * y * Math.cos(lean)) / depth,
      }
    }
    const [x, y] = [0.5, Math.SQRT1_2]
    const corners: Corners = [seen(-x, -y), seen(x, -y), seen(x, y), seen(-x, y)]
    expect(
      straighten(
        drawn(() => 200),
        corners,
        500,
      ).height,
    ).toBe(707)
  })
})
