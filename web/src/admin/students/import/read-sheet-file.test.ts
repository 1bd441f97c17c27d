import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { countsCsv, countsXlsx, templateXlsx } from '../export/count-sheets.ts'
import { readCountSheet, type Sheet } from './read-count-sheet.ts'
import { readSheetFile } from './read-sheet-file.ts'
import { decodeText, readTextTable } from './read-text-table.ts'

const TABLE = [
  ['শ্রেণি', 'শিফট', 'শাখা', 'ছাত্রী'],
  ['ষষ্ঠ', 'দিবা', 'ক', '৫০'],
]
const TEXT = TABLE.map((row) => row.join('\t')).join('\r\n')

function utf16(
  text: string,
  { bom, big }: { bom: boolean; big: boolean },
): Uint8Array<ArrayBuffer> {
  const units = [...(bom ? [0xfeff] : []), ...Array.from(text, (_, at) => text.charCodeAt(at))]
  return new Uint8Array(
    units.flatMap((unit) => (big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])),
  )
}
const blobOf = (content: string | Uint8Array<ArrayBuffer>) => new Blob([content])
const girlsOf = (sheet: Sheet | undefined) => {
  const reading = readCountSheet(sheet ?? [], (text) => text)
  return typeof reading === 'string' ? reading : reading.rows.map(({ counts }) => counts.girls)
}

describe('tables written as text', () => {
  it('are parted at tabs, semicolons or commas, with or without quotes', () => {
    expect(readTextTable(TEXT)).toEqual(TABLE)
    expect(readTextTable(TABLE.map((row) => row.join(';')).join('\n'))).toEqual(TABLE)
    expect(readTextTable('শ্রেণি,"ছাত্রী, মোট"\r\nষষ্ঠ,"১,০৫০"')).toEqual([
      ['শ্রেণি', 'ছাত্রী, মোট'],
      ['ষষ্ঠ', '১,০৫০'],
    ])
    expect(readTextTable('sep=;\r\nক;খ')).toEqual([[], ['ক', 'খ']])
  })

  it('are decoded by their mark, as UTF-8, or as the letters of old Windows', async () => {
    for (const bytes of [
      new TextEncoder().encode(TEXT),
      new TextEncoder().encode(`\ufeff${TEXT}`),
      utf16(TEXT, { bom: true, big: false }),
      utf16(TEXT, { bom: true, big: true }),
      utf16(TEXT, { bom: false, big: false }),
      utf16(TEXT, { bom: false, big: true }),
    ]) {
      expect(girlsOf((await readSheetFile(blobOf(bytes)))[0])).toEqual([50])
    }
    expect(decodeText(new Uint8Array([0x6b, 0xd6, 0x77, 0x51]))).toBe('kÖwQ')
  })
})

describe('workbooks', () => {
  const sheetOf = async (rows: (string | number | null)[][]) => {
    const buffer = await writeXlsxFile(
      rows.map((row) => row.map((value) => (value === null ? null : { value }))),
    ).toBuffer()
    return readSheetFile(new Blob([new Uint8Array(buffer)]))
  }

  it('are read with the numbers of their lines, also under blank ones', async () => {
    const [sheet = []] = await sheetOf([
      ['উদাহরণপুর বিদ্যালয়'],
      [null],
      ['Class', 'Shift', 'Section', 'Girls'],
      ['Six', 'Day', 'A', 50],
      [null, null, 'B', 51],
    ])
    const reading = readCountSheet(sheet, (text) => text)
    expect(reading).toMatchObject({
      rows: [
        { line: 4, section: 'A', counts: { girls: 50 } },
        { line: 5, className: 'Six', section: 'B', counts: { girls: 51 } },
      ],
    })
  })

  it('are read also where a part is larger than the library unpacks without a worker', async () => {
    const long = Array.from({ length: 9000 }, (_, at) => [`ঘর ${at}`, at, 'অনেক লেখা একই রকম'])
    const [sheet = []] = await sheetOf(long)
    expect(sheet).toHaveLength(9000)
  })

  it('are refused with the reason: old, broken, no sheet, a bomb', async () => {
    const refused = async (content: Uint8Array<ArrayBuffer> | string) =>
      readSheetFile(blobOf(content)).catch((error: unknown) =>
        error instanceof Error ? error.message : error,
      )
    const zip = (parts: Record<string, Uint8Array>) => new Uint8Array(zipSync(parts))
    expect(await refused('')).toBe('empty')
    expect(await refused(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))).toBe('old-excel')
    expect(await refused('%PDF-1.7')).toBe('not-a-sheet')
    expect(await refused(new Uint8Array([1, 0, 0, 2, 3, 0]))).toBe('not-a-sheet')
    expect(await refused(zip({ 'mimetype.xml': new Uint8Array(9) }))).toBe('broken')
    const half = zip({ 'xl/workbook.xml': new TextEncoder().encode('<workbook/>') }).slice(0, 40)
    expect(await refused(half)).toBe('broken')
    const bomb = zip({ 'xl/worksheets/sheet1.xml': new Uint8Array(30_000_000) })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await refused(bomb)).toBe('too-large')
    expect(await refused(new Uint8Array(5 * 1024 * 1024 + 1))).toBe('too-large')
  })
})

describe('what is taken along', () => {
  const count = (section: 'A' | 'B', boys: number): StudentCount => ({
    _id: section,
    __v: 0,
    updatedAt: '2026-01-01T00:00:00.000Z',
    className: 'Nine',
    shift: 'Morning',
    section,
    boys,
    girls: 1050,
    muslim: 1000,
    hindu: 40,
    bouddho: 6,
    christian: 4,
    science: 500,
    business: 300,
    humanities: 250,
    muktiJoddha: 1,
    muktiJoddharSontan: 2,
    autistic: 3,
    physicalDisabled: 5,
  })
  const counts = [count('B', 0), count('A', 7)]

  it('comes back the same, boys included', async () => {
    for (const file of [await countsXlsx(counts), countsCsv(counts)]) {
      const [sheet = []] = await readSheetFile(file)
      const reading = readCountSheet(sheet, (text) => text)
      if (typeof reading === 'string') throw new Error(reading)
      expect(reading.unread).toEqual([])
      expect(reading.ignored).toEqual([])
      expect(
        reading.rows.map(({ line, counts: numbers, ...group }) => ({ ...group, ...numbers })),
      ).toEqual([count('A', 7), count('B', 0)].map(({ _id, __v, updatedAt, ...row }) => row))
    }
  })

  it('is a template to fill in: every class of the school, or all there can be', async () => {
    const [ours = []] = await readSheetFile(await templateXlsx(counts))
    expect(ours).toHaveLength(3)
    expect(ours[1]?.slice(0, 3)).toEqual(['নবম', 'প্রভাতী', 'ক'])
    const [all = []] = await readSheetFile(await templateXlsx([]))
    expect(all).toHaveLength(65)
    const reading = readCountSheet(all, (text) => text)
    expect(reading).toMatchObject({ rows: [], unread: [], ignored: [] })
  })
})
