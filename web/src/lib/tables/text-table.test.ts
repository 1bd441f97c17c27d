import { expect, it } from 'vitest'
import { parseTextTable } from './text-table.ts'

const TABLE = [
  ['শ্রেণি', 'শিফট', 'শাখা', 'ছাত্রী'],
  ['ষষ্ঠ', 'দিবা', 'ক', '৫০'],
]
const TEXT = TABLE.map((row) => row.join('\t')).join('\r\n')

it('parses tables separated by tabs, semicolons or commas, with or without quotes', () => {
  expect(parseTextTable(TEXT)).toEqual(TABLE)
  expect(parseTextTable(TABLE.map((row) => row.join(';')).join('\n'))).toEqual(TABLE)
  expect(parseTextTable('শ্রেণি,"ছাত্রী, মোট"\r\nষষ্ঠ,"১,০৫০"')).toEqual([
    ['শ্রেণি', 'ছাত্রী, মোট'],
    ['ষষ্ঠ', '১,০৫০'],
  ])
  expect(parseTextTable('sep=;\r\nক;খ')).toEqual([[], ['ক', 'খ']])
})
