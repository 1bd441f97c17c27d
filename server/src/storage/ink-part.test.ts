import sharp from 'sharp'
import { expect, test } from 'vitest'
import { renderText } from '../features/share/card-text.ts'
import { inkPart } from './ink-part.ts'
import { restrictImageLibrary } from './pictures.ts'

// Tests of workers, which run in the same process, forbid SVG.
restrictImageLibrary('VipsForeignLoadSvgBuffer')

const A4 = { width: 1654, height: 2339 }

interface Drawing {
  width?: number
  height?: number
  ground?: string
  /** SVG over the ground. */
  drawn?: string
  /** Bengali texts at places of their top left corners. */
  texts?: { text: string; left: number; top: number; size?: number; color?: string }[]
  /** Standard deviation of the noise of a scanner. */
  noise?: number
}

/** Lines of print from 240 to 1420 across and from 300 to 1100 down. */
const LINES = Array.from(
  { length: 21 },
  (_, i) => `<rect x="240" y="${300 + 40 * i}" width="1180" height="4"/>`,
).join('')

async function partOf({
  width = A4.width,
  height = A4.height,
  ground = '#fdfcf8',
  drawn = LINES,
  texts = [],
  noise = 0,
}: Drawing) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${drawn}</svg>`
  const overlays = await Promise.all(
    texts.map(async ({ text, left, top, size = 30, color = '#222222' }) => {
      const style = { size, color, weight: 'regular', width: 1200 } as const
      return { input: (await renderText(text, style)).png, left, top }
    }),
  )
  const { data } = await sharp(Buffer.from(svg))
    .composite(overlays)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  // The same at each run: a linear congruential generator.
  let seed = 7
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  for (let at = 0; noise > 0 && at < data.length; at += 4) {
    const more = (random() + random() + random() + random() - 2) * 1.73 * noise
    for (const channel of [at, at + 1, at + 2]) {
      data[channel] = Math.max(0, Math.min(255, (data[channel] ?? 0) + more))
    }
  }
  const part = inkPart(width, height, data)
  // Left, top, right, bottom in pixels.
  return (
    part && [
      (part[0] * width) / 1000,
      (part[1] * height) / 1000,
      ((part[0] + part[2]) * width) / 1000,
      ((part[1] + part[3]) * height) / 1000,
    ]
  )
}

/** Expects an edge of ink with a margin of 3 % of the width, within 0.6 % of it. */
const withMargin = (ink: readonly number[], width = A4.width) =>
  ink.map((edge, at) => {
    const wanted = edge + (at < 2 ? -0.03 : 0.03) * width
    return expect.closeTo(wanted, -Math.log10(0.012 * width))
  })

test('cuts wide margins and an empty lower half, also of a noisy scan on beige paper', async () => {
  const print = withMargin([240, 300, 1420, 1104])
  expect(await partOf({})).toEqual(print)
  expect(await partOf({ noise: 8 })).toEqual(print)
  expect(await partOf({ ground: '#f1e9d6', noise: 5 })).toEqual(print)
  const shadow =
    '<defs><linearGradient id="s"><stop offset="0" stop-color="#000" stop-opacity=".3"/><stop offset=".25" stop-color="#000" stop-opacity="0"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#s)"/>'
  expect(await partOf({ drawn: LINES + shadow, noise: 3 })).toEqual(print)
})

test('ignores dust and the line that a scanner draws along the edge', async () => {
  const specks = Array.from(
    { length: 25 },
    (_, i) => `<circle cx="${30 + ((i * 613) % 1600)}" cy="${1250 + ((i * 397) % 1060)}" r="3"/>`,
  ).join('')
  const edge = '<rect x="0" y="0" width="14" height="2339"/><circle cx="1640" cy="60" r="4"/>'
  expect(await partOf({ drawn: LINES + specks + edge })).toEqual(withMargin([240, 300, 1420, 1104]))
})

test('keeps a page number, a faint stamp, a faint signature and a dotted line', async () => {
  const number = await partOf({ texts: [{ text: '৩', left: 820, top: 2210, size: 26 }] })
  expect(number?.[3]).toBeGreaterThan(2260)
  const stamp =
    '<circle cx="1330" cy="1700" r="130" fill="none" stroke="#d9d3f2" stroke-width="5"/>'
  const stamped = await partOf({ drawn: LINES + stamp, noise: 4 })
  expect(stamped?.[3]).toBeGreaterThan(1860)
  expect(stamped?.[2]).toBeGreaterThan(1490)
  const signature =
    '<path d="M250 1500c60-90 80 60 120-20s60 70 110 0 90 30 160-40" fill="none" stroke="#9fb4dd" stroke-width="3"/>'
  expect((await partOf({ drawn: LINES + signature, noise: 4 }))?.[3]).toBeGreaterThan(1540)
  const dots = Array.from(
    { length: 40 },
    (_, i) => `<circle cx="${250 + 12 * i}" cy="1900" r="2"/>`,
  ).join('')
  expect((await partOf({ drawn: LINES + dots }))?.[3]).toBeGreaterThan(1940)
})

test('cuts a page on its side', async () => {
  const drawn =
    '<rect x="300" y="200" width="1000" height="500" fill="none" stroke="#000" stroke-width="4"/>'
  expect(await partOf({ width: 1654, height: 1169, drawn })).toEqual(
    withMargin([298, 198, 1302, 702]),
  )
})

test('leaves a page whole where the ink is not sure, or nothing is gained', async () => {
  const photo = '<rect x="200" y="200" width="1200" height="1900" fill="#f4f2ee"/>'
  const whole: Drawing[] = [
    { drawn: '' },
    { drawn: '', noise: 8 },
    // A photo of a paper on a dark table, a coloured ground, light letters on a dark ground.
    { ground: '#40342b', drawn: photo + LINES },
    { ground: '#f7c9d4' },
    { ground: '#00005c', drawn: `<g fill="#fff">${LINES}</g>` },
    // Nothing but a page number.
    { drawn: '', texts: [{ text: '৩', left: 820, top: 2210 }] },
    { drawn: '<rect x="40" y="40" width="1570" height="2260" fill="none" stroke="#000"/>' },
  ]
  for (const drawing of whole) expect([drawing, await partOf(drawing)]).toEqual([drawing, null])
})
