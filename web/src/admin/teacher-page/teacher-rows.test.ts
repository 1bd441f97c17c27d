import type { ResolverOptions } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import { isHeading } from '../uploads/people-columns.ts'
import {
  BLANK_TEACHER,
  FIELD,
  pasteCells,
  rowErrors,
  rowsIn,
  rowsText,
  teacherResolver,
  toTeachers,
} from './teacher-rows.ts'

const person = (name: string, post = '') => ({ ...BLANK_TEACHER, name, post })
const options: ResolverOptions<Record<string, string>> = {
  fields: {},
  shouldUseNativeValidation: false,
}
const wrongIn = async (rows: ReturnType<typeof person>[]) => {
  const { errors } = await teacherResolver({ [FIELD]: rowsText(rows) }, undefined, options)
  return errors[FIELD]?.message
}

describe('teacher rows', () => {
  it('omits blank rows', () => {
    const rows = [person('ক'), BLANK_TEACHER, person(' খ ', 'সহকারী শিক্ষক')]
    expect(toTeachers(rowsText(rows)).map(({ name }) => name)).toEqual(['ক', 'খ'])
    expect(rowsIn('nonsense')).toEqual([])
  })

  it('reports the first invalid row, and an empty list', async () => {
    expect(await wrongIn([person('ক'), person('', 'সহকারী শিক্ষক')])).toBe('২: এই ঘরটি পূরণ করুন।')
    expect(await wrongIn([BLANK_TEACHER])).toBe('এই ঘরটি পূরণ করুন।')
    expect(await wrongIn([person('ক'), BLANK_TEACHER])).toBeUndefined()
    expect(rowErrors(person('', 'পদবি')).name).toBe('এই ঘরটি পূরণ করুন।')
  })

  it('distinguishes column headings from a person', () => {
    expect(isHeading(['ক্রমিক', 'নাম', 'পদবী', 'বিষয়', 'মোবাইল নম্বর', ''])).toBe(true)
    expect(isHeading(['Name', 'Designation', 'E-mail'])).toBe(true)
    expect(isHeading(['মোছাঃ রহিমা', 'সহকারী শিক্ষক', 'বিষয়'])).toBe(false)
    expect(isHeading(['নাম'])).toBe(false)
    expect(isHeading([])).toBe(false)
  })

  it('pastes a block of cells over rows and beyond the last row', () => {
    const rows = [person('ক', 'পদ'), person('খ', 'পদ')]
    const cells = [
      ['প্রধান  শিক্ষক', 'বাংলা'],
      ['সহকারী শিক্ষক', 'গণিত'],
      ['কর্মচারী', '', '০১৭', 'a@b.bd', 'একটি কলাম বেশি'],
    ]
    expect(pasteCells(rows, cells, { row: 1, column: 1 })).toEqual([
      person('ক', 'পদ'),
      { ...person('খ', 'প্রধান শিক্ষক'), subject: 'বাংলা' },
      { ...person('', 'সহকারী শিক্ষক'), subject: 'গণিত' },
      { ...person('', 'কর্মচারী'), phone: '০১৭', email: 'a@b.bd' },
    ])
    const many = Array.from({ length: 400 }, (_, at) => [String(at)])
    expect(pasteCells([], many, { row: 0, column: 0 })).toHaveLength(300)
  })
})
