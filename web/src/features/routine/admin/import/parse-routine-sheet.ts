import { MAX_PERIODS, type Period } from '@bidyaloy/shared/features/routine/routine'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import { excerpt } from '../../../../admin/sheet-import/rejected-rows.tsx'
import type { Worksheet } from '../../../../lib/tables/sheet-file.ts'
import { parseGroup } from '../../../../school/group-words.ts'
import { isNoLesson, parseLessons } from './parse-lesson.ts'
import {
  dateIn,
  dayIn,
  groupInTitle,
  isBreakName,
  type Label,
  labelOf,
  type PeriodHead,
  periodIn,
  roomIn,
} from './routine-words.ts'
import { textRows } from './text-rows.ts'

/** Why a cell or row is left out. */
export type Rejection =
  | { kind: 'day' | 'period' | 'group'; text: string }
  | { kind: 'noSubject'; text: string }
  | { kind: 'long' }
  | { kind: 'twice'; text: string }

export interface RejectedCell {
  sheet: string
  line: number
  text: string
  reason: Rejection
}

/** The week of a group in a sheet. What the sheet does not say of the group is missing. */
export interface SheetRoutine {
  group: Partial<GroupKey>
  room: string
  periods: Period[]
}

export interface RoutineReading {
  routines: SheetRoutine[]
  rejected: RejectedCell[]
  /** `YYYY-MM-DD`, if a title says it. */
  validFrom: string | null
  /** Number of lessons. */
  cells: number
}

export const MAX_SHEET_ROWS = 2000
const SCHOOL_DAYS = [0, 1, 2, 3, 4]
const MAX_TEXT = 80

/** Where a cell stands: by its column, its row, and what is above the table. */
interface Place {
  group: Partial<GroupKey>
  day: number | null
  period: PeriodHead | null
}

/** The headings of the columns of a table: of periods, of days, or of classes. */
interface Table {
  axis: 'period' | 'day' | 'group'
  line: number
  heads: ReadonlyMap<number, Place>
  labels: ReadonlyMap<number, Label>
}

interface Context {
  today: string
  isTeacher: (text: string) => boolean
}

/** Reads the routines in the worksheets of a file, whatever their layout is. */
export function parseRoutineSheets(
  sheets: readonly Worksheet[],
  context: Context,
): RoutineReading | 'no-head' | 'nothing' | 'too-long' {
  const collected = new Collection()
  let hasTable = false
  for (const sheet of sheets) {
    if (sheet.rows.length > MAX_SHEET_ROWS) return 'too-long'
    const reader = new SheetReader(collected, sheet.name, context)
    for (const [index, cells] of textRows(sheet).entries()) reader.read(cells, index + 1)
    hasTable ||= reader.hasTable
  }
  if (!hasTable) return 'no-head'
  const reading = collected.result()
  return reading.cells + reading.rejected.length > 0 ? reading : 'nothing'
}

class SheetReader {
  private table: Table | null = null
  private above: Place & { room: string }
  private carried = new Map<number, string>()
  hasTable = false

  constructor(
    private readonly collected: Collection,
    private readonly sheet: string,
    private readonly context: Context,
  ) {
    const group = groupInTitle(sheet)
    this.above = { group, day: dayIn(sheet), period: null, room: '' }
  }

  read(cells: readonly string[], line: number): void {
    const texts = [...new Set(cells.filter((cell) => cell !== ''))]
    if (texts.length === 0) return
    const table = tableOf(cells, line)
    if (table) this.begin(table)
    else if (!this.table || this.isTitle(cells, texts)) this.title(texts)
    else this.row(this.table, cells, line)
  }

  /** Begins a table, or adds a second row of headings to one, such as the times below the numbers. */
  private begin(table: Table): void {
    this.hasTable = true
    this.carried.clear()
    const former = this.table
    if (
      former &&
      former.axis === 'period' &&
      table.axis === 'period' &&
      table.line - former.line <= 2
    ) {
      const heads = new Map(former.heads)
      for (const [column, place] of table.heads) {
        const period = joined(heads.get(column)?.period, place.period)
        heads.set(column, { ...place, period })
      }
      this.table = { ...table, heads, labels: new Map([...table.labels, ...former.labels]) }
    } else this.table = table
  }

  /** Whether a row below a table is the title of another. */
  private isTitle(cells: readonly string[], texts: readonly string[]): boolean {
    if (texts.length > 3) return false
    if (texts.length === 1 && cells.filter((cell) => cell !== '').length > 2) {
      return !isNoLesson(texts[0] ?? '')
    }
    const named = texts.map(groupInTitle)
    return (
      named.some(({ className }) => className) && texts.some((text) => /শ্রেণ|class/i.test(text))
    )
  }

  private title(texts: readonly string[]): void {
    for (const text of texts) {
      const group = groupInTitle(text)
      // Another class begins.
      if (group.className) this.above = { ...this.above, group: {}, day: null, room: '' }
      const ofSheet = groupInTitle(this.sheet)
      const day = dayIn(text) ?? dayInTitle(text)
      this.above = {
        group: { ...ofSheet, ...this.above.group, ...group },
        day: day ?? this.above.day ?? dayIn(this.sheet),
        period: null,
        room: roomIn(text)?.room ?? this.above.room,
      }
      const date = dateIn(text, this.context.today)
      if (date) this.collected.validFrom ??= date
    }
    if (texts.some((text) => groupInTitle(text).className)) this.table = null
  }

  private row(table: Table, cells: readonly string[], line: number): void {
    const first = Math.min(...table.heads.keys())
    const place = this.placeOf(table, cells, first)
    const used = [...table.heads].filter(([column]) => !isNoLesson(cells[column] ?? ''))
    if (used.length === 0) {
      this.breakRow(table, place, cells)
      return
    }
    const own = excerpt(cells)
    if ('kind' in place) {
      this.collected.reject({ sheet: this.sheet, line, text: own, reason: place })
      return
    }
    const ofRow = { ...this.above.group, ...place.group }
    // All of them, so that they keep their order, with breaks and with those that are empty today.
    for (const { period } of table.heads.values()) {
      if (period) this.collected.period(ofRow, period)
    }
    for (const [column, head] of used) {
      const at = {
        group: { ...this.above.group, ...head.group, ...place.group },
        day: head.day ?? place.day ?? this.above.day,
        period: head.period ?? place.period,
      }
      this.lesson(at, cells[column] ?? '', { line, room: place.room })
    }
  }

  /** A row of a table of days or classes that is a break for all of them. */
  private breakRow(table: Table, place: Place | Rejection, cells: readonly string[]): void {
    if ('kind' in place || !place.period) return
    const name = [...table.heads.keys()].map((column) => cells[column] ?? '').find(isBreakName)
    if (name === undefined) return
    const period = { ...place.period, name, number: null, isBreak: true }
    const groups = [...table.heads.values()].map(({ group }) => group)
    for (const group of table.axis === 'group' ? groups : [{}]) {
      this.collected.period({ ...this.above.group, ...group }, period)
    }
  }

  /** Returns what the labels of a row say, or why they are not understood. */
  private placeOf(
    table: Table,
    cells: readonly string[],
    first: number,
  ): (Place & { room: string }) | Rejection {
    const place: Place & { room: string } = { group: {}, day: null, period: null, room: '' }
    for (let column = 0; column < cells.length; column += 1) {
      if (table.heads.has(column) || (column > first && !table.labels.has(column))) continue
      const label = table.labels.get(column)
      const own = cells[column] ?? ''
      if (own !== '') this.carried.set(column, own)
      const text = own || this.carried.get(column) || ''
      if (text === '' || label === 'serial') continue
      if (label === 'room') place.room = roomIn(text)?.room ?? text
      else if (!this.take(place, table, label, text)) {
        if (label === 'day' || label === 'period') return { kind: label, text }
        if (label) return { kind: 'group', text }
        if (column === first - 1) return { kind: table.axis === 'day' ? 'period' : 'day', text }
      }
    }
    return place
  }

  /** Reads a label into a place. Returns whether it was understood. */
  private take(place: Place, table: Table, label: Label | undefined, text: string): boolean {
    const day = table.axis === 'day' ? null : dayIn(text)
    if (day !== null && label !== 'period') {
      place.day = day
      return true
    }
    const mayBePeriod = table.axis !== 'period' && label !== 'className' && label !== 'section'
    const period = mayBePeriod ? periodIn(text) : null
    if (period && (label === 'period' || !label)) {
      place.period = joined(place.period, period)
      return true
    }
    const group = table.axis === 'group' ? null : (parseGroup(text) ?? groupInTitle(text))
    if (!group || Object.keys(group).length === 0) return false
    place.group = { ...place.group, ...group }
    return true
  }

  private lesson(
    { group, day, period }: Place,
    text: string,
    { line, room }: { line: number; room: string },
  ): void {
    if (!period || period.isBreak) return
    const reject = (reason: Rejection) =>
      this.collected.reject({ sheet: this.sheet, line, text: excerpt([text]), reason })
    for (const parsed of parseLessons(text, this.context.isTeacher)) {
      const { subject, teachers } = parsed
      if (subject === '') reject({ kind: 'noSubject', text: teachers.join(', ') })
      else if ([subject, ...teachers].some((one) => one.length > MAX_TEXT)) reject({ kind: 'long' })
      else {
        const days = parsed.days ?? (day === null ? SCHOOL_DAYS : [day])
        const lesson = { subject, teachers, room: parsed.room || room }
        for (const one of days) {
          const other = this.collected.lesson(group, period, { day: one, ...lesson })
          if (other !== null) reject({ kind: 'twice', text: other })
        }
      }
    }
    if (this.above.room) this.collected.room(group, this.above.room)
  }
}

/** Days in a title among other words: «দিন: রবিবার». */
function dayInTitle(text: string): number | null {
  const days = new Set(text.split(/[\s:,()–-]+/).flatMap((word) => dayIn(word) ?? []))
  const [day] = days
  return days.size === 1 && day !== undefined ? day : null
}

/** Returns the headings in a row; null if it has none. */
function tableOf(cells: readonly string[], line: number): Table | null {
  if (new Set(cells.filter((cell) => cell !== '')).size < 2) return null
  const places = (find: (cell: string) => Partial<Place> | null) =>
    new Map(
      cells.flatMap((cell, column): [number, Place][] => {
        const found = cell === '' ? null : find(cell)
        return found ? [[column, { group: {}, day: null, period: null, ...found }]] : []
      }),
    )
  const days = places((cell) => {
    const day = dayIn(cell)
    return day === null ? null : { day }
  })
  const periods = places((cell) => {
    const period = periodIn(cell)
    return period && { period }
  })
  const groups = places((cell) => {
    const group = /^\s*\S{1,2}\s*$/.test(cell) ? null : parseGroup(cell)
    return group?.className ? { group } : null
  })
  // A row of lessons may name breaks.
  const distinct = (heads: ReadonlyMap<number, Place>) =>
    new Set(
      [...heads.values()].flatMap((head) => (head.period?.isBreak ? [] : JSON.stringify(head))),
    ).size
  const numbered = [...periods.values()].some(
    ({ period }) => period?.number === 1 || (period && period.from !== ''),
  )
  const labels = (heads: ReadonlyMap<number, Place>) =>
    new Map(
      cells.flatMap((cell, column): [number, Label][] => {
        const label = heads.has(column) || cell === '' ? null : labelOf(cell)
        return label ? [[column, label]] : []
      }),
    )
  const axes = [
    ['day', days, 2],
    ['period', numbered ? periods : new Map<number, Place>(), 2],
    ['group', groups, 2],
  ] as const
  const [best] = axes
    .filter(([, heads, least]) => distinct(heads) >= least)
    .sort(([, a], [, b]) => b.size - a.size)
  if (!best) return null
  const [axis, heads] = best
  // A row of data has its own days and numbers among lessons.
  const others = cells.filter((cell, column) => cell !== '' && !heads.has(column)).length
  return others <= heads.size + 3 ? { axis, line, heads, labels: labels(heads) } : null
}

function joined(one: PeriodHead | null | undefined, other: PeriodHead | null): PeriodHead | null {
  if (!one || !other) return one ?? other
  return {
    from: one.from || other.from,
    to: one.to || other.to,
    name: one.name || other.name,
    number: one.number ?? other.number,
    isBreak: one.isBreak || other.isBreak,
  }
}

interface Collected {
  group: Partial<GroupKey>
  room: string
  periods: Map<string, PeriodHead & { lessons: Map<number, Period['lessons'][number]> }>
}

/** The lessons of all groups in the order in which they were found. */
class Collection {
  private readonly routines = new Map<string, Collected>()
  private readonly rejected: RejectedCell[] = []
  validFrom: string | null = null

  reject(cell: RejectedCell): void {
    this.rejected.push(cell)
  }

  private of(group: Partial<GroupKey>): Collected {
    const { className, shift, section } = group
    const key = [className, shift, section].join(' ')
    const found = this.routines.get(key) ?? { group, room: '', periods: new Map() }
    this.routines.set(key, found)
    return found
  }

  room(group: Partial<GroupKey>, room: string): void {
    this.of(group).room ||= room
  }

  period(group: Partial<GroupKey>, head: PeriodHead) {
    const { periods } = this.of(group)
    const key = head.isBreak ? `break ${head.from || head.name}` : `${head.number ?? head.from}`
    const present = periods.get(key) ?? { ...head, lessons: new Map() }
    periods.set(key, present)
    return present
  }

  /** Adds a lesson. Returns another one that has its place, as text. */
  lesson(
    group: Partial<GroupKey>,
    head: PeriodHead,
    lesson: Period['lessons'][number],
  ): string | null {
    const { lessons } = this.period(group, head)
    const present = lessons.get(lesson.day)
    if (present && JSON.stringify(present) !== JSON.stringify(lesson)) return present.subject
    lessons.set(lesson.day, lesson)
    return null
  }

  result(): RoutineReading {
    const routines = [...this.routines.values()].flatMap(({ group, room, periods }) => {
      const all = [...periods.values()]
      const last = all.findLastIndex(({ lessons }) => lessons.size > 0)
      const found = inOrder(all.slice(0, last + 1)).slice(0, MAX_PERIODS)
      const shown = found.map(({ from, to, name, isBreak, lessons }) => ({
        ...{ from, to, name, isBreak },
        lessons: [...lessons.values()].sort((a, b) => a.day - b.day),
      }))
      return shown.some(({ lessons }) => lessons.length > 0)
        ? [{ group, room, periods: shown }]
        : []
    })
    const cells = routines.flatMap(({ periods }) =>
      periods.flatMap(({ lessons }) => lessons),
    ).length
    return { routines, rejected: this.rejected, validFrom: this.validFrom, cells }
  }
}

/** Sorts periods by their times, and ends each where the next begins unless its end is known. */
function inOrder<P extends PeriodHead>(periods: readonly P[]): P[] {
  const isTimed = periods.every(({ from }) => from !== '')
  const sorted = isTimed
    ? [...periods].sort((a, b) => (a.from < b.from ? -1 : 1))
    : [...periods].sort((a, b) =>
        a.number !== null && b.number !== null ? a.number - b.number : 0,
      )
  return sorted.map((period, at) => ({
    ...period,
    to: period.to || (period.from && sorted[at + 1]?.from) || '',
  }))
}
