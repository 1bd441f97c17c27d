import writeXlsxFile from 'write-excel-file/node'

const CLASSES = ['ষষ্ঠ', '৭ম', 'অষ্টম শ্রেণি', 'Nine', 'X'] as const
const NAMES = ['Six', 'Seven', 'Eight', 'Nine', 'Ten'] as const
const SHIFTS = ['প্রভাতী', 'Day'] as const
const SECTIONS = ['ক', 'B', 'গ', 'D'] as const

export const CLASS_ROWS = CLASSES.length * SHIFTS.length * SECTIONS.length

/** Number of girls per class in the sheet, different for each class. */
export const girlsOf = (row: number) => 40 + row

/**
 * A typical office workbook: a title row, classes and shifts in merged cells, words and digits in
 * both languages, and a sum per class.
 */
export async function classWorkbook(): Promise<Buffer> {
  const rows: (string | number | null)[][] = [
    ['উদাহরণপুর সরকারি বালিকা উচ্চ বিদ্যালয়'],
    [],
    ['শ্রেণি', 'শিফট', 'শাখা', 'ছাত্রী', 'Muslim', 'হিন্দু', 'মন্তব্য'],
  ]
  let at = 0
  for (const className of CLASSES) {
    for (const [shiftAt, shift] of SHIFTS.entries()) {
      for (const [sectionAt, section] of SECTIONS.entries()) {
        const girls = girlsOf(at)
        const isFirst = shiftAt === 0 && sectionAt === 0
        rows.push([
          isFirst ? className : null,
          sectionAt === 0 ? shift : null,
          section,
          at % 2 === 0 ? girls : bengali(girls),
          girls - 5,
          '৫',
          null,
        ])
        at += 1
      }
    }
    rows.push([`${className} মোট`, null, null, 999, null, null, null])
  }
  return writeXlsxFile(
    rows.map((row) => row.map((value) => (value === null ? null : { value }))),
  ).toBuffer()
}

/** Class names as the server stores them, in the order of the sheet. */
export const keptNames = NAMES

const bengali = (number: number) =>
  String(number).replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'.charAt(Number(digit)))

/** A workbook with a large sheet, because a whole column is formatted. */
export async function largeWorkbook(): Promise<Buffer> {
  const head = ['শ্রেণি', 'শিফট', 'শাখা', 'ছাত্রী'].map((value) => ({ value }))
  const row = ['ষষ্ঠ', 'দিবা', 'ক', '৫০'].map((value) => ({ value }))
  const empty = Array.from({ length: 12_000 }, () =>
    Array.from({ length: 6 }, () => ({ backgroundColor: '#e2eee7' })),
  )
  return writeXlsxFile([head, row, ...empty]).toBuffer()
}
