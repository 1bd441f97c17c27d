import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { foldForSearch } from '@bidyaloy/shared/bengali/search-text'
import {
  MAX_TEACHERS,
  TEACHER_COLUMNS,
  Teacher,
  type TeacherColumn,
  type TeacherPage,
  TeacherPageChange,
} from '@bidyaloy/shared/school/teacher-page'
import type { Resolver } from 'react-hook-form'
import * as z from 'zod'
import type { TextValues } from '../form/use-record-form.ts'

/** The list as one field of a form: its rows as text. */
export const FIELD = 'teachers'

/** A person as typed, right or wrong. */
export type TypedTeacher = Record<TeacherColumn, string>

export const BLANK_TEACHER: TypedTeacher = { name: '', post: '', subject: '', phone: '', email: '' }

const text = z.string()
const Rows = z.array(z.object({ name: text, post: text, subject: text, phone: text, email: text }))

/** The rows in such a text; none where it is no such text. */
export function rowsIn(value: string): TypedTeacher[] {
  try {
    return Rows.parse(JSON.parse(value || '[]'))
  } catch {
    return []
  }
}

/** The rows as the text of one field; empty where there are none. */
export function rowsText(rows: readonly TypedTeacher[]): string {
  return rows.length === 0 ? '' : JSON.stringify(rows)
}

/** What the form shows of the saved page. */
export const teacherValues = (page: TeacherPage): TextValues => ({
  [FIELD]: rowsText(page.teachers ?? []),
})

const isBlank = (row: TypedTeacher) => TEACHER_COLUMNS.every((column) => row[column].trim() === '')

/** The rows that are not blank, for the request body. @throws ZodError if a row is invalid */
export function toTeachers(value: string): Teacher[] {
  return z.array(Teacher).parse(rowsIn(value).filter((row) => !isBlank(row)))
}

/** What is wrong with a row; a blank one is left out and so never wrong. */
export function rowErrors(row: TypedTeacher): Partial<TypedTeacher> {
  const parsed = Teacher.safeParse(row)
  if (parsed.success || isBlank(row)) return {}
  const texts = fieldTexts(parsed.error)
  const wrong: Partial<TypedTeacher> = {}
  for (const column of TEACHER_COLUMNS) {
    const said = texts[column]
    if (said) wrong[column] = said.bn
  }
  return wrong
}

/** Validates the rows; the field's error is that of the first invalid row. */
export const teacherResolver: Resolver<Record<string, string>> = (values) => {
  const rows = rowsIn(values[FIELD] ?? '')
  const message = firstWrong(rows) ?? listWrong(rows.filter((row) => !isBlank(row)))
  return message === undefined
    ? { values, errors: {} }
    : { values: {}, errors: { [FIELD]: { type: 'contract', message } } }
}

function firstWrong(rows: readonly TypedTeacher[]): string | undefined {
  const texts = rows.flatMap((row, index) => {
    const [said] = Object.values(rowErrors(row))
    return said ? [`${toBengaliDigits(index + 1)}: ${said}`] : []
  })
  return texts[0]
}

function listWrong(teachers: readonly TypedTeacher[]): string | undefined {
  const parsed = TeacherPageChange.safeParse({ teachers })
  return parsed.success ? undefined : fieldTexts(parsed.error).teachers?.bn
}

/** What the columns of a sheet are called, as the search folds it. */
const HEADINGS = new Set(
  [
    ...['নাম', 'শিক্ষকের নাম', 'name', 'পদবি', 'পদবী', 'পদ', 'post', 'designation'],
    ...['বিষয়', 'subject', 'ফোন', 'ফোন নম্বর', 'মোবাইল', 'মোবাইল নম্বর', 'phone', 'mobile'],
    ...['ই-মেইল', 'ইমেইল', 'email', 'e-mail', 'ক্রমিক', 'ক্রমিক নং'],
  ].map(foldForSearch),
)

/** Whether a row of a sheet only says what its columns hold. */
export function isHeading(cells: readonly string[] = []): boolean {
  const filled = cells.map((cell) => foldForSearch(cell).trim()).filter((cell) => cell !== '')
  return filled.length > 1 && filled.every((cell) => HEADINGS.has(cell))
}

/**
 * The rows with a pasted block of cells, its first cell in that column of that row; what stands
 * there is overwritten. Columns beyond the last are dropped.
 */
export function pasteCells(
  rows: readonly TypedTeacher[],
  cells: readonly (readonly string[])[],
  place: { row: number; column: number },
): TypedTeacher[] {
  const pasted = [...rows]
  for (const [down, line] of cells.entries()) {
    const at = place.row + down
    if (at >= MAX_TEACHERS) break
    const row = { ...BLANK_TEACHER, ...pasted[at] }
    for (const [right, cell] of line.entries()) {
      const column = TEACHER_COLUMNS[place.column + right]
      if (column) row[column] = cell.replace(/\s+/g, ' ').trim()
    }
    pasted[at] = row
  }
  return pasted
}
