import { expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { readResultSheet } from './read-result-sheet.ts'

const blobOf = async (data: Parameters<typeof writeXlsxFile>[0]) =>
  new Blob([new Uint8Array(await writeXlsxFile(data).toBuffer())])
const cells = (...values: (string | number | null)[]) =>
  values.map((value) => (value === null ? null : { value }))

it('reads headings in two rows with merged titles, empty rows, words and Bengali digits', async () => {
  const file = await blobOf([
    {
      sheet: 'অষ্টম খ',
      data: [
        [
          { value: 'শাপলানগর সরকারি বালিকা উচ্চ বিদ্যালয়', columnSpan: 9 },
          ...cells(null, null, null, null, null, null, null, null),
        ],
        [
          {
            value: 'বার্ষিক পরীক্ষা ২০২৬ এর ফলাফল, শ্রেণি: অষ্টম, শাখা: খ, শিফট: প্রভাতী',
            columnSpan: 9,
          },
          ...cells(null, null, null, null, null, null, null, null),
        ],
        [
          { value: 'রোল', rowSpan: 2 },
          { value: 'নাম', rowSpan: 2 },
          { value: 'গণিত (১০০)', columnSpan: 4 },
          null,
          null,
          null,
          { value: 'বাংলা', rowSpan: 2 },
          { value: 'মোট', rowSpan: 2 },
          { value: 'জিপিএ', rowSpan: 2 },
        ],
        cells(null, null, 'সৃজনশীল', 'বহুনির্বাচনি', 'মোট', 'গ্রেড', null, null, null),
        cells('২৬', 'রিমা খাতুন', '৫৮', '৩০', '৮৮', 'A+', '৬৯', '১৫৭', '৪.৫০'),
        cells(null, null, null, null, null, null, null, null, null),
        cells(27, 'সুমাইয়া আক্তার', 64, 28, 92, 'A+', 'অনু', 92, 4.71),
        cells('২৮', 'জান্নাতুল ফেরদৌস', '৯০', '৯১', '১৮১', 'A+', '৭১', '২৫২', '৪.০০'),
        cells('২৭', 'আরেকজন', '১', '২', '৩', 'F', '৪', '৭', '০'),
        cells(null, 'পূজা রানী দাস', '৬০', '২০', '৮০', 'A+', '৭০', '১৫০', '৪.৫'),
        cells(null, 'গড়', null, null, null, null, null, null, null),
        cells(null, 'শ্রেণিশিক্ষকের স্বাক্ষর', null, null, null, null, null, null, null),
      ],
    },
  ])
  const reading = await readResultSheet(file)
  expect(reading).toMatchObject({
    subjects: ['গণিত', 'বাংলা'],
    exam: 'বার্ষিক পরীক্ষা ২০২৬',
    group: { className: 'Eight', shift: 'Morning', section: 'B' },
    rows: [
      {
        line: 5,
        roll: 26,
        name: 'রিমা খাতুন',
        marks: [
          { subject: 'গণিত', mark: '৮৮', grade: 'A+', parts: 'সৃজনশীল ৫৮, বহুনির্বাচনি ৩০' },
          { subject: 'বাংলা', mark: '৬৯', grade: '', parts: '' },
        ],
        total: '১৫৭',
        gpa: '৪.৫০',
        sum: 157,
      },
      { line: 7, roll: 27, marks: [{ mark: '৯২' }, { mark: 'অনু' }], gpa: '৪.৭১', sum: null },
    ],
    rejected: [
      { line: 8, reason: { kind: 'over', subject: 'গণিত', mark: '১৮১', full: 100 } },
      { line: 9, reason: { kind: 'twice', line: 7 } },
      { line: 10, reason: { kind: 'roll' } },
    ],
  })
})

it('reads a grade beside each subject, pasted cells and Bijoy', async () => {
  const pasted = [
    'SL\tRoll No\tName\tFather\tBangla\tGrade\tMath\tGrade\tTotal\tGrade\tGPA\tMerit',
    '1\t4\tSumaiya Akter\tX\t78\tA\t92\tA+\t170\tA\t4.5\t6th',
  ].join('\n')
  expect(await readResultSheet(pasted)).toMatchObject({
    ignored: ['SL', 'Father'],
    rows: [
      {
        roll: 4,
        name: 'Sumaiya Akter',
        marks: [
          { subject: 'Bangla', mark: '78', grade: 'A' },
          { subject: 'Math', mark: '92', grade: 'A+' },
        ],
        total: '170',
        grade: 'A',
        gpa: '4.5',
        place: '6th',
      },
    ],
  })
  const bijoy = [
    '‡ivj\tbvg\tevsjv\tMwYZ\t‡gvU',
    '26\twigv LvZzb\t69\t88\t157',
    '27\tmygvBqv Av³vi\t78\t92\t170',
  ].join('\n')
  expect(await readResultSheet(bijoy)).toMatchObject({
    subjects: ['বাংলা', 'গণিত'],
    rows: [
      { roll: 26, name: 'রিমা খাতুন', total: '১৫৭' },
      { roll: 27, name: 'সুমাইয়া আক্তার' },
    ],
  })
  expect(await readResultSheet('ক\tখ\n১\t২')).toEqual({ problem: 'no-head' })
  expect(await readResultSheet('রোল\tনাম\n১\tক')).toEqual({ problem: 'no-marks' })
})
