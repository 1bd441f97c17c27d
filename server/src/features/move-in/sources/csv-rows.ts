import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { suggestUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'
import { CLASS_NAMES, type ClassName } from '@bidyaloy/shared/school/classes'
import Papa from 'papaparse'
import { decodeText } from './charset.ts'
import { dayOfCell } from './file-days.ts'

/** A row of a list of entries. */
export interface CsvRow {
  /** Counted from 1, with the heads. */
  line: number
  title: string
  /** As written; `day` is null if it is no date. */
  date: string
  day: string | null
  /** Path of the file from the folder of the list; '' if there is none. */
  file: string
  text: string
  /** Kind, classes and days, if the list has them; not validated. */
  properties: Record<string, unknown>
}

const HEADS = {
  title: ['title', 'শিরোনাম', 'বিষয়', 'subject', 'heading', 'name', 'নাম'],
  date: ['date', 'তারিখ'],
} as const
const OPTIONAL_HEADS = {
  file: ['file', 'ফাইল', 'attachment', 'সংযুক্তি', 'link', 'লিংক', 'url', 'pdf'],
  text: ['text', 'লেখা', 'body', 'description', 'details', 'বিবরণ', 'বিস্তারিত'],
  kind: ['kind', 'ধরন'],
  classes: ['classes', 'class', 'শ্রেণি'],
  startsOn: ['startson', 'শুরু'],
  endsOn: ['endson', 'শেষ'],
} as const
const ALL_HEADS = { ...HEADS, ...OPTIONAL_HEADS }
type Column = keyof typeof ALL_HEADS
const COLUMNS = Object.keys(ALL_HEADS) as Column[]
const MAX_ROWS = 20_000

/** Returns the column of each head: by its whole name, or else by a word of it that no other head is. */
function columnsOf(heads: readonly string[]): (Column | null)[] {
  const names = heads.map((head) => unicode(head).trim().toLowerCase())
  const exact = names.map(
    (written) =>
      COLUMNS.find((one) => ALL_HEADS[one].some((name) => name.normalize('NFC') === written)) ??
      null,
  )
  const taken = new Set(exact)
  return names.map((written, at) => {
    if (exact[at]) return exact[at]
    const found = COLUMNS.find(
      (one) => !taken.has(one) && ALL_HEADS[one].some((name) => isWordOf(name, written)),
    )
    if (!found) return null
    taken.add(found)
    return found
  })
}

/** Whether a head has a word, perhaps with an ending: «ফাইলের নাম». */
const isWordOf = (name: string, head: string) =>
  head
    .split(/[\s_()/-]+/)
    .some((word) => word === name.normalize('NFC') || word === `${name.normalize('NFC')}ের`)

/**
 * Reads the rows of a CSV with the columns title, date, and file or text (and perhaps kind, classes, startsOn and
 * endsOn), as Excel writes it: UTF-8, UTF-16 or Bijoy.
 * @returns null if it has other columns
 */
export function readCsvRows(bytes: Uint8Array): CsvRow[] | null {
  const [, separator = '', text = ''] =
    /^\ufeff?(?:sep=(.)\r?\n)?(.*)$/s.exec(decodeText(bytes)) ?? []
  const { data } = Papa.parse<string[]>(text, {
    preview: MAX_ROWS,
    ...(separator && { delimiter: separator }),
  })
  const columns = columnsOf(data[0] ?? [])
  const isComplete = (['title', 'date'] as const).every((column) => columns.includes(column))
  if (!isComplete || !(columns.includes('file') || columns.includes('text'))) return null
  return data.flatMap((cells, index): CsvRow[] => {
    if (index === 0 || cells.every((cell) => cell.trim() === '')) return []
    const cell = (column: Column) => (cells[columns.indexOf(column)] ?? '').trim()
    const date = cell('date')
    return [
      {
        line: index + 1,
        title: unicode(cell('title')),
        date,
        day: dayOfCell(date) ?? dayOfCell(unicode(date)),
        file: cell('file'),
        text: unicode(cell('text')),
        properties: propertiesOf(cell),
      },
    ]
  })
}

const unicode = (text: string) => (suggestUnicode(text) ?? text).normalize('NFC')

/** Properties of the filled cells. Classes are separated by commas: «Nine, Ten», «নবম, দশম». */
function propertiesOf(cell: (column: Column) => string): Record<string, unknown> {
  const day = (column: Column) => {
    const written = cell(column)
    return written && { [column]: dayOfCell(written) ?? written }
  }
  const classes = cell('classes')
    .normalize('NFC')
    .replaceAll('শ্রেণি'.normalize('NFC'), '')
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
