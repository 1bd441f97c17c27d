import { readNumber } from '@bidyaloy/shared/bengali/digits'
import {
  COUNT_FIELDS,
  type CountField,
  type GroupKey,
  MAX_COUNT,
} from '@bidyaloy/shared/school/student-count'
import {
  type Column,
  type FromBijoy,
  type GroupWords,
  readGroupWords,
  readHead,
  saysTotal,
} from './sheet-words.ts'

/** A table from a file: rows of cells, from the first row on. */
export type Sheet = readonly (readonly unknown[])[]

/** A row that was understood. */
export interface ReadRow extends GroupKey {
  /** Number of the row in its file, from 1. */
  line: number
  /** Only the numbers that the row gives. */
  counts: Partial<Record<CountField, number>>
}

/** Why a row was rejected. `text` is the cell's content. */
export type UnreadReason =
  | { kind: 'className' | 'shift' | 'section'; text: string }
  | { kind: 'number'; field: CountField; text: string }
  | { kind: 'twice'; line: number }

/** A row that was not. */
export interface UnreadRow {
  line: number
  /** The row's words, for the reader to find it. */
  text: string
  reason: UnreadReason
}

/** What a sheet says. */
export interface SheetReading {
  rows: ReadRow[]
  unread: UnreadRow[]
  /** The numbers for which there is a column. */
  fields: CountField[]
  /** Heads of columns that are not used. */
  ignored: string[]
}

/** A table in which nothing can be read at all. */
export type SheetProblem = 'no-head' | 'no-numbers' | 'too-long'

/** Rows beyond this are not a school's table of classes. */
export const MAX_SHEET_ROWS = 600
const HEAD_WITHIN = 30
const KEYS = ['className', 'shift', 'section'] as const

/**
 * Finds the classes and their numbers in a table: heads in Bengali or English in any order and in
 * one or two rows; a blank class or shift is that of the row above; sums are passed over.
 */
export function readCountSheet(sheet: Sheet, fromBijoy: FromBijoy): SheetReading | SheetProblem {
  const table = sheet.map((row) => row.map(cellText))
  const head = findHead(table, fromBijoy)
  if (!head) return 'no-head'
  const fields = COUNT_FIELDS.filter((field) => head.columns.has(field))
  if (fields.length === 0) return 'no-numbers'
  if (table.length - head.end > MAX_SHEET_ROWS) return 'too-long'
  const reading: SheetReading = { rows: [], unread: [], fields, ignored: head.ignored }
  const lines = new Map<string, number>()
  const above = new CellsAbove(head.columns)
  for (let index = head.end; index < table.length; index += 1) {
    const cells = table[index] ?? []
    const cellOf = (column: Column) => cells[head.columns.get(column) ?? -1] ?? ''
    if (KEYS.some((key) => saysTotal(cellOf(key), fromBijoy))) continue
    const line = index + 1
    const refuse = (reason: UnreadReason) =>
      reading.unread.push({ line, text: wordsOf(cells), reason })
    const group = above.complete(cellOf, fromBijoy)
    const written = fields.filter((field) => cellOf(field) !== '')
    // A row without numbers changes nothing: a blank line, or a class not counted yet.
    if (written.length === 0) continue
    if ('kind' in group) {
      refuse(group)
      continue
    }
    const counts = readCounts(written, cellOf)
    const key = KEYS.map((name) => group[name]).join()
    const first = lines.get(key)
    if ('kind' in counts) refuse(counts)
    else if (first !== undefined) refuse({ kind: 'twice', line: first })
    else {
      lines.set(key, line)
      reading.rows.push({ line, ...group, counts })
    }
  }
  return reading
}

interface Head {
  columns: Map<Column, number>
  ignored: string[]
  /** Index of the first row under it. */
  end: number
}

function findHead(table: readonly string[][], fromBijoy: FromBijoy): Head | null {
  for (const [index, row] of table.slice(0, HEAD_WITHIN).entries()) {
    const upper = row.map((cell) => readHead(cell, fromBijoy))
    if (!upper.includes('className') || (!upper.includes('section') && !upper.includes('shift'))) {
      continue
    }
    const below = table[index + 1] ?? []
    const lower = below.map((cell) => readHead(cell, fromBijoy))
    // Grouped heads: «ধর্ম» over «মুসলিম», «হিন্দু». A row of a class has numbers and no heads.
    const isTwo =
      lower.some((column) => column !== null && column !== 'className') &&
      !below.some((cell) => !Number.isNaN(numberIn(cell) ?? Number.NaN))
    const width = Math.max(row.length, isTwo ? below.length : 0)
    const columns = new Map<Column, number>()
    const ignored: string[] = []
    for (let at = 0; at < width; at += 1) {
      const text = (isTwo && below[at]) || row[at] || ''
      const column = (isTwo ? lower[at] : null) ?? upper[at] ?? null
      // The first of two alike counts; the other is named among those not used.
      if (column && column !== 'total' && !columns.has(column)) columns.set(column, at)
      else if (text !== '' && column !== 'total') ignored.push(text)
    }
    return { columns, ignored, end: index + (isTwo ? 2 : 1) }
  }
  return null
}

/** Completes blank cells of merged columns from the rows above. */
class CellsAbove {
  #last: GroupWords = {}
  /** The keys from left to right. */
  readonly #order: readonly ('className' | 'shift' | 'section')[]

  constructor(columns: ReadonlyMap<Column, number>) {
    this.#order = [...KEYS].sort(
      (a, b) => (columns.get(a) ?? Number.MAX_VALUE) - (columns.get(b) ?? Number.MAX_VALUE),
    )
  }

  /** The group of a row, or why there is none. */
  complete(cellOf: (column: Column) => string, fromBijoy: FromBijoy): GroupKey | UnreadReason {
    const group: GroupWords = {}
    let missing: UnreadReason | null = null
    // A merged cell ends where one left of it begins anew, or could not be read.
    let isBegunAnew = false
    for (const key of this.#order) {
      const text = cellOf(key)
      const own = text === '' ? null : readKeyCell(key, text, fromBijoy)
      if (own) {
        isBegunAnew ||= own[key] !== this.#last[key]
        Object.assign(group, { ...own, ...group })
      } else if (text === '' && group[key] === undefined && key !== 'section' && !isBegunAnew) {
        Object.assign(group, this.#last[key] !== undefined && { [key]: this.#last[key] })
      }
      if (group[key] === undefined) {
        isBegunAnew = true
        missing ??= { kind: key, text }
      }
    }
    this.#last = group
    const { className, shift, section } = group
    if (className && shift && section) return { className, shift, section }
    return missing ?? { kind: 'className', text: '' }
  }
}

/** What a cell of a key says; null where that is no such key. */
function readKeyCell(
  key: (typeof KEYS)[number],
  text: string,
  fromBijoy: FromBijoy,
): GroupWords | null {
  const words = readGroupWords(text, fromBijoy)
  if (!words?.[key]) return null
  // «ষষ্ঠ ক» in the class's column names the section too; no other column may name the class.
  const isAllowed = key === 'className' || Object.keys(words).length === 1
  return isAllowed ? words : null
}

/** What follows a number: «৫০ জন», «৪২টি», «৩০ জন ছাত্রী». */
const UNIT = /(?<=[0-9০-৯])\s*(জন|টি|টা)?\s*(ছাত্রী|ছাত্র|শিক্ষার্থী)?\s*[।.]?$/u

/** The number in a cell, null in a blank one, NaN in any other. */
const numberIn = (cell: string): number | null => readNumber(cell.replace(UNIT, ''))

/** A dash, or «নেই», is written where there are none. */
const NONE = /^[-–—−.]+$|^(নেই|নাই|nil|none)$/i

function readCounts(
  fields: readonly CountField[],
  cellOf: (column: Column) => string,
): ReadRow['counts'] | UnreadReason {
  const counts: ReadRow['counts'] = {}
  for (const field of fields) {
    const text = cellOf(field)
    const number = NONE.test(text) ? 0 : numberIn(text)
    if (number === null || !Number.isInteger(number) || number < 0 || number > MAX_COUNT) {
      return { kind: 'number', field, text }
    }
    counts[field] = number
  }
  return counts
}

function cellText(cell: unknown): string {
  if (typeof cell === 'string') return cell.trim()
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return cell === null || cell === undefined ? '' : String(cell)
}

const SHOWN_CELLS = 6

function wordsOf(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell !== '')
    .slice(0, SHOWN_CELLS)
    .join(' · ')
}
