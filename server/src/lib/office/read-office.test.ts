import { describe, expect, it } from 'vitest'
import { type Block, docxBytes, pptxBytes, type Run, xlsxBytes } from '../../test/office-files.ts'
import { zipBytes } from '../../test/sample-files.ts'
import { type SeededRandom, seededRandom } from '../../test/seeded-random.ts'
import { readOffice } from './read-office.ts'

const LIMITS = { maxText: 20_000, maxPages: 10 }

const read = (extension: string, bytes: Buffer, page = 1) =>
  readOffice({ bytes, extension, page, ...LIMITS })

/** Returns the lines of a page: texts, marked where they are not paragraphs. */
async function linesIn(extension: string, bytes: Buffer, page?: number): Promise<string[]> {
  const { lines } = await read(extension, bytes, page)
  const marks = { heading: '# ', item: '- ', cell: '| ' }
  return lines.map((line) => line.map(({ text, as }) => `${as ? marks[as] : ''}${text}`).join(' '))
}

/** A word, and how it is stored in a Bijoy font. */
interface Word {
  bijoy: string
  unicode: string
}
const word = (bijoy: string, unicode: string): Word => ({ bijoy, unicode })
const words: readonly [Word, ...Word[]] = [
  word('we`¨vjq', 'বিদ্যালয়'),
  word('wkÿv', 'শিক্ষা'),
  word('QzwU', 'ছুটি'),
  word('cixÿv', 'পরীক্ষা'),
  word('AvMvgx', 'আগামী'),
  word('25', '২৫'),
  word('cÖfvwZ', 'প্রভাতি'),
]
const plain = ['GPA-5', 'Class', 'নবম', 'শ্রেণি', 'A4', '2026', 'ভর্তি', '<b>&amp;'] as const

/** Makes runs of Bijoy, English and Unicode, and the text that they show. */
function randomRuns(random: SeededRandom): { runs: Run[]; text: string } {
  const runs: Run[] = []
  const texts: string[] = []
  for (let n = random.between(1, 6); n > 0; n -= 1) {
    const { bijoy, unicode } = random.pick(words)
    if (random.between(0, 1)) {
      // Programs cut runs anywhere.
      const at = random.between(0, bijoy.length)
      const font = random.pick(['SutonnyMJ', 'SutonnyMJ Bold', 'ChandrabatiMJ'])
      runs.push({ text: bijoy.slice(0, at), font }, { text: `${bijoy.slice(at)} `, font })
      texts.push(unicode)
    } else {
      const text = random.pick([unicode, random.pick(plain)])
      const font = random.pick(['Calibri', 'SutonnyOMJ', ''])
      runs.push({ text: `${text} `, ...(font && { font }) })
      texts.push(text)
    }
  }
  return { runs, text: texts.join(' ') }
}

/** A document of random runs, and its lines. */
function randomDocument(random: SeededRandom): { bytes: Buffer; lines: string[] } {
  const [a, b, c, d, e] = [1, 2, 3, 4, 5].map(() => randomRuns(random))
  if (!a || !b || !c || !d || !e) throw new RangeError('Too few')
  const bytes = docxBytes([
    { kind: 'heading', runs: a.runs },
    { kind: 'paragraph', runs: b.runs },
    { kind: 'item', runs: c.runs },
    { kind: 'table', rows: [[d.runs, e.runs]] },
  ])
  return { bytes, lines: [`# ${a.text}`, b.text, `- ${c.text}`, `| ${d.text} | ${e.text}`] }
}

/** A worksheet of random cells, and its lines. */
function randomSheet(random: SeededRandom): { bytes: Buffer; lines: string[] } {
  const cell = () => {
    const { bijoy, unicode } = random.pick(words)
    const isBijoy = random.between(0, 1) === 1
    return { run: isBijoy ? { text: bijoy, font: 'SutonnyMJ' } : { text: unicode }, unicode }
  }
  const [w, x, y, z] = [cell(), cell(), cell(), cell()]
  const bytes = xlsxBytes([
    {
      name: 'রুটিন',
      rows: [
        [w.run, x.run],
        [y.run, undefined, z.run],
      ],
    },
  ])
  return { bytes, lines: [`| ${w.unicode} | ${x.unicode}`, `| ${y.unicode} |  | ${z.unicode}`] }
}

it('keeps the cells of a table under their heads, also of merged and empty ones', async () => {
  const cell = (text: string, look = '') =>
    `<w:tc><w:tcPr>${look}</w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`
  const rows = [
    cell('শিরোনাম', '<w:gridSpan w:val="3"/>'),
    cell('শ্রেণি') + cell('শাখা') + cell('কক্ষ'),
    cell('ষষ্ঠ', '<w:vMerge w:val="restart"/>') + cell('ক') + cell('৫'),
    cell('', '<w:vMerge/>') + cell('খ') + cell(''),
    cell('') + cell('') + cell('৭'),
  ]
  const body = `<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`
  expect(await linesIn('docx', docxBytes([], { body }))).toEqual([
    'শিরোনাম',
    '| শ্রেণি | শাখা | কক্ষ',
    '| ষষ্ঠ | ক | ৫',
    '| ষষ্ঠ | খ',
    '|  |  | ৭',
  ])
  const row = (...texts: string[]) => texts.map((text) => (text === '' ? undefined : { text }))
  const sheet = [
    row('', '', 'শিরোনাম'),
    row('বার', '১ম', '২য়'),
    row('', '', 'গণিত'),
    [],
    row('', '', 'প্রধান শিক্ষক'),
  ]
  expect(await linesIn('xlsx', xlsxBytes([{ name: 'ক', rows: sheet }]))).toEqual([
    'শিরোনাম',
    '| বার | ১ম | ২য়',
    '|  |  | গণিত',
    'প্রধান শিক্ষক',
  ])
})

describe('the text of Office files', () => {
  it('is exact in 200 files with runs in Bijoy and in Unicode', async () => {
    const random = seededRandom('office')
    for (let n = 0; n < 100; n += 1) {
      const document = randomDocument(random)
      expect(await linesIn('docx', document.bytes)).toEqual(document.lines)
      const sheet = randomSheet(random)
      expect(await linesIn('xlsx', sheet.bytes)).toEqual(sheet.lines)
    }
  })

  it('of Word has the fonts of styles and the theme, and only what is printed', async () => {
    const inTheme = docxBytes(
      [{ kind: 'paragraph', runs: [{ text: 'wkÿv' }, { text: ' GPA', font: 'Arial' }] }],
      { usual: 'SutonnyMJ' },
    )
    expect(await linesIn('docx', inTheme)).toEqual(['শিক্ষা GPA'])
    const body = `
      <w:p><w:r><w:t>থাকে</w:t></w:r><w:del><w:r><w:delText>মোছা</w:delText></w:r></w:del>
        <w:ins><w:r><w:tab/><w:t>যোগ</w:t></w:r></w:ins>
        <w:r><w:rPr><w:vanish/></w:rPr><w:t>গোপন</w:t></w:r>
        <w:r><w:instrText>PAGE</w:instrText></w:r>
        <w:r><w:rPr><w:rPrChange><w:rPr><w:rFonts w:ascii="SutonnyMJ"/></w:rPr></w:rPrChange></w:rPr><w:br/><w:t>Bold</w:t></w:r></w:p>
      <w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:docPr descr="বিদ্যালয়ের মানচিত্র"/><w:txbxContent><w:p><w:r><w:t>বাক্সে</w:t></w:r></w:p></w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:p><w:r><w:t>বাক্সে</w:t></w:r></w:p></w:pict></mc:Fallback></mc:AlternateContent><w:t>বাইরে</w:t></w:r></w:p>
      <w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p><w:r><w:t>ক</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>ভেতরে</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:tc><w:tc><w:p><w:r><w:t>খ</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`
    expect(await linesIn('docx', docxBytes([], { body }))).toEqual([
      'থাকে যোগ Bold',
      'বাক্সে',
      'বাইরে',
      'বিদ্যালয়ের মানচিত্র',
      '| ক ভেতরে |  | খ',
    ])
  })

  it('of Word is cut into pages at paragraphs', async () => {
    const paragraph: Block = { kind: 'paragraph', runs: [{ text: 'ক'.repeat(7000) }] }
    const bytes = docxBytes([
      ...Array.from({ length: 5 }, () => paragraph),
      { kind: 'paragraph', runs: [{ text: 'খ'.repeat(30_000) }] },
    ])
    const first = await read('docx', bytes)
    expect(first).toMatchObject({ pageCount: 5, source: 'office' })
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => read('docx', bytes, page)))
    const texts = pages.flatMap(({ lines }) => lines.flat().map(({ text }) => text))
    expect(texts.join('')).toBe('ক'.repeat(35_000) + 'খ'.repeat(30_000))
    expect(await read('docx', bytes, 6)).toMatchObject({ source: null, lines: [] })
  })

  it('of Excel has the visible worksheets, dates and percentages as they are shown', async () => {
    const bytes = xlsxBytes([
      {
        name: 'প্রভাতি',
        columns: '<cols><col min="3" max="3" hidden="1"/></cols>',
        rows: [
          [{ text: 'cixÿv', font: 'SutonnyMJ' }],
          [],
          [
            { text: 'দিন' },
            { number: 46_000, format: 14 },
            { text: 'গোপন' },
            { number: 0.915, format: 10 },
          ],
          [{ text: 'সময়' }, { number: 0.4375, format: 20 }, undefined, { number: 0.1 + 0.2 }],
        ],
      },
      { name: 'লুকানো', state: 'hidden', rows: [[{ text: 'গোপন' }]] },
      { name: 'দিবা', rows: [[{ text: 'ক' }, { text: 'খ' }]] },
    ])
    expect(await linesIn('xlsx', bytes)).toEqual([
      '# প্রভাতি',
      'পরীক্ষা',
      '| দিন | 9/12/2025 | 91.50%',
      '| সময় | 10:30 | 0.3',
    ])
    expect(await linesIn('xlsx', bytes, 2)).toEqual(['# দিবা', '| ক | খ'])
    expect(await read('xlsx', bytes, 3)).toMatchObject({ pageCount: 2, source: null })
  })

  it('of PowerPoint has slides with titles', async () => {
    const bytes = pptxBytes([
      { title: { text: 'wkÿv', font: 'SutonnyMJ' }, texts: [{ text: 'এক' }, { text: 'দুই' }] },
      { title: { text: 'শেষ' }, texts: [] },
    ])
    expect(await linesIn('pptx', bytes)).toEqual(['# শিক্ষা', '- এক', '- দুই'])
    expect(await linesIn('pptx', bytes, 2)).toEqual(['# শেষ'])
  })
})

describe('hostile Office files', () => {
  const document = (xml: string) => zipBytes({ 'word/document.xml': xml })
  const text = '<w:p><w:r><w:t>ক</w:t></w:r></w:p>'

  it('load nothing and multiply nothing', async () => {
    const entities = Array.from(
      { length: 10 },
      (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
    )
    const bytes = document(
      `<!DOCTYPE d [<!ENTITY e0 "ha"><!ENTITY file SYSTEM "file:///etc/passwd">${entities.join('')}]><w:body>${text}<w:p><w:r><w:t>&e10;&file;</w:t></w:r></w:p></w:body>`,
    )
    const { lines } = await read('docx', bytes)
    expect(JSON.stringify(lines).length).toBeLessThan(1000)
    expect(JSON.stringify(lines)).not.toContain('root:')
  })

  it.each([
    ['nested too deep', document(`${'<w:tbl><w:tr><w:tc>'.repeat(5000)}${text}`)],
    ['too large when unpacked', document(`<w:body>${' '.repeat(65 * 1024 * 1024)}`)],
    ['without a zip', Buffer.from('no zip')],
    ['cut off', docxBytes([]).subarray(0, 300)],
  ])('are refused if %s', async (_, bytes) => {
    await expect(read('docx', bytes)).rejects.toMatchObject({ fault: 'unreadable' })
  })

  it('of a million cells are read up to a bound', async () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(1000)}</row>`
    const bytes = zipBytes({
      'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${row.repeat(1000)}</sheetData></worksheet>`,
    })
    const { lines } = await read('xlsx', bytes)
    expect(lines.flat().length).toBeLessThanOrEqual(20_100)
    expect(lines.length).toBeGreaterThan(50)
  })
})
