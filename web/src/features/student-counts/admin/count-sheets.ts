import { studentsCopy } from '@bidyaloy/shared/features/student-counts/copy'
import {
  COUNT_FIELDS,
  type StudentCount,
} from '@bidyaloy/shared/features/student-counts/student-count'
import { sumCounts } from '@bidyaloy/shared/features/student-counts/student-groups'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { compareGroups, SECTIONS, SHIFTS } from '@bidyaloy/shared/school/class-groups'
import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import Papa from 'papaparse'
import writeXlsxFile from 'write-excel-file/browser'
import { withCopy } from '../../../admin/t.ts'
import { saveFile } from '../../../lib/save-file.ts'

const t = withCopy(studentsCopy)

const [BOYS, GIRLS, ...REST] = COUNT_FIELDS
/** The number columns, in the order of the admin table. */
const FIELDS = [BOYS, GIRLS, 'total', ...REST] as const

const groupHeadings = (['class', 'shift', 'section'] as const).map((part) =>
  t(`students.col.${part}`),
)
const headings = [...groupHeadings, ...FIELDS.map((field) => t(`students.col.${field}`))]

const groupCells = ({ className, shift, section }: GroupKey) => [
  t(`enum.class.${className}`),
  t(`enum.shift.${shift}`),
  t(`enum.section.${section}`),
]

function rowsOf(counts: readonly StudentCount[]): (string | number)[][] {
  return [...counts].sort(compareGroups).map((count) => {
    const sums = sumCounts([count])
    return [...groupCells(count), ...FIELDS.map((field) => sums[field])]
  })
}

/** The counts as CSV, with a byte order mark for old spreadsheets. */
export function countsCsv(counts: readonly StudentCount[]): Blob {
  const csv = Papa.unparse([headings, ...rowsOf(counts)], {
    escapeFormulae: true,
    newline: '\r\n',
  })
  return new Blob([`\ufeff${csv}\r\n`], { type: 'text/csv;charset=utf-8' })
}

/** The counts as a workbook, which the import reads. */
export const countsXlsx = (counts: readonly StudentCount[]) => workbook(headings, rowsOf(counts))

/** A workbook to fill in, with a row for each saved group, or for each possible one. */
export function templateXlsx(counts: readonly StudentCount[]): Promise<Blob> {
  const all = CLASS_NAMES.flatMap((className) =>
    SHIFTS.flatMap((shift) => SECTIONS.map((section) => ({ className, shift, section }))),
  )
  const groups = counts.length > 0 ? [...counts].sort(compareGroups) : all
  return workbook(
    headings.filter((heading) => heading !== t('students.col.total')),
    groups.map(groupCells),
  )
}

const HEADING_STYLE = { fontWeight: 'bold', backgroundColor: '#e2eee7', align: 'center' } as const

/** Strings get an explicit type, so that none is read as a formula. */
function workbook(columns: readonly string[], rows: (string | number)[][]): Promise<Blob> {
  const data = [
    columns.map((value) => ({ value, type: String, wrap: true, ...HEADING_STYLE })),
    ...rows.map((row) =>
      row.map((value) =>
        typeof value === 'number' ? { value, type: Number } : { value, type: String },
      ),
    ),
  ]
  return writeXlsxFile(data, {
    sheet: t('nav.students'),
    columns: columns.map((_, index) => ({ width: index < groupHeadings.length ? 14 : 11 })),
    stickyRowsCount: 1,
    stickyColumnsCount: groupHeadings.length,
  }).toBlob()
}

/** Saves a sheet under a name with today's date: «শিক্ষার্থীর সংখ্যা 2026-11-21.xlsx». */
export function saveSheet(content: Blob, extension: 'xlsx' | 'csv'): void {
  const name = t('students.export.name', { date: dhakaTime(new Date()).iso })
  saveFile(content, `${name}.${extension}`)
}
