import { MAX_COUNT } from '@bidyaloy/shared/features/student-counts/student-count'
import { readNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import { foldWords, toUnicode } from '../../lib/tables/column-headings.ts'
import { cellText, readSheets, type Sheet } from '../../lib/tables/sheet-file.ts'
import { parseGroup } from '../../school/group-words.ts'
import { excerpt, type RejectedRow } from './rejected-rows.tsx'

/* Sheets with numbers by class, shift and section. */

export interface GroupRow<Field extends string> extends GroupKey {
  /** Number of the row in its file, from 1. */
  line: number
  /** Only the numbers that the row contains. */
  counts: Partial<Record<Field, number>>
}

/** Why a row was rejected. `text` is the cell's content. */
export type GroupRejection<Field extends string> =
  | { kind: 'className' | 'shift' | 'section'; text: string }
  | { kind: 'number'; field: Field; text: string }
  /** `line` is the earlier row of the same group. */
  | { kind: 'twice'; line: number }

interface RejectedGroup<Field extends string> extends RejectedRow {
  reason: GroupRejection<Field>
}

export interface GroupReading<Field extends string> {
  rows: GroupRow<Field>[]
  rejected: RejectedGroup<Field>[]
  /** The numbers for which there is a column. */
  fields: Field[]
  /** Headings of unused columns. */
  ignored: string[]
}

/** Why no row of a table can be read. */
export type GroupProblem = 'no-head' | 'no-numbers' | 'too-long'

export const MAX_GROUP_ROWS = 600
const MAX_ROWS_ABOVE_HEADINGS = 30
const KEYS = ['className', 'shift', 'section'] as const

/** A column of the group, of a sum that is not read, or of a number. */
export type GroupColumn<Field extends string> = keyof GroupKey | 'total' | Field

/** What a sheet is about. */
export interface GroupVocabulary<Field extends string> {
  /** The numbers, in the order of their table. */
  fields: readonly Field[]
  /** Returns the column that a heading names, or null for an unknown heading. */
  columnOf: (heading: string) => GroupColumn<Field> | null
}

type CellOf<Field extends string> = (column: GroupColumn<Field>) => string

/**
 * Parses a table of numbers by class, shift and section. Headings are Bengali or English, in any
 * order, in one or two rows. A blank class or shift repeats the row above; rows with totals are skipped.
 */
export function parseGroupSheet<Field extends string>(
  sheet: Sheet,
  vocabulary: GroupVocabulary<Field>,
): GroupReading<Field> | GroupProblem {
  const table = sheet.map((row) => row.map(cellText))
  const headings = findHeadings(table, vocabulary)
  if (!headings) return 'no-head'
  const { columns, ignored, end } = headings
  const fields = vocabulary.fields.filter((field) => columns.has(field))
  if (fields.length === 0) return 'no-numbers'
  if (table.length - end > MAX_GROUP_ROWS) return 'too-long'
  const reading: GroupReading<Field> = { rows: [], rejected: [], fields, ignored }
  const lines = new Map<string, number>()
  const groupOfRow = groupReader(columns)
  for (const [index, cells] of table.slice(end).entries()) {
    const cellOf: CellOf<Field> = (column) => cells[columns.get(column) ?? -1] ?? ''
    if (KEYS.some((key) => isTotal(cellOf(key)))) continue
    const line = end + index + 1
    const reject = (reason: GroupRejection<Field>) =>
      reading.rejected.push({ line, text: excerpt(cells), reason })
    const group = groupOfRow(cellOf)
    const filled = fields.filter((field) => cellOf(field) !== '')
    // A row without numbers changes nothing: a blank line, or a class not counted yet.
    if (filled.length === 0) continue
    if ('kind' in group) {
      reject(group)
      continue
    }
    const counts = parseCounts(filled, cellOf)
    const key = KEYS.map((name) => group[name]).join()
    const first = lines.get(key)
    if ('kind' in counts) reject(counts)
    else if (first !== undefined) reject({ kind: 'twice', line: first })
    else {
      lines.set(key, line)
      reading.rows.push({ line, ...group, counts })
    }
  }
  return reading
}

interface Headings<Field extends string> {
  /** Index of each known column. */
  columns: Map<GroupColumn<Field>, number>
  ignored: string[]
  /** Index of the first row below. */
  end: number
}

function findHeadings<Field extends string>(
  table: readonly string[][],
  { columnOf }: GroupVocabulary<Field>,
): Headings<Field> | null {
  for (const [index, row] of table.slice(0, MAX_ROWS_ABOVE_HEADINGS).entries()) {
    const upper = row.map((cell) => columnOf(cell))
    if (!upper.includes('className') || (!upper.includes('section') && !upper.includes('shift'))) {
      continue
    }
    const below = table[index + 1] ?? []
    const lower = below.map((cell) => columnOf(cell))
    // Grouped headings: «ধর্ম» above «মুসলিম», «হিন্দু». A row of a class has numbers instead.
    const isTwo =
      lower.some((column) => column !== null && column !== 'className') &&
      below.every((cell) => Number.isNaN(numberIn(cell) ?? Number.NaN))
    const columns = new Map<GroupColumn<Field>, number>()
    const ignored: string[] = []
    for (let at = 0; at < Math.max(row.length, isTwo ? below.length : 0); at += 1) {
      const text = (isTwo && below[at]) || row[at] || ''
      const column = (isTwo ? lower[at] : null) ?? upper[at] ?? null
      if (column === 'total') continue
      // The first of two equal columns counts; the other is reported as ignored.
      if (column && !columns.has(column)) columns.set(column, at)
      else if (text !== '') ignored.push(text)
    }
    return { columns, ignored, end: index + (isTwo ? 2 : 1) }
  }
  return null
}

/** Returns a reader of row groups that completes blank cells of merged columns from the row above. */
function groupReader<Field extends string>(
  columns: ReadonlyMap<GroupColumn<Field>, number>,
): (cellOf: CellOf<Field>) => GroupKey | GroupRejection<never> {
  const position = (key: keyof GroupKey) => columns.get(key) ?? Number.MAX_VALUE
  const leftToRight = [...KEYS].sort((a, b) => position(a) - position(b))
  let above: Partial<GroupKey> = {}
  return (cellOf) => {
    const group: Partial<GroupKey> = {}
    let missing: GroupRejection<never> | null = null
    // A merged cell ends where one to its left changes or is invalid.
    let hasChanged = false
    for (const key of leftToRight) {
      const text = cellOf(key)
      const own = text === '' ? null : parseKeyCell(key, text)
      if (own) {
        hasChanged ||= own[key] !== above[key]
        Object.assign(group, { ...own, ...group })
      } else if (text === '' && group[key] === undefined && key !== 'section' && !hasChanged) {
        Object.assign(group, above[key] !== undefined && { [key]: above[key] })
      }
      if (group[key] === undefined) {
        hasChanged = true
        missing ??= { kind: key, text }
      }
    }
    above = group
    const { className, shift, section } = group
    if (className && shift && section) return { className, shift, section }
    return missing ?? { kind: 'className', text: '' }
  }
}

/** Returns what a cell of column `key` names, or null if that is not a `key`. */
function parseKeyCell(key: (typeof KEYS)[number], text: string): Partial<GroupKey> | null {
  const group = parseGroup(text)
  if (!group?.[key]) return null
  // The class column may name the section too, «ষষ্ঠ ক»; no other column may name the class.
  return key === 'className' || Object.keys(group).length === 1 ? group : null
}

/** What follows a number: «৫০ জন», «৪২টি», «৩০ জন ছাত্রী». */
const UNIT = /(?<=[0-9০-৯])\s*(জন|টি|টা)?\s*(ছাত্রী|ছাত্র|শিক্ষার্থী)?\s*[।.]?$/u

/** The number in a cell: null in a blank cell, NaN in any other. */
const numberIn = (cell: string): number | null => readNumber(cell.replace(UNIT, ''))

/** A dash or «নেই» means 0. */
const NONE = /^[-–—−.]+$|^(নেই|নাই|nil|none)$/i

function parseCounts<Field extends string>(
  fields: readonly Field[],
  cellOf: CellOf<Field>,
): GroupRow<Field>['counts'] | GroupRejection<Field> {
  const counts: GroupRow<Field>['counts'] = {}
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

/** The parsed rows, or why there are none. */
export type GroupTable<Field extends string> =
  | GroupReading<Field>
  | { problem: GroupProblem | 'nothing' }

/** Reads such a table from a file or pasted text. @throws SheetFileError */
export async function readGroupTable<Field extends string>(
  source: Blob | string,
  vocabulary: GroupVocabulary<Field>,
): Promise<GroupTable<Field>> {
  const sheets = await readSheets(source)
  return firstReading(
    sheets.map(({ rows }) => rows),
    vocabulary,
  )
}

/** Returns the first sheet with rows, else the problem of the first sheet that has headings. */
function firstReading<Field extends string>(
  sheets: readonly Sheet[],
  vocabulary: GroupVocabulary<Field>,
): GroupTable<Field> {
  let problem: GroupProblem | 'nothing' = 'no-head'
  for (const sheet of sheets) {
    const reading = parseGroupSheet(sheet, vocabulary)
    if (typeof reading !== 'string' && reading.rows.length + reading.rejected.length > 0) {
      return reading
    }
    if (problem === 'no-head') problem = typeof reading === 'string' ? reading : 'nothing'
  }
  return { problem }
}

/** Whether a cell marks its row as a total. */
export function isTotal(cell: string): boolean {
  const total = /মোট|সর্বমোট|যোগফল|(^| )(sub ?)?total( |$)|(^| )sum( |$)/
  return total.test(foldWords(cell)) || total.test(foldWords(toUnicode(cell)))
}
