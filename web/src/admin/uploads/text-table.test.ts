import { expect, it } from 'vitest'
import { decodeText, parseTextTable } from './text-table.ts'

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

function utf16(text: string, { bom, big }: { bom: boolean; big: boolean }): Uint8Array {
  const units = [...(bom ? [0xfeff] : []), ...Array.from(text, (_, at) => text.charCodeAt(at))]
  return new Uint8Array(
    units.flatMap((unit) => (big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])),
  )
}

it('decodes UTF-8 and UTF-16 with or without a byte order mark, and windows-1252', () => {
  for (const bytes of [
    new TextEncoder().encode(TEXT),
    new TextEncoder().encode(`\ufeff${TEXT}`),
    utf16(TEXT, { bom: true, big: false }),
    utf16(TEXT, { bom: true, big: true }),
    utf16(TEXT, { bom: false, big: false }),
    utf16(TEXT, { bom: false, big: true }),
  ]) {
    expect(parseTextTable(decodeText(bytes) ?? '')).toEqual(TABLE)
  }
  expect(decodeText(new Uint8Array([0x6b, 0xd6, 0x77, 0x51]))).toBe('kÖwQ')
})

it('returns null for a binary file', () => {
  expect(decodeText(new Uint8Array([1, 0, 0, 2, 3, 0]))).toBeNull()
})
