import { describe, expect, it } from 'vitest'
import type { GreyImage } from './grey-image.ts'
import { turnGrey, unturned, uprightTurn } from './upright.ts'

/** Draws words as head lines from which strokes hang. */
function drawnPage(): GreyImage {
  const [width, height] = [1000, 1400]
  const data = new Uint8Array(width * height).fill(255)
  const fill = (x: number, y: number, wide: number, high: number) => {
    for (let row = y; row < y + high; row += 1)
      data.fill(0, row * width + x, row * width + x + wide)
  }
  for (let y = 100; y < 700; y += 50) {
    for (let x = 120; x < 800; x += 90) {
      fill(x, y, 60, 4)
      for (const at of [8, 30, 52]) fill(x + at, y, 4, 20)
    }
  }
  return { width, height, data }
}

describe('the turn that makes a page upright', () => {
  const page = drawnPage()

  it('is that by which letters hang from their head lines', () => {
    for (const turn of [0, 90, 180, 270] as const) {
      const given = turnGrey(page, turn)
      const back = uprightTurn(given)
      expect((turn + back) % 360).toBe(0)
      // Comparing a million numbers one by one takes a minute.
      expect(turnGrey(given, back).data.every((value, at) => value === page.data[at])).toBe(true)
    }
  })

  it('is none for a page without Bengali', () => {
    expect(uprightTurn({ ...page, data: page.data.map(() => 255) })).toBe(0)
  })

  it('takes places back', () => {
    for (const turn of [0, 90, 180, 270] as const) {
      const { width, height, data } = turnGrey(page, turn)
      const at = data.indexOf(0)
      const place = { x: ((at % width) + 0.5) / width, y: (Math.floor(at / width) + 0.5) / height }
      const before = unturned(place, turn)
      const [x, y] = [Math.floor(before.x * page.width), Math.floor(before.y * page.height)]
      expect(page.data[y * page.width + x]).toBe(0)
    }
  })
})
