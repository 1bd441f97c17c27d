import { expect, it } from 'vitest'
import type { GreyImage } from './grey-image.ts'
import { isReadableAsOneBit, oneBit } from './one-bit.ts'

function drawn(width: number, height: number, brightness: (x: number, y: number) => number) {
  const data = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at += 1) {
    data[at] = brightness(at % width, Math.floor(at / width))
  }
  return { width, height, data } satisfies GreyImage
}

/** Strokes with grey borders, as letters have. */
const print = (x: number, y: number) => {
  if (y % 40 > 24) return 255
  return [255, 255, 160, 20, 20, 20, 160, 255, 255, 255][x % 10] ?? 255
}

it('packs rows into whole bytes, 1 is white, and drops single specks', () => {
  const image = drawn(10, 4, (x, y) => ((x < 3 && y < 3) || (x === 7 && y === 1) ? 0 : 255))
  expect([...oneBit(image)].map((byte) => byte.toString(2).padStart(8, '0'))).toEqual([
    ...['00011111', '11000000'],
    ...['00011111', '11000000'],
    ...['00011111', '11000000'],
    ...['11111111', '11000000'],
  ])
})

it('takes print for readable in black and white, and a photo on the page not', () => {
  expect(isReadableAsOneBit(drawn(800, 1130, print))).toBe(true)
  const form = drawn(800, 1130, (x, y) => {
    const isPortrait = x > 560 && x < 740 && y > 60 && y < 290
    return isPortrait ? 90 + ((x + y) % 120) : print(x, y)
  })
  expect(isReadableAsOneBit(form)).toBe(false)
})
