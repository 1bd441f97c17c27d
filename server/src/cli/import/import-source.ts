import fs from 'node:fs/promises'
import path from 'node:path'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { dhakaTime, MONTHS } from '@bidyaloy/shared/lib/bengali/dates'
import { toLatinDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { CLASS_NAMES, type ClassName } from '@bidyaloy/shared/school/classes'
import Papa from 'papaparse'

/** A row to import. */
export interface ImportRow {
  /** Position in the source for messages: `line 3`, or the file's name. */
  where: string
  title: string
  /** `YYYY-MM-DD`. */
  date: string
  /** Absolute; null if the row has only a text. */
  file: string | null
  /** Empty if there is none. */
  text: string
  /** Kind, classes and days, if the CSV has them; not validated. */
  properties: Readonly<Record<string, unknown>>
}

/** A row that cannot be imported. */
interface UnreadRow {
  where: string
  reason: string
}

export type SourceRow = ImportRow | UnreadRow

/**
 * Reads the rows of a CSV with the columns title, date, and file or text (and perhaps kind, classes,
 * startsOn and endsOn), or the files of a folder.
 * @throws Error whose message is a single line for the operator
 */
export async function readSource(source: string): Promise<SourceRow[]> {
  const found = await fs.stat(source).catch(() => null)
  if (!found) throw new Error(`${source}: no such folder or file.`)
  return found.isDirectory() ? readFolder(source) : readCsv(source)
}

const HEADS = {
  title: ['title', 'শিরোনাম', 'বিষয়'],
  date: ['date', 'তারিখ'],
} as const
const OPTIONAL_HEADS = {
  file: ['file', 'ফাইল'],
  text: ['text', 'লেখা'],
  kind: ['kind', 'ধরন'],
  classes: ['classes', 'class', 'শ্রেণি'],
  startsOn: ['startson', 'শুরু'],
  endsOn: ['endson', 'শেষ'],
} as const
const ALL_HEADS = { ...HEADS, ...OPTIONAL_HEADS }
type Column = keyof typeof ALL_HEADS

function columnOf(head: string): Column | null {
  const written = head.normalize('NFC').trim().toLowerCase()
  const columns = Object.keys(ALL_HEADS) as Column[]
  return (
    columns.find((one) => ALL_HEADS[one].some((name) => name.normalize('NFC') === written)) ?? null
  )
}

async function readCsv(source: string): Promise<SourceRow[]> {
  const { data } = Papa.parse<string[]>(await readText(source))
  const columns = (data[0] ?? []).map(columnOf)
  const isComplete = (Object.keys(HEADS) as Column[]).every((column) => columns.includes(column))
  if (!isComplete || !(columns.includes('file') || columns.includes('text'))) {
    throw new Error(
      `${source}: its first line must name the columns title, date and file, or text instead of file.`,
    )
  }
  const home = await fs.realpath(path.dirname(source))
  const rows: SourceRow[] = []
  for (const [index, cells] of data.entries()) {
    if (index === 0 || cells.every((cell) => cell.trim() === '')) continue
    const cell = (column: Column) => (cells[columns.indexOf(column)] ?? '').trim()
    const where = `line ${index + 1}`
    const date = readWrittenDate(cell('date'))
    const text = cell('text')
    const file = text && !cell('file') ? null : await fileBelow(home, cell('file'))
    if (date === null) rows.push({ where, reason: `no date: “${cell('date')}”` })
    else if (typeof file === 'object' && file !== null) rows.push({ where, reason: file.reason })
    else {
      const properties = propertiesOf(cell)
      rows.push({ where, title: cell('title'), date, file, text, properties })
    }
  }
  return rows
}

/** Properties of the filled cells. Classes are separated by commas: «Nine, Ten», «নবম, দশম». */
function propertiesOf(cell: (column: Column) => string): ImportRow['properties'] {
  const day = (column: Column) => {
    const written = cell(column)
    return written && { [column]: readWrittenDate(written) ?? written }
  }
  const written = cell('classes').normalize('NFC').replaceAll('শ্রেণি'.normalize('NFC'), '')
  const classes = written
    .split(/[,;|]/)
    .map((word) => word.trim())
    .filter(Boolean)
    .map((word) => CLASS_NAMES.find((name) => classText(name) === word) ?? word)
  return {
    ...(cell('kind') && { kind: cell('kind') }),
    ...(classes.length > 0 && { classes }),
    ...day('startsOn'),
    ...day('endsOn'),
  }
}

const classText = (name: ClassName) => siteCopy[`enum.class.${name}`].bn.normalize('NFC')

/** Reads a text as Excel writes it: UTF-8 with a byte order mark, or UTF-16. */
async function readText(source: string): Promise<string> {
  const bytes = await fs.readFile(source)
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${source}: it is not UTF-8. Save it as “CSV UTF-8”.`)
  }
}

/** Returns the path of a row's file, which must be in the folder of the CSV or below it. */
async function fileBelow(home: string, name: string): Promise<string | { reason: string }> {
  if (name === '') return { reason: 'neither a file name nor a text' }
  const file = await fs.realpath(path.join(home, name.replaceAll('\\', '/'))).catch(() => null)
  const found = file === null ? null : await fs.stat(file)
  if (file === null || !found?.isFile()) return { reason: `no such file: ${name}` }
  const relative = path.relative(home, file)
  if (relative.startsWith('..') || path.isAbsolute(relative)) {
    return { reason: `${name} is outside the folder of the CSV` }
  }
  return file
}

/** Files of systems and programs. */
const IGNORED = /^(\.|~\$|Thumbs\.db$|desktop\.ini$)/i

async function readFolder(source: string): Promise<SourceRow[]> {
  const entries = await fs.readdir(source, { withFileTypes: true })
  const documents = entries
    .filter(({ name }) => !IGNORED.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return Promise.all(
    documents.map(async (entry): Promise<SourceRow> => {
      const { name } = entry
      if (!entry.isFile()) return { where: name, reason: 'only files are imported, not folders' }
      const file = path.join(source, name)
      const bare = path.basename(name, path.extname(name)).normalize('NFC')
      const dated = dateInName(bare)
      const date = dated?.date ?? dhakaTime((await fs.stat(file)).mtime).iso
      const title = (dated?.rest ?? bare).replaceAll('_', ' ').replace(/^[\s.,-]+|[\s.,-]+$/g, '')
      return { where: name, title, date, file, text: '', properties: {} }
    }),
  )
}

/** Dates with the year first or last and equal separators. */
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/
const IN_WORDS = /^(\d{1,2})\s+(\S+?),?\s+(\d{4})$/

/**
 * Parses a date in Bengali or Latin digits: `2019-05-03`, `03/05/2019` (the day first), «৩ মে, ২০১৯».
 * @returns `YYYY-MM-DD`, or null if it is not a date
 */
function readWrittenDate(text: string): string | null {
  const written = toLatinDigits(text.normalize('NFC').trim())
  const [, year, , month, day] = YEAR_FIRST.exec(written) ?? []
  if (year) return calendarDay(year, month, day)
  const [, dayFirst, , monthNext, yearLast] = YEAR_LAST.exec(written) ?? []
  if (yearLast) return calendarDay(yearLast, monthNext, dayFirst)
  const [, dayInWords, name, yearInWords] = IN_WORDS.exec(written) ?? []
  const at = MONTHS.findIndex((one) => one.normalize('NFC') === name)
  return at >= 0 ? calendarDay(yearInWords, String(at + 1), dayInWords) : null
}

/** Returns the date at the start or end of a name and the rest of the name, or null. */
function dateInName(name: string): { date: string; rest: string } | null {
  const digits = '[0-9০-৯]'
  const date = `${digits}{4}[-.]${digits}{1,2}[-.]${digits}{1,2}|${digits}{1,2}[-.]${digits}{1,2}[-.]${digits}{4}`
  for (const pattern of [`^(?<date>${date})(?<rest>\\D.*)$`, `^(?<rest>.*\\D)(?<date>${date})$`]) {
    const { date: written = '', rest = '' } = new RegExp(pattern, 'su').exec(name)?.groups ?? {}
    const day = readWrittenDate(written)
    if (day) return { date: day, rest }
  }
  return null
}

function calendarDay(year = '', month = '', day = ''): string | null {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${iso}T00:00:00Z`)
  // 31 February becomes a day of March.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso) ? iso : null
}
