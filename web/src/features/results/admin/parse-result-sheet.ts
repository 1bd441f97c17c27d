import type { ResultRow, SubjectMark } from '@bidyaloy/shared/features/results/opened-result'
import { readRoll } from '@bidyaloy/shared/features/results/slip-code'
import { readNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import { excerpt, type RejectedRow } from '../../../admin/sheet-import/rejected-rows.tsx'
import { parseGroup } from '../../../school/group-words.ts'
import { examTitleIn } from '../../exams/admin/exam-title.ts'
import { type Column, columnOf, type Part, partOf, subjectOf } from './result-headings.ts'

/** Why a row was rejected. */
export type Rejection =
  | { kind: 'roll' | 'name' | 'marks' }
  | { kind: 'twice'; line: number }
  | { kind: 'over'; subject: string; mark: string; full: number }

export interface RejectedResult extends RejectedRow {
  reason: Rejection
}

export interface ReadRow extends ResultRow {
  /** Number of the row in its worksheet, from 1. */
  line: number
  /** Sum of the marks that are numbers, to compare with the sheet's; null if one is none. */
  sum: number | null
}

export interface ResultReading {
  rows: ReadRow[]
  rejected: RejectedResult[]
  subjects: string[]
  /** Headings of unused columns. */
  ignored: string[]
  /** Class, shift and section that the sheet names above its headings. */
  group: Partial<GroupKey>
  /** Name of the examination that the sheet names there; empty if it does not. */
  exam: string
}

/** Why no row of a table can be read. */
export type ResultProblem = 'no-head' | 'no-marks' | 'nothing' | 'too-long'

export const MAX_SHEET_ROWS = 300
const MAX_ROWS_ABOVE_HEADINGS = 30
const MAX_HEADING_ROWS = 4
/** Longer titles are sentences. */
const MAX_EXAM = 60
/** Full marks of a subject whose heading names none. */
const FULL_MARKS = 100

/** A column of a subject. */
interface SubjectColumn {
  at: number
  subject: string
  full: number | null
  part: Part
  /** Heading of a part: «সৃজনশীল». */
  label: string
}

interface Headings {
  /** Index of each known column. */
  columns: Map<Column, number>
  subjects: SubjectColumn[]
  ignored: string[]
  /** Index of their first row. */
  start: number
  /** Index of the first row below. */
  end: number
}

/**
 * Parses a sheet of results: rolls and names, and for each subject a mark, a grade or what the mark is
 * made of. Headings may have several rows. Nothing is computed but sums, for comparison.
 * @param table cells as text in Unicode, with merged cells filled
 */
export function parseResultSheet(table: readonly string[][]): ResultReading | ResultProblem {
  const headings = findHeadings(table)
  if (!headings) return 'no-head'
  if (headings.subjects.length === 0) return 'no-marks'
  if (table.length - headings.end > MAX_SHEET_ROWS) return 'too-long'
  const subjects = [...new Set(headings.subjects.map(({ subject }) => subject))]
  const reading: ResultReading = {
    rows: [],
    rejected: [],
    subjects,
    ignored: headings.ignored,
    group: groupAbove(table.slice(0, headings.end)),
    exam: examAbove(table.slice(0, headings.start)),
  }
  const fullOf = fullMarks(table, headings)
  const lines = new Map<number, number>()
  for (const [index, cells] of table.slice(headings.end).entries()) {
    const cellOf = (column: Column) => cells[headings.columns.get(column) ?? -1] ?? ''
    const line = headings.end + index + 1
    const roll = readRoll(cellOf('roll'))
    const name = cellOf('name')
    const marks = marksOf(cells, headings.subjects)
    const hasMarks = marks.some(({ mark, grade }) => mark !== '' || grade !== '')
    // Blank rows, averages and signatures below the table.
    if (roll === null && (name === '' || !hasMarks)) continue
    const reject = (reason: Rejection) =>
      reading.rejected.push({ line, text: excerpt(cells), reason })
    const over = marks.find(
      ({ subject, mark }) => (readNumber(mark) ?? 0) > (fullOf.get(subject) ?? 0),
    )
    const first = roll === null ? undefined : lines.get(roll)
    if (roll === null) reject({ kind: 'roll' })
    else if (name === '') reject({ kind: 'name' })
    else if (!hasMarks) reject({ kind: 'marks' })
    else if (first !== undefined) reject({ kind: 'twice', line: first })
    else if (over) {
      const { subject, mark } = over
      reject({ kind: 'over', subject, mark, full: fullOf.get(subject) ?? 0 })
    } else {
      lines.set(roll, line)
      const [total, gpa, grade, place] = [
        cellOf('total'),
        cellOf('gpa'),
        cellOf('grade'),
        cellOf('place'),
      ]
      reading.rows.push({ line, roll, name, marks, total, gpa, grade, place, sum: sumOf(marks) })
    }
  }
  return reading.rows.length + reading.rejected.length > 0 ? reading : 'nothing'
}

function findHeadings(table: readonly string[][]): Headings | null {
  for (const [start, row] of table.slice(0, MAX_ROWS_ABOVE_HEADINGS).entries()) {
    const columns = row.map(columnOf)
    if (!columns.includes('roll') || !columns.includes('name')) continue
    const rollAt = columns.indexOf('roll')
    let end = start + 1
    // Rows of headings go on until the first roll.
    while (end < start + MAX_HEADING_ROWS && end < table.length) {
      if (readRoll(table[end]?.[rollAt] ?? '') !== null) break
      end += 1
    }
    if (readRoll(table[end]?.[rollAt] ?? '') === null) end = start + 1
    return { ...columnsOf(table.slice(start, end)), start, end }
  }
  return null
}

/** Sorts the columns below their headings. */
function columnsOf(rows: readonly string[][]): Omit<Headings, 'start' | 'end'> {
  const headings: Omit<Headings, 'start' | 'end'> = {
    columns: new Map(),
    subjects: [],
    ignored: [],
  }
  const width = Math.max(...rows.map((row) => row.length))
  const pathOf = (at: number) => {
    const texts = rows.map((row) => row[at] ?? '').filter((text) => text !== '')
    return texts.filter((text, index) => text !== texts[index - 1])
  }
  const tops = Array.from({ length: width }, (_, at) => columnOf(pathOf(at)[0] ?? ''))
  const grades = tops.filter((top) => top === 'grade').length
  for (let at = 0; at < width; at += 1) {
    const [top = '', ...below] = pathOf(at)
    if (top === '') continue
    const column = tops[at] ?? null
    const last = headings.subjects.at(-1)
    // «বাংলা, গ্রেড, গণিত, গ্রেড»: a grade beside each subject, and the last one of all.
    const isOfSubject =
      column === 'grade' && grades > 1 && last?.at === at - 1 && last.part === 'mark'
    if (isOfSubject && last) {
      headings.subjects.push({ ...last, at, part: 'grade', label: top })
    } else if (column === 'ignored' || (column && headings.columns.has(column))) {
      headings.ignored.push(top)
    } else if (column) {
      headings.columns.set(column, at)
    } else {
      const label = below.at(-1) ?? ''
      const { subject, full } = subjectOf(top)
      const part = label === '' ? 'mark' : partOf(label)
      headings.subjects.push({ at, subject, full: full ?? subjectOf(label).full, part, label })
    }
  }
  return headings
}

/** Returns what a row says of each subject. */
function marksOf(cells: readonly string[], columns: readonly SubjectColumn[]): SubjectMark[] {
  const marks = new Map<string, SubjectMark & { made: string[] }>()
  for (const { at, subject, part, label } of columns) {
    const text = cells[at] ?? ''
    const known = marks.get(subject) ?? { subject, mark: '', grade: '', parts: '', made: [] }
    if (part === 'mark') known.mark ||= text
    else if (part === 'grade') known.grade ||= text
    else if (part === 'part' && text !== '') known.made.push(`${subjectOf(label).subject} ${text}`)
    marks.set(subject, known)
  }
  return [...marks.values()].map(({ made, ...mark }) => ({ ...mark, parts: made.join(', ') }))
}

/** Returns the full marks of each subject: of its heading, else 100, or more if most have more. */
function fullMarks(table: readonly string[][], { subjects, end }: Headings): Map<string, number> {
  const full = new Map<string, number>()
  for (const { at, subject, part, full: named } of subjects) {
    if (part !== 'mark') continue
    const marks = table.slice(end).map((cells) => readNumber(cells[at] ?? '') ?? Number.NaN)
    const numbers = marks.filter((mark) => !Number.isNaN(mark))
    const above = numbers.filter((mark) => mark > FULL_MARKS).length
    const usual = above * 2 > numbers.length ? Number.POSITIVE_INFINITY : FULL_MARKS
    full.set(subject, named ?? usual)
  }
  return full
}

function sumOf(marks: readonly SubjectMark[]): number | null {
  const numbers = marks.map(({ mark }) => readNumber(mark))
  if (numbers.some((one) => one === null || Number.isNaN(one))) return null
  const sum = numbers.reduce((total: number, one) => total + (one ?? 0), 0)
  return Math.round(sum * 100) / 100
}

/** Returns what the titles above a table say of its class, shift and section. */
function groupAbove(rows: readonly string[][]): Partial<GroupKey> {
  const group: Partial<GroupKey> = {}
  for (const cell of new Set(rows.flat())) {
    // «শ্রেণি: অষ্টম  শাখা: খ», or each in a cell.
    for (const part of cell.split(/[,،;|·\n]|\s{2,}|(?=শাখা|শিফট|section|shift)/iu)) {
      Object.assign(group, { ...parseGroup(part), ...group })
    }
  }
  return group
}

/** Returns the examination of the titles; a cell may name its class, too. */
function examAbove(rows: readonly string[][]): string {
  const title = examTitleIn(rows.flat().flatMap((cell) => cell.split(/[,،;|]|\s{2,}/u)))
  return title.length > MAX_EXAM ? '' : title
}
