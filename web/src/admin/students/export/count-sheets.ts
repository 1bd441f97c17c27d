import { dhakaTime } from '@bidyaloy/shared/bengali/dates'
import { studentsCopy } from '@bidyaloy/shared/copy/students-copy'
import {
  CLASS_NAMES,
  COUNT_FIELDS,
  type GroupKey,
  SECTIONS,
  SHIFTS,
  type StudentCount,
} from '@bidyaloy/shared/school/student-count'
import { compareGroups, sumCounts } from '@bidyaloy/shared/school/student-groups'
import Papa from 'papaparse'
import writeXlsxFile from 'write-excel-file/browser'
import { withCopy } from '../../t.ts'

const t = withCopy(studentsCopy)

const [BOYS, GIRLS, ...REST] = COUNT_FIELDS
/** All that the office keeps, in the order of its table; the import reads it again. */
const FIELDS = [BOYS, GIRLS, 'total', ...REST] as const

const head = [
  t('students.col.class'),
  t('students.col.shift'),
  t('students.col.section'),
  ...FIELDS.map((field) => t(`students.col.${field}`)),
]

const wordsOf = ({ className, shift, section }: GroupKey) => [
  t(`enum.class.${className}`),
  t(`enum.shift.${shift}`),
  t(`enum.section.${section}`),
]
const numbersOf = (count: StudentCount) => {
  const sums = sumCounts([count])
  return FIELDS.map((field) => sums[field])
}

/** The counts as comma-separated values, with the mark by which old spreadsheets know UTF-8. */
export function countsCsv(counts: readonly StudentCount[]): Blob {
  const rows = [...counts].sort(compareGroups)
  const csv = Papa.unparse(
    [head, ...rows.map((count) => [...wordsOf(count), ...numbersOf(count)])],
    { escapeFormulae: true, newline: '\r\n' },
  )
  return new Blob([`\ufeff${csv}\r\n`], { type: 'text/csv;charset=utf-8' })
}

/** The counts as a workbook. */
export function countsXlsx(counts: readonly StudentCount[]): Promise<Blob> {
  const rows = [...counts].sort(compareGroups)
  return workbook(
    head,
    rows.map((count) => [...wordsOf(count), ...numbersOf(count)]),
  )
}

/** A workbook to fill in: a row for each class the school has, or could have. */
export function templateXlsx(counts: readonly StudentCount[]): Promise<Blob> {
  const all = CLASS_NAMES.flatMap((className) =>
    SHIFTS.flatMap((shift) => SECTIONS.map((section) => ({ className, shift, section }))),
  )
  const groups = counts.length > 0 ? [...counts].sort(compareGroups) : all
  // The total makes itself.
  const columns = head.filter((name) => name !== t('students.col.total'))
  return workbook(columns, groups.map(wordsOf))
}

const WORDS = 3
const HEAD_LOOK = { fontWeight: 'bold', backgroundColor: '#e2eee7', align: 'center' } as const

/** Texts are typed as such: none is ever taken for a formula. */
function workbook(heads: readonly string[], rows: (string | number)[][]): Promise<Blob> {
  const data = [
    heads.map((value) => ({ value, type: String, wrap: true, ...HEAD_LOOK })),
    ...rows.map((row) =>
      row.map((value) =>
        typeof value === 'number' ? { value, type: Number } : { value, type: String },
      ),
    ),
  ]
  return writeXlsxFile(data, {
    sheet: t('nav.students'),
    columns: heads.map((_, index) => ({ width: index < WORDS ? 14 : 11 })),
    stickyRowsCount: 1,
    stickyColumnsCount: WORDS,
  }).toBlob()
}

/** «শিক্ষার্থীর সংখ্যা 2026-11-21», so that files of several days stand in their order. */
export function sheetName(now: Date): string {
  return t('students.export.name', { date: dhakaTime(now).iso })
}
