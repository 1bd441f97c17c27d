import {
  type Attendance,
  type AttendanceDay,
  type AttendanceSummary,
  type AttendanceToday,
  type ClassAttendance,
  type GroupAttendance,
  NewAttendance,
} from '@bidyaloy/shared/features/attendance/attendance'
import { presentShare } from '@bidyaloy/shared/features/attendance/share'
import { dhakaTime, formatDate, startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { addMonths } from '@bidyaloy/shared/lib/bengali/days'
import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'
import { Between, type EntityManager, type FindOperator, LessThan, LessThanOrEqual } from 'typeorm'
import type * as z from 'zod'
import { listRecordsByKey, type RecordModel } from '../records/record-commands.ts'

/** The attendance of a day, which is its key. */
export const attendanceModel: RecordModel<z.output<typeof NewAttendance>> = {
  name: 'attendance',
  schema: NewAttendance,
  keyOf: ({ day }) => day,
  titleOf: ({ day }, language = 'bn') => (language === 'en' ? day : formatDate(startOfDay(day))),
  compare: (a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0),
  taken: {
    bn: 'এই দিনের উপস্থিতি আগে থেকেই আছে।',
    en: 'This day has attendance already.',
  },
}

/** Days that are shown before the last one with numbers. */
const RECENT_DAYS = 5
/** Stored days among which those with numbers are looked for: a long holiday has none. */
const MOST_LOOKED_AT = 64

const monthNow = (now: Date) => dhakaTime(now).iso.slice(0, 7)

/** Lists the days of a month, newest first. */
export function listAttendance(
  read: EntityManager,
  now: Date,
  month = monthNow(now),
): Promise<Attendance[]> {
  return daysOf(read, month)
}

const daysOf = (read: EntityManager, month: string) =>
  listRecordsByKey(read, attendanceModel, {
    keys: Between(`${month}-01`, `${month}-31`),
    order: 'DESC',
  })

/** Returns the sums of the last days, and of the days of a month up to `now`. */
export async function attendanceSummary(
  read: EntityManager,
  now: Date,
  month = monthNow(now),
): Promise<AttendanceSummary> {
  const today = dhakaTime(now).iso
  const [latest = null, ...recent] = await lastOpenDays(read, LessThanOrEqual(today), {
    count: 1 + RECENT_DAYS,
  })
  const next = await monthOfFirst(read, Between(`${addMonths(month, 1)}-01`, today), 'ASC')
  const earlier = `${month}-01` > today ? LessThanOrEqual(today) : LessThan(`${month}-01`)
  return {
    today: (await dayOf(read, today)) ?? null,
    latest: latest && { ...sumsOf(latest), classes: classesOf(latest.groups) },
    recent: recent.map(sumsOf),
    month,
    days: (await daysOf(read, month)).filter(({ day }) => day <= today).map(sumsOf),
    previous: await monthOfFirst(read, earlier, 'DESC'),
    next,
  }
}

/** Returns the sums of the present day, and of the last earlier one with numbers. */
export async function attendanceToday(read: EntityManager, now: Date): Promise<AttendanceToday> {
  const iso = dhakaTime(now).iso
  const [newest] = await listRecordsByKey(read, attendanceModel, {
    keys: LessThanOrEqual(iso),
    order: 'DESC',
    take: 1,
  })
  if (!newest) return { begun: false, today: null, latest: null }
  const [latest] = await lastOpenDays(read, LessThan(iso), { count: 1 })
  return {
    begun: true,
    today: newest.day === iso ? sumsOf(newest) : null,
    latest: latest ? sumsOf(latest) : null,
  }
}

/** Returns the last days with numbers, newest first. */
async function lastOpenDays(
  read: EntityManager,
  keys: FindOperator<string>,
  { count }: { count: number },
): Promise<Attendance[]> {
  const found: Attendance[] = []
  const take = count + 2
  for (let skip = 0; skip < MOST_LOOKED_AT && found.length < count; skip += take) {
    const part = { keys, order: 'DESC', take, skip } as const
    const days = await listRecordsByKey(read, attendanceModel, part)
    found.push(...days.filter(({ closed }) => closed === ''))
    if (days.length < take) break
  }
  return found.slice(0, count)
}

async function dayOf(read: EntityManager, day: string): Promise<AttendanceDay | undefined> {
  const keys = Between(day, day)
  const [found] = await listRecordsByKey(read, attendanceModel, { keys })
  return found && sumsOf(found)
}

async function monthOfFirst(
  read: EntityManager,
  keys: FindOperator<string>,
  order: 'ASC' | 'DESC',
): Promise<string | null> {
  const [first] = await listRecordsByKey(read, attendanceModel, { keys, order, take: 1 })
  return first ? first.day.slice(0, 7) : null
}

function sumsOf({ day, closed, groups }: Attendance): AttendanceDay {
  return { day, closed, groups: groups.length, ...sumOf(groups) }
}

function sumOf(groups: readonly GroupAttendance[]) {
  const enrolled = groups.reduce((sum, group) => sum + group.enrolled, 0)
  const present = groups.reduce((sum, group) => sum + group.present, 0)
  return { enrolled, present, share: presentShare({ enrolled, present }) }
}

/** Sums the numbers of each class that has some, in class order. */
function classesOf(groups: readonly GroupAttendance[]): ClassAttendance[] {
  return CLASS_NAMES.flatMap((className) => {
    const own = groups.filter((group) => group.className === className)
    return own.length > 0 ? [{ className, ...sumOf(own) }] : []
  })
}
