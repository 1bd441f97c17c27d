import { expect, it } from 'vitest'
import { paperFont } from '../../demo/paper/shaped-font.ts'
import { cutShort, drawFittingText, drawText, lettersOf } from './card-text.ts'

const bold = { weight: 'bold', color: '#14231c', width: 2000 } as const

it('letters come from the typeface, shaped, and not as boxes', async () => {
  const size = 60
  for (const word of ['বিজ্ঞপ্তি', 'ক্ষ', 'উজ্জ্বল', 'শিক্ষার্থী', 'SSC ২০২৬']) {
    const { width } = await drawText(word, { ...bold, size })
    // As wide as HarfBuzz sets the same word in the same file, but for the letters' own margins.
    const set = paperFont('bold').width(word) * size
    expect([word, Math.abs(width - set) < size * 0.2]).toEqual([word, true])
  }
  const [conjunct, parted] = [
    await drawText('ক্ষ', { ...bold, size }),
    await drawText('কষ', { ...bold, size }),
  ]
  expect(conjunct.width).toBeLessThan(parted.width)
})

it('a text in the colours of markup stays a text', async () => {
  const hostile = await drawText('<b>&amp;</b>', { ...bold, size: 40 })
  const plain = await drawText('&', { ...bold, size: 40 })
  expect(hostile.width).toBeGreaterThan(plain.width * 5)
  await expect(drawText('\u0000\ufffe', { ...bold, size: 40 })).resolves.toBeDefined()
})

it('a long text is cut between words until it fits, a short one is drawn large', async () => {
  const room = { sizes: [60, 40], height: 200 }
  const style = { ...bold, width: 600 }
  const long = await drawFittingText('নির্বাচনি পরীক্ষার ফরম পূরণ সংক্রান্ত '.repeat(12), style, room)
  expect(long.height).toBeLessThanOrEqual(200)
  expect(long.height).toBeGreaterThan(100)
  const endless = await drawFittingText('ক্ষ'.repeat(300), style, room)
  expect(endless.height).toBeLessThanOrEqual(200)
  const short = await drawFittingText('ছুটি', style, room)
  expect(short.height).toBeGreaterThan((await drawText('ছুটি', { ...style, size: 40 })).height)
})

it('counts letters as readers do and tears no conjunct', () => {
  expect(lettersOf('শিক্ষার্থী')).toEqual(['শি', 'ক্ষা', 'র্থী'])
  expect(cutShort(lettersOf('শিক্ষার্থীদের ছুটির নোটিশ'), 9)).toBe('শিক্ষার্থীদের ছুটির…')
  expect(cutShort(lettersOf('ক্ষক্ষক্ষ'), 2)).toBe('ক্ষক্ষ…')
})
