import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { fill } from '@bidyaloy/shared/copy/translate'
import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import { type CountTotals, groupByClass, sumCounts } from '@bidyaloy/shared/school/student-groups'
import Papa from 'papaparse'
import writeXlsxFile from 'write-excel-file/node'
import type { MakeDocument } from './site-document.ts'

/** What the public sees of the counts, as on their page. */
const FIELDS = [
  ...(['girls', 'total', 'muslim', 'hindu', 'bouddho', 'christian'] as const),
  ...(['science', 'business', 'humanities', 'muktiJoddha', 'muktiJoddharSontan'] as const),
  ...(['autistic', 'physicalDisabled'] as const),
] as const

const head = [
  siteCopy['students.col.class'],
  siteCopy['students.col.shift'],
  siteCopy['students.col.section'],
  ...FIELDS.map((field) => siteCopy[`students.col.${field}`]),
]

/** One line of the sheet: three words, then the numbers in the order of `FIELDS`. */
interface SheetRow {
  words: [className: string, shift: string, section: string]
  numbers: number[]
  /** A sum of others. */
  sum: boolean
}

/** The counts as comma-separated values, with the mark by which old spreadsheets know UTF-8. */
export const makeCountsCsv: MakeDocument = async ({ api }) => {
  const rows = (await api.listStudentCounts()).map(rowOf)
  const csv = Papa.unparse([head, ...rows.map(({ words, numbers }) => [...words, ...numbers])], {
    escapeFormulae: true,
    newline: '\r\n',
  })
  return {
    contentType: 'text/csv; charset=utf-8',
    body: `\ufeff${csv}\r\n`,
    fileName: `${siteCopy['public.students.title']}.csv`,
  }
}

/** The counts as an Excel workbook, with the totals of each class and of all. */
export const makeCountsXlsx: MakeDocument = async ({ api }) => {
  const rows = withTotals(await api.listStudentCounts())
  const data = [
    head.map((value) => ({ ...{ value, type: String, wrap: true }, ...HEAD_LOOK })),
    ...rows.map(({ words, numbers, sum }) => {
      const look = sum ? SUM_LOOK : {}
      return [
        ...words.map((value) => ({ value, type: String, ...look })),
        ...numbers.map((value) => ({ value, type: Number, ...look })),
      ]
    }),
  ]
  const title = siteCopy['nav.students']
  const body = await writeXlsxFile(data, {
    sheet: title,
    columns: head.map((_, index) => ({ width: index < 3 ? 14 : 11 })),
    stickyRowsCount: 1,
    stickyColumnsCount: 3,
  }).toBuffer()
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body,
    fileName: `${siteCopy['public.students.title']}.xlsx`,
  }
}

const HEAD_LOOK = { fontWeight: 'bold', backgroundColor: '#e2eee7', align: 'center' } as const
const SUM_LOOK = { fontWeight: 'bold', backgroundColor: '#f4f7f2' } as const

function rowOf(count: StudentCount): SheetRow {
  const { className, shift, section } = count
  return {
    words: [
      siteCopy[`enum.class.${className}`].bn,
      siteCopy[`enum.shift.${shift}`].bn,
      siteCopy[`enum.section.${section}`].bn,
    ],
    numbers: numbersOf(sumCounts([count])),
    sum: false,
  }
}

function withTotals(counts: readonly StudentCount[]): SheetRow[] {
  const byClass = groupByClass(counts).flatMap(({ className, rows, totals }) => [
    ...rows.map(rowOf),
    sumRow(
      fill(siteCopy['students.row.classTotal'], { class: siteCopy[`enum.class.${className}`].bn }),
      totals,
    ),
  ])
  return [...byClass, sumRow(siteCopy['students.totals.all'], sumCounts(counts))]
}

function sumRow(title: string, totals: CountTotals): SheetRow {
  return { words: [title, '', ''], numbers: numbersOf(totals), sum: true }
}

function numbersOf(totals: CountTotals): number[] {
  return FIELDS.map((field) => totals[field])
}
