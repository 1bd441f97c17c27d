import { toBengaliDigits } from '../../lib/bengali/digits.ts'
import { type Group, SECTIONS, SHIFTS } from '../../school/class-groups.ts'
import { CLASS_NAMES, classNumber } from '../../school/classes.ts'
import { pages } from './paths.ts'

/* The week of a routine, and its address. Free of zod: the public pages import this file. */

/** Days of the week as numbers, 0 (Sunday) to 6, in the order of a routine. */
const WEEK = [6, 0, 1, 2, 3, 4, 5] as const
/** Sunday to Thursday, which every routine shows. */
const SCHOOL_DAYS: readonly number[] = [0, 1, 2, 3, 4]

/** A lesson of a class on one day of the week. */
export interface Lesson {
  /** 0 (Sunday) to 6. */
  day: number
  subject: string
  teachers: string[]
  /** Empty: the room of the class. */
  room: string
}

/** A period of the day, or a break. */
export interface Period {
  /** Empty: the number among the periods. */
  name: string
  /** `HH:MM`; empty if unknown. */
  from: string
  to: string
  isBreak: boolean
  /** At most one a day. */
  lessons: Lesson[]
}

export interface Week {
  periods: readonly Period[]
}

/** Returns the days of a routine in their order: the school days, and others with lessons. */
export function daysOf(weeks: readonly Week[]): number[] {
  const used = new Set(weeks.flatMap(({ periods }) => periods.flatMap(lessonDays)))
  return WEEK.filter((day) => SCHOOL_DAYS.includes(day) || used.has(day))
}

const lessonDays = ({ lessons }: Period) => lessons.map(({ day }) => day)

/** Returns the lesson of a period on a day. */
export function lessonOn({ lessons }: Period, day: number): Lesson | undefined {
  return lessons.find((lesson) => lesson.day === day)
}

/** Returns the periods up to the last lesson of a day; none without lessons. */
export function periodsOn({ periods }: Week, day: number): readonly Period[] {
  return periods.slice(0, periods.findLastIndex((period) => lessonOn(period, day)) + 1)
}

/** Returns the name of each period: its own, or its number among those that are no breaks. */
export function periodNames(periods: readonly Period[], breakName: string): string[] {
  let number = 0
  return periods.map(({ name, isBreak }) => {
    if (!isBreak) number += 1
    return name || (isBreak ? breakName : toBengaliDigits(number))
  })
}

/** Formats a time of the day, `HH:MM`, as on a clock of twelve hours: «১:১৫». */
export function formatHour(time: string): string {
  const [hour = 0, minute = '00'] = [Number(time.slice(0, 2)), time.slice(3)]
  return toBengaliDigits(`${hour % 12 || 12}:${minute}`)
}

/** Formats the times of a period: «১০:০০–১০:৪৫»; empty if they are unknown. */
export function formatHours({ from, to }: Pick<Period, 'from' | 'to'>): string {
  return [from, to].filter(Boolean).map(formatHour).join('–')
}

/** Returns the minutes from one time to another; null unless both are known. */
export function minutesOf({ from, to }: Pick<Period, 'from' | 'to'>): number | null {
  return from && to ? minuteOf(to) - minuteOf(from) : null
}

/** Returns the minute of the day of a time, `HH:MM`. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** Returns the address of a routine: `/routine/9/morning/a`. */
export function routinePath({ className, shift, section }: Group): `/${string}` {
  const parts = [classNumber(className), shift, section]
  return `${pages.routine}/${parts.join('/').toLowerCase()}`
}

/** Every group, in the order of the lists. */
export const allGroups: readonly Group[] = CLASS_NAMES.flatMap((className) =>
  SHIFTS.flatMap((shift) => SECTIONS.map((section) => ({ className, shift, section }))),
)

/** Fields of the form that chooses a routine. */
export const CHOICE = ['class', 'shift', 'section'] as const

/** Returns the group that an address names. */
export function groupAt(path: string): Group | undefined {
  return allGroups.find((group) => routinePath(group) === path)
}

/** Address of the iCalendar file of a routine. */
export const routineFile = (group: Group): `/${string}` => `${routinePath(group)}.ics`

/** Addresses of the further pages. */
export const allRoutinesPath = `${pages.routine}/all`
export const teachersPath = `${pages.routine}/teacher`
export const teacherPath = (name: string) => `${teachersPath}/${encodeURIComponent(name)}`
export const examPath = (id: string): `/${string}` => `${pages.routine}/exam/${id}`
