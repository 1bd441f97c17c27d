import {
  formatHours,
  type Lesson,
  lessonOn,
  type Period,
  periodNames,
  type Routine,
  type RoutineImport,
} from '@bidyaloy/shared/features/routine/routine'
import { compareGroups, groupKey } from '@bidyaloy/shared/school/class-groups'
import { GroupKey } from '@bidyaloy/shared/school/group-key'
import type { GroupChoice } from '../../../student-counts/admin/count-group.ts'
import { keepOld, placeKey } from './keep-old.ts'
import type { SheetRoutine } from './parse-routine-sheet.ts'

/** A place of a week in which the sheet and the saved routine differ, as texts. */
export interface Difference {
  /** Null: the times of the period, or the room of all lessons. */
  day: number | null
  /** Name of the period; empty: the room of all lessons. */
  period: string
  /** Empty: nothing. */
  before: string
  after: string
  /** Whether a person keeps what was there. */
  isKept: boolean
}

/** A routine of the sheet compared with the saved one of its group. */
export interface ComparedRoutine {
  group: GroupKey
  kind: 'new' | 'changed' | 'same'
  differences: Difference[]
  room: string
  periods: Period[]
  /** Version of the saved record; null for a new one. */
  version: number | null
}

/** Returns the group of a sheet's routine, with choices for what the sheet does not say. */
export const groupOfSheet = ({ group }: SheetRoutine, choice: GroupChoice): GroupKey | null =>
  GroupKey.safeParse({ ...choice, ...group }).data ?? null

/** Returns which parts of the group the sheet does not say. */
export function missingParts(routines: readonly SheetRoutine[]): (keyof GroupKey)[] {
  return (['className', 'shift', 'section'] as const).filter((part) =>
    routines.some(({ group }) => group[part] === undefined),
  )
}

interface CompareOptions {
  choice: GroupChoice
  breakName: string
  /** Keys of the differences, by that of their group, in which the saved routine stays. */
  kept?: Readonly<Record<string, ReadonlySet<string>>>
}

/** Returns how an import would change the saved routines, in class order; the first of a group counts. */
export function compareRoutines(
  saved: readonly Routine[],
  routines: readonly SheetRoutine[],
  { choice, breakName, kept }: CompareOptions,
): ComparedRoutine[] {
  const found = new Map<string, ComparedRoutine>()
  for (const sheet of routines) {
    const group = groupOfSheet(sheet, choice)
    if (!group || found.has(groupKey(group))) continue
    const record = saved.find((routine) => groupKey(routine) === groupKey(group))
    const alike = record ?? saved.find(({ shift }) => shift === group.shift)
    const periods = withTimes(sheet.periods, alike?.periods ?? [])
    const room = sheet.room || record?.room || ''
    const week = { room, periods }
    if (!record) {
      found.set(groupKey(group), { group, kind: 'new', differences: [], ...week, version: null })
      continue
    }
    const held = kept?.[groupKey(group)] ?? new Set<string>()
    const differences = differencesOf(record, week, breakName).map((one) => ({
      ...one,
      isKept: held.has(placeKey(one)),
    }))
    found.set(groupKey(group), {
      group,
      kind: differences.some(({ isKept }) => !isKept) ? 'changed' : 'same',
      differences,
      ...keepOld(record, week, { kept: held, breakName }),
      version: record.__v,
    })
  }
  return [...found.values()].sort((a, b) => compareGroups(a.group, b.group))
}

/** Gives periods the times of saved ones, if the sheet has none. */
function withTimes(periods: readonly Period[], saved: readonly Period[]): Period[] {
  if (periods.some(({ from }) => from !== '')) return [...periods]
  const [breaks, others] = [true, false].map((isBreak) =>
    saved.filter((period) => period.isBreak === isBreak),
  )
  const next = { breaks: 0, others: 0 }
  return periods.map((period) => {
    const kind = period.isBreak ? 'breaks' : 'others'
    const like = (period.isBreak ? breaks : others)?.[next[kind]]
    next[kind] += 1
    return like ? { ...period, from: like.from, to: like.to } : period
  })
}

type Found = Omit<Difference, 'isKept'>

interface Compared {
  room: string
  periods: readonly Period[]
}

function differencesOf(before: Compared, after: Compared, breakName: string): Found[] {
  const [old, now] = [before, after].map(({ periods }) => {
    const names = periodNames(periods, breakName)
    return periods.map((period, at) => ({ period, name: names[at] ?? '' }))
  })
  const names = [...new Set([...(now ?? []), ...(old ?? [])].map(({ name }) => name))]
  const ofRoom =
    before.room === after.room
      ? []
      : [{ day: null, period: '', before: before.room, after: after.room }]
  return [
    ...ofRoom,
    ...names.flatMap((name) => {
      const [one, other] = [old, now].map(
        (list) => list?.find((item) => item.name === name)?.period,
      )
      return periodDifferences(name, one, other)
    }),
  ]
}

function periodDifferences(
  name: string,
  before: Period | undefined,
  after: Period | undefined,
): Found[] {
  const hours = [before, after].map((period) => (period ? formatHours(period) : ''))
  const times = { day: null, period: name, before: hours[0] ?? '', after: hours[1] ?? '' }
  const days = Array.from({ length: 7 }, (_, day) => day)
  const cells = days.flatMap((day) => {
    const [old = '', now = ''] = [before, after].map((period) => {
      const lesson = period && lessonOn(period, day)
      return lesson ? lessonText(lesson) : ''
    })
    return old === now ? [] : [{ day, period: name, before: old, after: now }]
  })
  return times.before === times.after ? cells : [times, ...cells]
}

/** «গণিত · শ. রহমান» */
export const lessonText = ({ subject, teachers, room }: Lesson) =>
  [subject, teachers.join(', '), room].filter(Boolean).join(' · ')

/** A teacher who has two classes at once. */
export interface Clash {
  teacher: string
  day: number
  from: string
  groups: GroupKey[]
}

/** Returns the teachers who would have lessons of two classes at the same time. */
export function clashesOf(
  routines: readonly Pick<ComparedRoutine, 'group' | 'periods'>[],
): Clash[] {
  const found = new Map<string, Clash>()
  for (const { group, periods } of routines) {
    for (const { from, lessons } of periods) {
      for (const { day, teachers } of from ? lessons : []) {
        for (const teacher of teachers) {
          const key = `${teacher} ${day} ${from}`
          const clash = found.get(key) ?? { teacher, day, from, groups: [] }
          clash.groups.push(group)
          found.set(key, clash)
        }
      }
    }
  }
  return [...found.values()].filter(({ groups }) => groups.length > 1)
}

/** The request body: only the routines that change something. */
export function importBody(routines: readonly ComparedRoutine[], validFrom: string): RoutineImport {
  return {
    rows: routines
      .filter(({ kind }) => kind !== 'same')
      .map(({ group, room, periods, version }) => ({
        ...group,
        validFrom,
        room,
        periods,
        __v: version,
      })),
  }
}
