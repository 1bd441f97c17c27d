import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { fill } from '@bidyaloy/shared/copy/translate'
import type { StudentCount } from '@bidyaloy/shared/features/student-counts/student-count'
import {
  COUNT_FIELDS,
  type CountTotals,
  groupByClass,
  sumCounts,
} from '@bidyaloy/shared/features/student-counts/student-groups'
import { countTableCopy } from '@bidyaloy/shared/features/student-counts/table-copy'
import Papa from 'papaparse'
import writeXlsxFile from 'write-excel-file/node'
import type { MakeDocument } from '../../feature.ts'

const [, girls, ...others] = COUNT_FIELDS
/** The public numbers, in the order of their page. */
const FIELDS = [girls, 'total', ...others] as const

const head = [
  countTableCopy['students.col.class'],
  countTableCopy['students.col.shift'],
  countTableCopy['students.col.section'],
  ...FIELDS.map((field) => countTableCopy[`students.col.${field}`]),
]

interface SheetRow {
  group: [className: string, shift: string, section: string]
  /** In the order of `FIELDS`. */
  numbers: number[]
  isTotal: boolean
}

/** Creates the counts as CSV, with the byte order mark by which old spreadsheets detect UTF-8. */
export const makeCountsCsv: MakeDocument = async ({ api }) => {
  const rows = (await api.listStudentCounts()).map(rowOf)
  const csv = Papa.unparse([head, ...rows.map(({ group, numbers }) => [...group, ...numbers])], {
    escapeFormulae: true,
    newline: '\r\n',
  })
  return {
    contentType: 'text/csv; charset=utf-8',
    body: `\ufeff${csv}\r\n`,
    fileName: `${countTableCopy['public.students.title']}.csv`,
  }
}

/** Creates the counts as an Excel workbook with totals by class and overall. */
export const makeCountsXlsx: MakeDocument = async ({ api }) => {
  const rows = withTotals(await api.listStudentCounts())
  const data = [
    head.map((value) => ({ value, type: String, wrap: true, ...HEAD_STYLE })),
    ...rows.map(({ group, numbers, isTotal }) => {
      const style = isTotal ? TOTAL_STYLE : {}
      return [
        ...group.map((value) => ({ value, type: String, ...style })),
        ...numbers.map((value) => ({ value, type: Number, ...style })),
      ]
    }),
  ]
  const body = await writeXlsxFile(data, {
    sheet: siteCopy['nav.students'],
    columns: head.map((_, index) => ({ width: index < 3 ? 14 : 11 })),
    stickyRowsCount: 1,
    stickyColumnsCount: 3,
  }).toBuffer()
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body,
    fileName: `${countTableCopy['public.students.title']}.xlsx`,
  }
}

const HEAD_STYLE = { fontWeight: 'bold', backgroundColor: '#e2eee7', align: 'center' } as const
const TOTAL_STYLE = { fontWeight: 'bold', backgroundColor: '#f4f7f2' } as const

function rowOf(count: StudentCount): SheetRow {
  const { className, shift, section } = count
  return {
    group: [
      siteCopy[`enum.class.${className}`].bn,
      pageCopy[`enum.shift.${shift}`].bn,
      pageCopy[`enum.section.${section}`].bn,
    ],
    numbers: numbersOf(sumCounts([count])),
    isTotal: false,
  }
}

function withTotals(counts: readonly StudentCount[]): SheetRow[] {
  const byClass = groupByClass(counts).flatMap(({ className, rows, totals }) => [
    ...rows.map(rowOf),
    totalRow(
      fill(countTableCopy['students.row.classTotal'], {
        class: siteCopy[`enum.class.${className}`].bn,
      }),
      totals,
    ),
  ])
  return [...byClass, totalRow(countTableCopy['students.totals.all'], sumCounts(counts))]
}

function totalRow(title: string, totals: CountTotals): SheetRow {
  return { group: [title, '', ''], numbers: numbersOf(totals), isTotal: true }
}

function numbersOf(totals: CountTotals): number[] {
  return FIELDS.map((field) => totals[field])
}
