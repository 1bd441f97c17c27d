import type { StudentCount } from '@bidyaloy/shared/features/student-counts/student-count'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { readSheetFile } from '../../../../lib/tables/sheet-file.ts'
import { countsCsv, countsXlsx, templateXlsx } from '../count-sheets.ts'
import { parseCountSheet } from './parse-count-sheet.ts'
import { readTable } from './read-table.ts'

const blobOf = (content: string | Uint8Array<ArrayBuffer>) => new Blob([content])

const NO_SHEET = { rows: [] }
const HEAD = ['শ্রেণি', 'শিফট', 'শাখা', 'ছাত্রী']

describe('readTable', () => {
  it('reads Bijoy mixed with English', async () => {
    const reading = await readTable(
      [
        '†kÖwY\twkdU\tkvLv\tQvÎx\tgymwjg',
        'lô\tw`ev\tK\t50\t45',
        '\t\tL\t51\t46',
        '†gvU\t\t\t101\t91',
        'Seven\tDay\tA\t52\t47',
      ].join('\r\n'),
    )
    expect(reading).toMatchObject({
      rejected: [],
      fields: ['girls', 'muslim'],
      rows: [
        { className: 'Six', shift: 'Day', section: 'A', counts: { girls: 50, muslim: 45 } },
        { className: 'Six', shift: 'Day', section: 'B', counts: { girls: 51, muslim: 46 } },
        { className: 'Seven', shift: 'Day', section: 'A', counts: { girls: 52, muslim: 47 } },
      ],
    })
  })

  it('returns the first sheet with classes', async () => {
    const sheet = (rows: string[][]) => rows.map((row) => row.map((value) => ({ value })))
    const buffer = await writeXlsxFile([
      { data: sheet([['মন্তব্য']]), sheet: 'ভূমিকা' },
      { data: sheet([HEAD]), sheet: 'খালি' },
      { data: sheet([HEAD, ['ষষ্ঠ', 'দিবা', 'ক', '৫০']]), sheet: 'সংখ্যা' },
    ]).toBuffer()
    const reading = await readTable(new Blob([new Uint8Array(buffer)]))
    expect(reading).toMatchObject({ rows: [{ line: 2, counts: { girls: 50 } }] })
  })

  it('reports the problem if nothing can be read', async () => {
    expect(await readTable('শুধু একটি বাক্য')).toEqual({ problem: 'no-head' })
    expect(await readTable(HEAD.join('\t'))).toEqual({ problem: 'nothing' })
    await expect(readTable(new Blob(['%PDF-1.7']))).rejects.toMatchObject({
      problem: 'not-a-sheet',
    })
  })
})

describe('workbooks', () => {
  const sheetOf = async (rows: (string | number | null)[][]) => {
    const buffer = await writeXlsxFile(
      rows.map((row) => row.map((value) => (value === null ? null : { value }))),
    ).toBuffer()
    const sheets = await readSheetFile(new Blob([new Uint8Array(buffer)]))
    return sheets.map(({ rows }) => rows)
  }

  it('keep their row numbers, also below blank rows', async () => {
    const [sheet = []] = await sheetOf([
      ['উদাহরণপুর বিদ্যালয়'],
      [null],
      ['Class', 'Shift', 'Section', 'Girls'],
      ['Six', 'Day', 'A', 50],
      [null, null, 'B', 51],
    ])
    const reading = parseCountSheet(sheet)
    expect(reading).toMatchObject({
      rows: [
        { line: 4, section: 'A', counts: { girls: 50 } },
        { line: 5, className: 'Six', section: 'B', counts: { girls: 51 } },
      ],
    })
  })

  it('are read even if a part is larger than the library unpacks without a worker', async () => {
    const long = Array.from({ length: 9000 }, (_, at) => [`ঘর ${at}`, at, 'অনেক লেখা একই রকম'])
    const [sheet = []] = await sheetOf(long)
    expect(sheet).toHaveLength(9000)
  })

  it('are rejected with a reason: empty, old, not a sheet, broken, too large', async () => {
    const problemOf = async (content: Uint8Array<ArrayBuffer> | string) =>
      readSheetFile(blobOf(content)).catch((error: unknown) =>
        error instanceof Error ? error.message : error,
      )
    const zip = (parts: Record<string, Uint8Array>) => new Uint8Array(zipSync(parts))
    expect(await problemOf('')).toBe('empty')
    expect(await problemOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))).toBe('old-excel')
    expect(await problemOf('%PDF-1.7')).toBe('not-a-sheet')
    expect(await problemOf(new Uint8Array([1, 0, 0, 2, 3, 0]))).toBe('not-a-sheet')
    expect(await problemOf(zip({ 'mimetype.xml': new Uint8Array(9) }))).toBe('broken')
    const half = zip({ 'xl/workbook.xml': new TextEncoder().encode('<workbook/>') }).slice(0, 40)
    expect(await problemOf(half)).toBe('broken')
    const bomb = zip({ 'xl/worksheets/sheet1.xml': new Uint8Array(30_000_000) })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await problemOf(bomb)).toBe('too-large')
    expect(await problemOf(new Uint8Array(5 * 1024 * 1024 + 1))).toBe('too-large')
  })
})

describe('an exported sheet', () => {
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

  it('is read back unchanged, boys included', async () => {
    for (const file of [await countsXlsx(counts), countsCsv(counts)]) {
      const [{ rows: sheet } = NO_SHEET] = await readSheetFile(file)
      const reading = parseCountSheet(sheet)
      if (typeof reading === 'string') throw new Error(reading)
      expect(reading.rejected).toEqual([])
      expect(reading.ignored).toEqual([])
      expect(
        reading.rows.map(({ line, counts: numbers, ...group }) => ({ ...group, ...numbers })),
      ).toEqual([count('A', 7), count('B', 0)].map(({ _id, __v, updatedAt, ...row }) => row))
    }
  })

  it('is a template with every class of the school, or with all possible classes', async () => {
    const [{ rows: ours } = NO_SHEET] = await readSheetFile(await templateXlsx(counts))
    expect(ours).toHaveLength(3)
    expect(ours[1]?.slice(0, 3)).toEqual(['নবম', 'প্রভাতী', 'ক'])
    const [{ rows: all } = NO_SHEET] = await readSheetFile(await templateXlsx([]))
    expect(all).toHaveLength(65)
    const reading = parseCountSheet(all)
    expect(reading).toMatchObject({ rows: [], rejected: [], ignored: [] })
  })
})
