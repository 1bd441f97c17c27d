import type { Point } from './corners.ts'
import { type GreyImage, resizeGrey } from './grey-image.ts'

/** Largest skew that is detected, in degrees. */
const MAX_SKEW = 8
/** Width in pixels at which the skew is measured, enough for a tenth of a degree. */
const MEASURED_WIDTH = 800
const INK = 128

/**
 * Returns the clockwise skew of the lines of text in degrees. At the right angle, the head lines of
 * Bengali letters fall into few rows, so the variance between rows is largest.
 */
export function skewOf(image: GreyImage): number {
  const { width, height, data } =
    image.width > MEASURED_WIDTH ? resizeGrey(image, MEASURED_WIDTH) : image
  const xs: number[] = []
  const ys: number[] = []
  const margin = Math.round(width * 0.03)
  for (let y = margin; y < height - margin; y += 1) {
    for (let x = margin; x < width - margin; x += 1) {
      if ((data[y * width + x] ?? 255) < INK) {
        xs.push(x - width / 2)
        ys.push(y)
      }
    }
  }
  // A photo without text is dark everywhere.
  if (xs.length < 200 || xs.length > 0.4 * width * height) return 0
  const rows = new Float64Array(height + width)
  const unevenness = (degrees: number) => {
    rows.fill(0)
    const slope = Math.tan((degrees * Math.PI) / 180)
    const offset = width / 2
    for (let n = 0; n < xs.length; n += 1) {
      const row = Math.round((ys[n] ?? 0) - (xs[n] ?? 0) * slope + offset)
      rows[row] = (rows[row] ?? 0) + 1
    }
    let sum = 0
    for (let row = 1; row < rows.length; row += 1)
      sum += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2
    return sum
  }
  const best = (from: number, to: number, step: number) => {
    let found = 0
    let most = unevenness(0) * 1.001
    for (let degrees = from; degrees <= to + 1e-9; degrees += step) {
      const value = unevenness(degrees)
      if (value > most) {
        most = value
        found = degrees
      }
    }
    return found
  }
  const coarse = best(-MAX_SKEW, MAX_SKEW, 0.5)
  return Math.round(best(coarse - 0.5, coarse + 0.5, 0.1) * 10) / 10
}

/** Rotates a picture counter-clockwise around its centre, on white, without changing its size. */
export function rotate(image: GreyImage, degrees: number): GreyImage {
  if (degrees === 0) return image
  const { width, height, data } = image
  const turned = new Uint8Array(data.length).fill(255)
  const sine = Math.sin((degrees * Math.PI) / 180)
  const cosine = Math.cos((degrees * Math.PI) / 180)
  const middleX = (width - 1) / 2
  const middleY = (height - 1) / 2
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const fromX = middleX + (x - middleX) * cosine - (y - middleY) * sine
      const fromY = middleY + (x - middleX) * sine + (y - middleY) * cosine
      const left = Math.floor(fromX)
      const top = Math.floor(fromY)
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue
      const toRight = fromX - left
      const toBottom = fromY - top
      const at = top * width + left
      const above = (data[at] ?? 0) * (1 - toRight) + (data[at + 1] ?? 0) * toRight
      const below = (data[at + width] ?? 0) * (1 - toRight) + (data[at + width + 1] ?? 0) * toRight
      turned[y * width + x] = above * (1 - toBottom) + below * toBottom + 0.5
    }
  }
  return { width, height, data: turned }
}

/** Maps a point of the rotated picture to the original one. */
export function unrotated({ x, y }: Point, { width, height }: GreyImage, degrees: number): Point {
  const sine = Math.sin((degrees * Math.PI) / 180)
  const cosine = Math.cos((degrees * Math.PI) / 180)
  const [acrossX, downY] = [x - (width - 1) / 2, y - (height - 1) / 2]
  return {
    x: (width - 1) / 2 + acrossX * cosine - downY * sine,
    y: (height - 1) / 2 + acrossX * sine + downY * cosine,
  }
}

/** Rotates a picture so that its lines of text are horizontal. */
export function deskewed(image: GreyImage): GreyImage {
  return rotate(image, skewOf(image))
}
