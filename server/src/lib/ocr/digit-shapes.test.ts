import type { GreyImage } from '@bidyaloy/shared/lib/scan/grey-image'
import { describe, expect, it } from 'vitest'
import { compareDigits } from './digit-shapes.ts'
import type { Reading } from './doubt-numbers.ts'

/** Dots of three digits of a typeface. */
const SHAPES = {
  round: '.##.#..##..##..#.##.',
  hook: '####...#..#..#..#...',
  cross: '#..#.##..##.#..##..#',
}
type Shape = keyof typeof SHAPES

const DOT = 4
const [WIDTH, HEIGHT] = [200, 400]

/** Draws numbers below each other, and reads each as a text. */
function readPage(
  numbers: readonly {
    drawn: readonly Shape[]
    text: string
    agreed?: boolean
    sureness?: number
    other?: string
  }[],
) {
  const page: GreyImage = {
    width: WIDTH,
    height: HEIGHT,
    data: new Uint8Array(WIDTH * HEIGHT).fill(255),
  }
  const readings = numbers.map(
    ({ drawn, text, agreed = true, sureness = 96, other = text }, row): Reading => {
      const [left, top] = [20, 20 + row * 40]
      for (const [at, shape] of drawn.entries()) {
        for (const [dot, ink] of [...SHAPES[shape]].entries()) {
          if (ink !== '#') continue
          const x = left + at * 24 + (dot % 4) * DOT
          const y = top + Math.floor(dot / 4) * DOT
          for (let line = y; line < y + DOT; line += 1)
            page.data.fill(0, line * WIDTH + x, line * WIDTH + x + DOT)
        }
      }
      const box = { left, top, right: left + drawn.length * 24, bottom: top + 5 * DOT }
      return {
        word: { text, sureness, agreed },
        found: { ...box, text, sureness, line: row },
        other,
        least: sureness,
      }
    },
  )
  compareDigits(page, readings)
  return readings.map(({ word }) => word.agreed)
}

describe('the digits of a page', () => {
  it('are doubted where the same shape was read differently', () => {
    expect(
      readPage([
        { drawn: ['round', 'hook'], text: '৫১' },
        { drawn: ['round', 'cross'], text: '৮২' },
        { drawn: ['cross', 'hook'], text: '২১' },
      ]),
    ).toEqual([false, false, true])
  })

  it('are doubted where different shapes were read alike', () => {
    expect(
      readPage([
        { drawn: ['round', 'hook'], text: '৮১' },
        { drawn: ['cross', 'hook'], text: '৮১' },
        { drawn: ['hook'], text: '১' },
      ]),
    ).toEqual([false, false, true])
  })

  it('confirm a less sure number that looks like the others', () => {
    const agreed = { drawn: ['round', 'hook', 'cross'], text: '৫১২' } as const
    const unsure = { drawn: ['cross', 'round'], agreed: false } as const
    expect(readPage([agreed, { ...unsure, text: '২৫', sureness: 80 }])).toEqual([true, true])
    expect(readPage([agreed, { ...unsure, text: '২৫', sureness: 60 }])).toEqual([true, false])
    expect(readPage([agreed, { ...unsure, text: '২৫', other: '২৬' }])).toEqual([true, true])
    expect(readPage([agreed, { ...unsure, text: '২৫', other: '২.৫' }])).toEqual([true, false])
    expect(readPage([agreed, { ...unsure, text: '২৭' }])).toEqual([false, false])
  })

  it('say nothing where they cannot be told apart', () => {
    expect(readPage([{ drawn: ['round', 'hook'], text: '৫১২' }])).toEqual([true])
  })
})
