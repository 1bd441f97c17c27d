import { describe, expect, it } from 'vitest'
import { copiedCells } from './clipboard.ts'

describe('copied cells', () => {
  it.each(['এক\tদুই', 'এক\nদুই', '\tএক\nদুই\tতিন\tচার', ''])(
    'are left alone unless they are rows of a table: %j',
    (copied) => expect(copiedCells(copied)).toBeNull(),
  )

  it('are read from quoted cells of several lines', () => {
    const copied = 'ধাপ\tতারিখ\r\nলটারি\t"১০ ডিসেম্বর\nসকাল ""১০টা"""\r\n\t\r\nভর্তি\t\r\n'
    expect(copiedCells(copied)).toEqual({
      above: [],
      cells: [
        ['ধাপ', 'তারিখ'],
        ['লটারি', '১০ ডিসেম্বর সকাল "১০টা"'],
        ['ভর্তি', ''],
      ],
    })
  })

  it('have titles above them, of which spreadsheets make merged cells', () => {
    const cells = [
      ['শ্রেণি', 'বেতন'],
      ['ষষ্ঠ', '১২'],
    ]
    expect(copiedCells('বিদ্যালয়\t\nফি ২০২৭\t\nশ্রেণি\tবেতন\nষষ্ঠ\t১২\n')).toEqual({
      above: ['বিদ্যালয়', 'ফি ২০২৭'],
      cells,
    })
    expect(copiedCells('ধাপ\t\nষষ্ঠ\t১২')).toMatchObject({ above: [] })
  })
})
