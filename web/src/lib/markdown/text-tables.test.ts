import { markdownBlocks } from '@bidyaloy/shared/lib/markdown'
import { expect, it } from 'vitest'
import { copiedCells } from './markdown-edits.ts'
import {
  blankTable,
  joinTables,
  splitTables,
  withCells,
  withoutTable,
  withTable,
} from './text-tables.ts'

const table = '| ধাপ | তারিখ |\n| লটারি | **১০** ডিসেম্বর |'

it('takes the tables out of a text and puts them back unchanged', () => {
  const texts = [
    '',
    ' এক\n\nদুই \n',
    `এক\n\n${table}\n\nদুই\n`,
    `${table}\n\n${table}`,
    `${table}\n\n- ক\n- খ\n\n${table}\n\nতিন`,
    '| একা সারি |\n\nকথা',
  ]
  expect(texts.map((text) => joinTables(splitTables(text)))).toEqual(texts)
  expect(splitTables(`এক\n${table}\nদুই`)).toEqual({
    texts: ['এক', 'দুই'],
    tables: [
      [
        ['ধাপ', 'তারিখ'],
        ['লটারি', '**১০** ডিসেম্বর'],
      ],
    ],
  })
})

it('reads other Markdown, bars made dandas by a conversion, and rows of different length', () => {
  expect(splitTables('| ক | খ |\n|---|:-:|\n| গ |').tables).toEqual([
    [
      ['ক', 'খ'],
      ['গ', ''],
    ],
  ])
  expect(joinTables(splitTables('। ক । খ ।\n। গ । ঘ ।'))).toBe('| ক | খ |\n| গ | ঘ |')
})

it('writes a table that the site shows as one, whatever is typed into its cells', () => {
  const rows = [
    ['ভর্তি|', 'তারিখ'],
    ['', ' সকাল\n১০টা '],
  ]
  const text = joinTables(
    withTable({ texts: ['এক দুই'], tables: [] }, 0, { start: 3, end: 3 }, rows),
  )
  expect(text).toBe('এক \n\n| ভর্তি। | তারিখ |\n|  | সকাল ১০টা |\n\nদুই')
  expect(markdownBlocks(text).map(({ kind }) => kind)).toEqual(['paragraph', 'table', 'paragraph'])
  expect(joinTables(withoutTable(splitTables(text), 0))).toBe('এক \n\nদুই')
  expect(joinTables({ texts: ['এক', ''], tables: [blankTable(3, 2)] })).toBe('এক')
})

it('takes copied cells from one of its cells on', () => {
  const copied = 'ধাপ\tতারিখ\r\nলটারি\t"১০ ডিসেম্বর\nসকাল ""১০টা"""\r\n\t\r\nভর্তি\t\r\n'
  const cells = copiedCells(copied) ?? []
  expect(cells).toEqual([
    ['ধাপ', 'তারিখ'],
    ['লটারি', '১০ ডিসেম্বর সকাল "১০টা"'],
    ['ভর্তি', ''],
  ])
  expect(
    withCells(
      [
        ['ক', 'খ'],
        ['গ', 'ঘ'],
      ],
      1,
      1,
      [
        ['১', '২'],
        ['৩', '৪'],
      ],
    ),
  ).toEqual([
    ['ক', 'খ', ''],
    ['গ', '১', '২'],
    ['', '৩', '৪'],
  ])
})
