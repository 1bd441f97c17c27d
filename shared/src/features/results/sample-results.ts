import type { ResultImport } from './results.ts'

/** A sheet of two girls, for examples and tests. */
export const sampleResults: ResultImport = {
  exam: 'অর্ধবার্ষিক পরীক্ষা ২০২৬',
  className: 'Eight',
  shift: 'Morning',
  section: 'B',
  until: '2026-12-23',
  __v: null,
  rows: [
    {
      roll: 27,
      name: 'সুমাইয়া আক্তার',
      marks: [
        { subject: 'বাংলা', mark: '৭৮', grade: 'A' },
        { subject: 'গণিত', mark: '৯২', grade: 'A+', parts: 'সৃজনশীল ৬৪, বহুনির্বাচনি ২৮' },
      ],
      total: '১৭০',
      gpa: '৪.৫০',
      grade: 'A',
      place: '৬',
    },
    {
      roll: 28,
      name: 'জান্নাতুল ফেরদৌস',
      marks: [
        { subject: 'বাংলা', mark: '৭১', grade: 'A' },
        { subject: 'গণিত', mark: 'অনু', grade: 'F' },
      ],
      total: '৭১',
      gpa: '০.০০',
      grade: 'F',
    },
  ],
}
