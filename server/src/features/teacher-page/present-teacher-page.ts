import { teacherCopy } from '@bidyaloy/shared/copy/teacher-copy'
import { TEACHER_COLUMNS, type Teacher } from '@bidyaloy/shared/school/teacher-page'

/** The page made of a list of teachers: one table, without the columns that nobody fills. */
export function teacherTable(teachers: readonly Teacher[]): string {
  const columns = TEACHER_COLUMNS.filter((column) => teachers.some((one) => one[column] !== ''))
  const heads = columns.map(
    (column) => `<th scope="col">${teacherCopy[`public.teachers.col.${column}`]}</th>`,
  )
  const rows = teachers.map((teacher) => {
    const cells = columns.map((column) => `<td>${escapeHtml(teacher[column])}</td>`)
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
}
