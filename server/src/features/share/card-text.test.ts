import { expect, it } from 'vitest'
import { cutShort, lettersOf, renderFittingText, renderText } from './card-text.ts'

const bold = { weight: 'bold', color: '#14231c', width: 2000 } as const

it('renders shaped letters of the font, not boxes', async () => {
  const size = 60
  // Advance widths in em by HarfBuzz for the same font.
  const widths = { বিজ্ঞপ্তি: 2.93, ক্ষ: 0.896, উজ্জ্বল: 2.736, শিক্ষার্থী: 3.154, 'SSC ২০২৬': 4.476 }
  for (const [word, em] of Object.entries(widths)) {
    const { width } = await renderText(word, { ...bold, size })
    expect([word, Math.abs(width - em * size) < size * 0.2]).toEqual([word, true])
  }
  const [conjunct, parted] = [
    await renderText('ক্ষ', { ...bold, size }),
    await renderText('কষ', { ...bold, size }),
  ]
  expect(conjunct.width).toBeLessThan(parted.width)
})

it('escapes markup in texts', async () => {
  const hostile = await renderText('<b>&amp;</b>', { ...bold, size: 40 })
  const plain = await renderText('&', { ...bold, size: 40 })
  expect(hostile.width).toBeGreaterThan(plain.width * 5)
  await expect(renderText('\u0000\ufffe', { ...bold, size: 40 })).resolves.toBeDefined()
})

it('shortens a long text between words and renders a short one large', async () => {
  const room = { sizes: [60, 40], height: 200 }
  const style = { ...bold, width: 600 }
  const long = await renderFittingText('নির্বাচনি পরীক্ষার ফরম পূরণ সংক্রান্ত '.repeat(12), style, room)
  expect(long.height).toBeLessThanOrEqual(200)
  expect(long.height).toBeGreaterThan(100)
  const endless = await renderFittingText('ক্ষ'.repeat(300), style, room)
  expect(endless.height).toBeLessThanOrEqual(200)
  const short = await renderFittingText('ছুটি', style, room)
  expect(short.height).toBeGreaterThan((await renderText('ছুটি', { ...style, size: 40 })).height)
})

it('splits letters as readers count them and no conjunct', () => {
  expect(lettersOf('শিক্ষার্থী')).toEqual(['শি', 'ক্ষা', 'র্থী'])
  expect(cutShort(lettersOf('শিক্ষার্থীদের ছুটির নোটিশ'), 9)).toBe('শিক্ষার্থীদের ছুটির…')
  expect(cutShort(lettersOf('ক্ষক্ষক্ষ'), 2)).toBe('ক্ষক্ষ…')
})
