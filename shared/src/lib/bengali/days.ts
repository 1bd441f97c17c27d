import { DAY_MS } from '../durations.ts'
import { formatDate, formatWeekday, MONTHS } from './dates.ts'
import { toBengaliDigits } from './digits.ts'

/*
 * Calendar days as text, `YYYY-MM-DD`, and months, `YYYY-MM`: without time and time zone. Both sort
 * as text.
 */

/** The first and the last day that entries may have. */
const DAY_LIMITS = { min: '1800-01-01', max: '2200-12-31' } as const

/** Whether text is a day within the limits. */
export function isDay(text: string): boolean {
  const time = Date.parse(text)
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) return false
  return text >= DAY_LIMITS.min && text <= DAY_LIMITS.max
}

/** Returns the day `count` days after another. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the month `count` months after another. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}

/** Returns the same day `count` months after, or the last day of that month if it is shorter. */
export function addMonthsToDay(day: string, count: number): string {
  const month = addMonths(day.slice(0, 7), count)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}${day.slice(7)}`
  return same < last ? same : last
}

/** Number of days from `first` to `last`, including both. */
export function countDays(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
}

/** Returns all days from `first` to `last`; none if `last` is before. */
export function daysBetween(first: string, last: string): string[] {
  return Array.from({ length: countDays(first, last) }, (_, at) => addDays(first, at))
}

/** Whether a day is Friday or Saturday. */
export function isWeekend(day: string): boolean {
  return new Date(day).getUTCDay() >= 5
}

/** Returns the weeks, from Sunday to Saturday, that have days of a month. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const weeks: string[][] = []
  let sunday = addDays(first, -new Date(first).getUTCDay())
  while (sunday <= last) {
    weeks.push(daysBetween(sunday, addDays(sunday, 6)))
    sunday = addDays(sunday, 7)
  }
  return weeks
}

/** Formats a month: «নভেম্বর ২০২৬». */
export function formatMonth(month: string): string {
  return formatDate(`${month}-01`).replace(/^\S+ /, '')
}

/** Formats a day with its weekday: «শুক্রবার, ১২ মার্চ ২০২৭». */
export function formatWeekdayAndDay(day: string): string {
  return `${formatWeekday(day)}, ${formatDate(day)}`
}

/** Formats a day without its year: «২৩ নভেম্বর». */
export function formatDay(day: string): string {
  return `${dayOfMonth(day)} ${MONTHS[Number(day.slice(5, 7)) - 1]}`
}

/** Formats the number of a day in its month: «২৩». */
export function dayOfMonth(day: string): string {
  return toBengaliDigits(Number(day.slice(8)))
}

/**
 * Formats the days from `first` to `last`: «২৩–২৬ নভেম্বর ২০২৬», «২৮ নভেম্বর – ২ ডিসেম্বর ২০২৬».
 * @param withYear false leaves out the year unless the days are in two
 */
export function formatDays(first: string, last = first, withYear = true): string {
  const end = withYear ? formatDate(last) : formatDay(last)
  if (first === last) return end
  if (first.slice(0, 7) === last.slice(0, 7)) return `${dayOfMonth(first)}–${end}`
  if (first.slice(0, 4) === last.slice(0, 4)) return `${formatDay(first)} – ${end}`
  return `${formatDate(first)} – ${formatDate(last)}`
}
