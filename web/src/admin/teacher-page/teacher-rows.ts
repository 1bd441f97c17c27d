import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import {
  MAX_TEACHERS,
  TEACHER_COLUMNS,
  Teacher,
  type TeacherColumn,
  type TeacherPage,
  TeacherPageChange,
} from '@bidyaloy/shared/school/teacher-page'
import * as z from 'zod'
import { contractResolver, schemaErrors } from '../form/contract-resolver.ts'
import type { TextValues } from '../form/use-record-form.ts'

/** The form's only field: the rows as JSON. */
export const FIELD = 'teachers'

/** A row as typed, not validated. */
export type TypedTeacher = Record<TeacherColumn, string>

export const BLANK_TEACHER: TypedTeacher = { name: '', post: '', subject: '', phone: '', email: '' }

const text = z.string()
const Rows = z.array(z.object({ name: text, post: text, subject: text, phone: text, email: text }))

/** Parses the field; returns no rows for invalid JSON. */
export function rowsIn(value: string): TypedTeacher[] {
  try {
    return Rows.parse(JSON.parse(value || '[]'))
  } catch {
    return []
  }
}

/** The rows as the field's value; an empty string for no rows. */
export function rowsText(rows: readonly TypedTeacher[]): string {
  return rows.length === 0 ? '' : JSON.stringify(rows)
}

/** Form values of the saved page. */
export const teacherValues = (page: TeacherPage): TextValues => ({
  [FIELD]: rowsText(page.teachers ?? []),
})

const isBlank = (row: TypedTeacher) => TEACHER_COLUMNS.every((column) => row[column].trim() === '')

/** Returns the rows that are not blank. @throws ZodError if one is invalid */
export function toTeachers(value: string): Teacher[] {
  return z.array(Teacher).parse(rowsIn(value).filter((row) => !isBlank(row)))
}

/** Returns the error messages of a row; a blank row has none. */
export function rowErrors(row: TypedTeacher): Partial<TypedTeacher> {
  return isBlank(row) ? {} : schemaErrors(Teacher, row)
}

/** Validates the rows; the field's error is that of the first invalid row. */
export const teacherResolver = contractResolver(
  TeacherPageChange,
  (values) => ({ teachers: rowsIn(values[FIELD] ?? '').filter((row) => !isBlank(row)) }),
  (values) => {
    const [message] = rowsIn(values[FIELD] ?? '').flatMap((row, index) => {
      const [text] = Object.values(rowErrors(row))
      return text ? [`${toBengaliDigits(index + 1)}: ${text}`] : []
    })
    return message === undefined ? {} : { [FIELD]: message }
  },
)

/**
 * Pastes a block of cells over the rows, starting at `place`. Adds rows as needed; drops columns
 * beyond the last.
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
