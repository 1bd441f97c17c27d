import { routineAdminCopy } from '@bidyaloy/shared/features/routine/admin-copy'
import { routineCopy } from '@bidyaloy/shared/features/routine/copy'
import {
  daysOf,
  formatHours,
  MAX_PERIODS,
  type NewRoutine,
  type Period,
} from '@bidyaloy/shared/features/routine/routine'
import type { Group } from '@bidyaloy/shared/school/class-groups'
import type { TextValues } from '../../../admin/form/drafts.ts'
import { namesIn } from './import/parse-lesson.ts'
import { periodIn, roomIn } from './import/routine-words.ts'

/* The values of the form of a routine: of each period its times, of each cell subject and teachers. */

const WEEK = [0, 1, 2, 3, 4, 5, 6]
const periodsAt = Array.from({ length: MAX_PERIODS }, (_, at) => at)

export const hoursField = (period: number) => `hours_${period}`
export const subjectField = (period: number, day: number) => `subject_${period}_${day}`
export const teacherField = (period: number, day: number) => `teacher_${period}_${day}`

export function blankValues(today: string): TextValues {
  return {
    validFrom: today,
    room: '',
    ...Object.fromEntries(
      periodsAt.flatMap((at) => [
        [hoursField(at), ''],
        ...WEEK.flatMap((day) => [
          [subjectField(at, day), ''],
          [teacherField(at, day), ''],
        ]),
      ]),
    ),
  }
}

export function toValues({ validFrom, room, periods }: NewRoutine): TextValues {
  const values: Record<string, string> = { ...blankValues(validFrom), room }
  for (const [at, period] of periods.entries()) {
    const name = period.name || (period.isBreak ? routineCopy['routine.break'] : '')
    values[hoursField(at)] = [name, formatHours(period)].filter(Boolean).join(' ')
    for (const { day, subject, teachers, room: own } of period.lessons) {
      const ofRoom = own && `${routineCopy['routine.room'].replace('{room}', own)}`
      values[subjectField(at, day)] = [subject, ofRoom].filter(Boolean).join(' ')
      values[teacherField(at, day)] = teachers.join(' / ')
    }
  }
  return values
}

/** Returns the routine that the values say; empty periods at the end are left out. */
export function toRoutine(values: TextValues, group: Group): NewRoutine {
  const periods = periodsAt.map((at) => periodOf(values, at))
  const last = periodsAt.findLastIndex(
    (at) => values[hoursField(at)] !== '' || (periods[at]?.lessons.length ?? 0) > 0,
  )
  const { className, shift, section } = group
  const { validFrom = '', room = '' } = values
  return { className, shift, section, validFrom, room, periods: periods.slice(0, last + 1) }
}

function periodOf(values: TextValues, at: number): Period {
  const head = periodIn(values[hoursField(at)] ?? '')
  const { from = '', to = '', name = '', isBreak = false } = head ?? {}
  const lessons = WEEK.flatMap((day) => {
    const typed = values[subjectField(at, day)]?.trim() ?? ''
    if (typed === '' || isBreak) return []
    const found = roomIn(typed)
    const subject = (found?.rest ?? typed).replace(/\s+/g, ' ').trim()
    const teachers = namesIn(values[teacherField(at, day)] ?? '')
    return [{ day, subject, teachers, room: found?.room ?? '' }]
  })
  return { name, from, to, isBreak, lessons }
}

/** Returns what is wrong beyond the schema, by field. */
export function valueErrors(values: TextValues): Record<string, string> {
  const wrong = periodsAt.filter((at) => {
    const hours = values[hoursField(at)]?.trim() ?? ''
    return hours !== '' && !periodIn(hours)
  })
  const hasLessons = periodsAt.some((at) => periodOf(values, at).lessons.length > 0)
  return {
    ...Object.fromEntries(
      wrong.map((at) => [hoursField(at), routineAdminCopy['routineAdmin.hours.wrong']]),
    ),
    ...(!hasLessons && { [subjectField(0, 0)]: routineAdminCopy['routineAdmin.noLessons'] }),
  }
}

/** Periods of a form before others are added. */
const USUAL_PERIODS = 7

/** Number of periods that the form shows for these values. */
export function shownPeriods(values: TextValues): number {
  const used = periodsAt.findLastIndex(
    (at) =>
      values[hoursField(at)] !== '' || WEEK.some((day) => values[subjectField(at, day)] !== ''),
  )
  return Math.max(USUAL_PERIODS, used + 1)
}

/** Days of the form: those of the routine. */
export const formDays = (saved: NewRoutine | null) => daysOf(saved ? [saved] : [])
