import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { paperAsPdf } from './pdf-sheet.ts'
import { paperAsScan } from './scan-sheet.ts'
import { paperFont } from './shaped-font.ts'
import type { Sheet } from './sheet.ts'
import { setText, textBox } from './typeset.ts'

const hardWords = 'ক্ষমা স্ত্রী সন্ধ্যা শ্রেণি বিজ্ঞপ্তি উদ্‌যাপন র‍্যালি কর্মসূচি সৌন্দর্য ঐতিহ্য নির্বাচিত পুনর্নিরীক্ষণ'
const facts = { title: 'ভর্তি বিজ্ঞপ্তি', author: 'বিদ্যালয়', madeAt: new Date('2026-11-18T05:00:00Z') }

const drawWords = (sheet: Sheet) => {
  setText(sheet, hardWords, textBox, 100, { size: 12 })
}

describe('shaping', () => {
  it('draws one reph in «নির্বাচন», over the ব, and the vowel sign before its consonant', () => {
    const meanings = paperFont('regular')
      .shape('নির্বাচন')
      .map(({ codePoints }) => String.fromCodePoint(...codePoints))
    expect(meanings.slice(0, 4)).toEqual(['ি', 'ন', 'ব', 'র্'])
    expect(meanings.filter((meaning) => meaning === 'র্')).toHaveLength(1)
  })

  it('joins ক্ষ into one glyph', () => {
    expect(paperFont('regular').shape('ক্ষ')).toHaveLength(1)
  })
})

describe('a paper as PDF', () => {
  it('gives its words back as they were written', async () => {
    const pdf = await paperAsPdf(facts, drawWords)
    const library = await PDFiumLibrary.init()
    try {
      const document = await library.loadDocument(pdf)
      const text = document.getPage(0).getText()
      for (const word of hardWords.split(' ')) expect(text).toContain(word)
      document.destroy()
    } finally {
      library.destroy()
    }
  })

  it('has the same bytes for the same moment', async () => {
    const [first, second] = [await paperAsPdf(facts, drawWords), await paperAsPdf(facts, drawWords)]
    expect(first.equals(second)).toBe(true)
  })
})

describe('a paper as scan', () => {
  it('shows ink on a page of A4 shape, and none where nothing was drawn', async () => {
    const darkest = async (draw: (sheet: Sheet) => void) => {
      const picture = sharp(await paperAsScan('png', draw))
      const { width = 0, height = 1 } = await picture.metadata()
      expect(width / height).toBeCloseTo(210 / 297, 2)
      const middle = picture.extract({ left: 100, top: 100, width: width - 200, height: 300 })
      const { channels } = await middle.greyscale().stats()
      return channels[0]?.min ?? 255
    }
    expect(await darkest(drawWords)).toBeLessThan(90)
    expect(await darkest(() => undefined)).toBeGreaterThan(200)
  })
})
