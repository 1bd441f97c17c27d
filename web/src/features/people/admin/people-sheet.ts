import { type Entry, Title } from '@bidyaloy/shared/collections/entry'
import { PERSON_FIELDS, PersonFields } from '@bidyaloy/shared/features/people/person-fields'
import { toLatinDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { foldForSearch } from '@bidyaloy/shared/lib/bengali/search-text'
import { phoneNumbers } from '@bidyaloy/shared/school/phone-numbers'
import type { Sheet } from '../../../lib/tables/sheet-file.ts'
import { cellText } from '../../../lib/tables/sheet-file.ts'
import { guessedColumn, isHeading, type PersonColumn, personColumnOf } from './people-columns.ts'

/** A list of people with its columns. */
export interface PeopleSheet {
  /** Empty if no row has the headings. */
  headings: readonly string[]
  columns: readonly PersonColumn[]
  rows: readonly (readonly string[])[]
}

const MAX_ROWS_ABOVE_HEADINGS = 10

/**
 * Finds the headings of a list, in any order, and its rows that are not blank. Without headings, its
 * columns are guessed.
 */
export function readPeopleSheet(sheet: Sheet): PeopleSheet {
  const table = sheet.map((row) => row.map((cell) => cellText(cell).replace(/\s+/g, ' ')))
  const known = table.slice(0, MAX_ROWS_ABOVE_HEADINGS).map((row) => {
    const columns = row.map(personColumnOf)
    return columns.includes('name') ? columns.filter((column) => column !== null).length : 0
  })
  const most = Math.max(0, ...known)
  const at = most > 0 ? known.indexOf(most) : -1
  const headings = table[at] ?? []
  const rows = table
    .slice(at + 1)
    .filter((row) => row.some((cell) => cell !== '') && !isHeading(row))
  const width = Math.max(0, headings.length, ...rows.map(({ length }) => length))
  const named = Array.from({ length: width }, (_, index) =>
    at < 0
      ? guessedColumn(rows.map((row) => row[index] ?? ''))
      : personColumnOf(headings[index] ?? ''),
  )
  // The first of two equal columns counts.
  const columns = named.map((column, index) =>
    column && named.indexOf(column) === index ? column : 'none',
  )
  return { headings, columns, rows }
}

/** What is doubtful in a cell. */
type Doubt = 'phone' | 'email' | 'long'
/** Why a row is not added. */
type LeftOut = 'noName' | 'long' | 'twice' | 'present'

/** A row of a list as the person that it would add. */
export interface PastedPerson {
  cells: readonly string[]
  title: string
  /** Id of the kind. */
  kind: string
  fields: PersonFields
  /** By the index of the column. */
  doubts: ReadonlyMap<number, Doubt>
  leftOut: LeftOut | null
  /** Equal for equal people. */
  key: string
}

/**
 * Reads the rows of a list as people.
 * @param kindOf returns the id of the kind of a row's person
 * @param present people that need not be added again
 */
export function pastedPeople(
  { columns, rows }: PeopleSheet,
  kindOf: (row: number, post: string) => string,
  present: readonly Pick<Entry, 'title' | 'kind' | 'fields'>[],
): PastedPerson[] {
  const seen = new Set(present.map(keyOf))
  const pasted = new Set<string>()
  return rows.map((row, at): PastedPerson => {
    const cells = columns.map((column, index) => {
      const cell = row[index] ?? ''
      return column === 'phone' ? withLeadingZero(cell) : cell
    })
    const texts = Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
    const title = texts.name ?? ''
    const fields = Object.fromEntries(
      PERSON_FIELDS.flatMap((name) => (texts[name] ? [[name, texts[name]]] : [])),
    )
    const doubts = new Map(
      columns.flatMap((column, index) => {
        const doubt = doubtOf(column, cells[index] ?? '')
        return doubt ? [[index, doubt] as const] : []
      }),
    )
    const kind = kindOf(at, texts.post ?? '')
    const key = keyOf({ title, kind, fields })
    const isLong = [...doubts.values()].includes('long')
    const repeated = seen.has(key) ? 'present' : pasted.has(key) ? 'twice' : null
    pasted.add(key)
    const leftOut = title === '' ? 'noName' : isLong ? 'long' : repeated
    return { cells, title, kind, fields, doubts, leftOut, key }
  })
}

/** Returns a text that is equal for equal people. */
export function keyOf({
  title,
  kind,
  fields = {},
}: Pick<Entry, 'title' | 'kind' | 'fields'>): string {
  const texts = [title, ...PERSON_FIELDS.map((name) => fields[name] ?? '')]
  return JSON.stringify([kind ?? '', ...texts.map(foldForSearch)])
}

/** Returns a mobile number with the zero that a spreadsheet drops from a number. */
function withLeadingZero(cell: string): string {
  if (!/^1[3-9]\d{8}$/.test(toLatinDigits(cell))) return cell
  return `${/^\d/.test(cell) ? '0' : '০'}${cell}`
}

function doubtOf(column: PersonColumn, cell: string): Doubt | null {
  if (column === 'none' || cell === '') return null
  const isShort =
    column === 'name'
      ? Title.safeParse(cell).success
      : PersonFields.safeParse({ [column]: cell }).success
  if (!isShort) return 'long'
  if (column === 'email') return cell.includes('@') ? null : 'email'
  return column === 'phone' && !hasWholeNumbers(cell) ? 'phone' : null
}

/** Whether all numbers of a text are those of mobiles, with 11 digits, or of landlines. */
export function hasWholeNumbers(cell: string): boolean {
  return phoneNumbers(cell).every(({ dial }) => {
    const digits = dial?.replace(/^\+88/, '') ?? ''
    return digits.length === 11 || /^0[2-9]\d{6,8}$/.test(digits)
  })
}

/** Returns the longest table of an HTML page as rows of cells; null without a table of several rows. */
export function longestTable(html: string): string[][] | null {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const tables = [...body.querySelectorAll('table')].map((table) =>
    [...table.rows].map((row) => [...row.cells].map(({ textContent }) => textContent)),
  )
  const [longest = []] = tables.sort((one, other) => other.length - one.length)
  return longest.length > 1 ? longest : null
}
