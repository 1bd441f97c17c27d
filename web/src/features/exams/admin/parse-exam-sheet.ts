import { MAX_SITTINGS, type Sitting } from '@bidyaloy/shared/features/exams/exam'
import { bySitting } from '@bidyaloy/shared/features/exams/exam-days'
import { toLatinDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { readDay } from '@bidyaloy/shared/lib/bengali/read-day'
import { CLASS_NAMES, type ClassName, classNumber } from '@bidyaloy/shared/school/classes'
import { excerpt, type RejectedRow } from '../../../admin/sheet-import/rejected-rows.tsx'
import { headingReader } from '../../../lib/tables/column-headings.ts'
import { readSheets, type Worksheet } from '../../../lib/tables/sheet-file.ts'
import { parseGroup } from '../../../school/group-words.ts'
import { isNoLesson } from '../../routine/admin/import/parse-lesson.ts'
import { dayIn, groupInTitle, timesIn } from '../../routine/admin/import/routine-words.ts'
import { textRows } from '../../routine/admin/import/text-rows.ts'
import { examTitleIn } from './exam-title.ts'

export interface RejectedSitting extends RejectedRow {
  reason: 'date' | 'class' | 'long'
}

export interface ExamReading {
  /** Title above the table; empty without one. */
  title: string
  sittings: Sitting[]
  rejected: RejectedSitting[]
}

export type ExamProblem = 'no-head' | 'nothing' | 'too-long'

type Column = 'date' | 'time' | 'class' | 'subject' | 'room'

const columnOf = headingReader<Column>([
  ['date', /তারিখ|^date|^দিন|^বার/],
  ['time', /সময়|^time/],
  ['class', /^(শ্রেণ[িী]|শ্রেন[িী]|class|grade)/],
  ['subject', /বিষয়|^subject|পত্রের নাম/],
  ['room', /কক্ষ|রুম|^room/],
])

/** A column of subjects of one class, or of a time of the day. */
interface Head {
  column: Column | ClassName[]
  times: { from: string; to: string } | null
}

interface Context {
  today: string
}

/**
 * Reads the table of an examination: a row a subject, or a row a day with a column for each class.
 * @throws SheetFileError
 */
export async function readExam(
  source: Blob | string,
  context: Context,
): Promise<ExamReading | { problem: ExamProblem }> {
  const sheets = await readSheets(source)
  const readings = sheets.flatMap((sheet) => readSheet(sheet, context) ?? [])
  if (readings.length === 0) return { problem: 'no-head' }
  const sittings = readings.flatMap((one) => one.sittings).sort(bySitting)
  const rejected = readings.flatMap((one) => one.rejected)
  if (sittings.length > MAX_SITTINGS) return { problem: 'too-long' }
  if (sittings.length + rejected.length === 0) return { problem: 'nothing' }
  return { title: readings.find(({ title }) => title)?.title ?? '', sittings, rejected }
}

function readSheet(sheet: Worksheet, { today }: Context): ExamReading | null {
  const rows = textRows(sheet)
  const at = rows.findIndex((cells) => headsOf(cells) !== null)
  const heads = headsOf(rows[at] ?? [])
  if (!heads) return null
  const above = rows.slice(0, at).flat().filter(Boolean)
  const ofTitle = above.flatMap((text) => timesIn(text) ?? [])[0]
  const inSheet = [...above, sheet.name].map(groupInTitle).find(({ className }) => className)
  const reading: ExamReading = { title: examTitleIn(above), sittings: [], rejected: [] }
  const carried = { date: '', time: '' }
  for (const [index, cells] of rows.slice(at + 1).entries()) {
    const cellOf = (column: Column) =>
      cells[heads.findIndex((head) => head?.column === column)] ?? ''
    carried.date = cellOf('date') || carried.date
    carried.time = cellOf('time') || carried.time
    const row = { sheet: sheet.name, line: at + index + 2, text: excerpt(cells) }
    const times = timesIn(carried.time) ?? ofTitle
    const subjects = heads.flatMap((head, column) => {
      const subject = cells[column] ?? ''
      if (!head || isNoLesson(subject)) return []
      if (typeof head.column !== 'string') return [{ subject, classes: head.column, ...head }]
      if (head.column !== 'subject') return []
      const ofCell = classesIn(cellOf('class'))
      const classes = ofCell ?? (inSheet?.className ? [inSheet.className] : [])
      return [{ subject, classes, ...head }]
    })
    // Notes and signatures below the table.
    if (subjects.length === 0) continue
    const date = dateOf(carried.date, today)
    for (const { subject, classes, times: ofHead } of subjects) {
      if (!date) reading.rejected.push({ ...row, reason: 'date' })
      else if (classes.length === 0) reading.rejected.push({ ...row, reason: 'class' })
      else if (subject.length > 120) reading.rejected.push({ ...row, reason: 'long' })
      else {
        const { from, to } = ofHead ?? times ?? { from: '', to: '' }
        const room = cellOf('room')
        reading.sittings.push({ date, from, to, classes, subject: oneLine(subject), room })
      }
    }
  }
  return { ...reading, rejected: onePerLine(reading.rejected) }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function onePerLine(rows: readonly RejectedSitting[]): RejectedSitting[] {
  return rows.filter((row, at) => rows.findIndex(({ line }) => line === row.line) === at)
}

/** Returns the headings of a row that has those of a table; null for other rows. */
function headsOf(cells: readonly string[]): (Head | null)[] | null {
  const heads = cells.map((cell): Head | null => {
    if (cell === '') return null
    const times = timesIn(cell)
    const column = columnOf(cell)
    const classes = classesIn(cell)
    if (classes) return { column: classes, times }
    return column && { column, times }
  })
  const has = (column: Column) => heads.some((head) => head?.column === column)
  const hasSubjects = has('subject') || heads.some((head) => typeof head?.column === 'object')
  return has('date') && hasSubjects ? heads : null
}

/** Returns the classes that a cell names: «৬ষ্ঠ-৮ম», «নবম ও দশম»; null for other text. */
function classesIn(cell: string): ClassName[] | null {
  const text = (timesIn(cell)?.rest ?? cell).replace(/\(.*?\)/g, ' ')
  const range = /^(.+?)\s*(?:-|–|থেকে|হতে)\s*(.+)$/.exec(toLatinDigits(text))
  const [first, last] = [range?.[1], range?.[2]].map((part) => part && parseGroup(part)?.className)
  if (first && last) {
    const [from, to] = [first, last].map(classNumber)
    return CLASS_NAMES.filter(
      (name) => classNumber(name) >= (from ?? 0) && classNumber(name) <= (to ?? 0),
    )
  }
  const names = text.split(/[,،/+&]|\sও\s|\sএবং\s/).map((part) => parseGroup(part)?.className)
  return names.length > 0 && names.every((name) => name !== undefined)
    ? CLASS_NAMES.filter((name) => names.includes(name))
    : null
}

/** Returns the day of a cell such as «২৯/১১/২০২৬ রবিবার»; null without one. */
function dateOf(cell: string, today: string): string | null {
  const words = cell
    .replace(/[()]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && dayIn(word.replace(/[,।]/g, '')) === null)
  return readDay(words.join(' ').replace(/[,\s]+$/, ''), today)
}
