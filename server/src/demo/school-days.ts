import { dhakaTime, formatDate, formatWeekday } from '@bidyaloy/shared/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { DAY_MS } from '@bidyaloy/shared/durations'
import { seededRandom } from '../test/seeded-random.ts'

/**
 * When something is published: a day that comes round each year, so many days before today, or a
 * day of the school's past (`YYYY-MM-DD`).
 */
export type When = { month: number; day: number } | { daysAgo: number } | { on: string }

const FRIDAY = 5
const SATURDAY = 6
/** Days on which offices are closed each year, month and day. */
const PUBLIC_HOLIDAYS = ['-02-21', '-03-26', '-04-14', '-05-01', '-12-16', '-12-25']

/** A moment in Dhaka. Bangladesh is at UTC+6; sample content has no dates of 2009. */
function dhakaMoment(year: number, month: number, day: number, hour: number, minute: number): Date {
  return new Date(Date.UTC(year, month - 1, day, hour - 6, minute))
}

/**
 * The last school day on or before `when`, at an office hour that hangs on `seed`. Always before
 * `now`: a day that comes round each year is taken from last year where it is still to come.
 */
export function publishedAt(when: When, now: Date, seed: string): Date {
  const today = dhakaTime(now)
  const hours = seededRandom(seed)
  const [hour, minute] = [hours.between(9, 15), hours.between(0, 59)]
  const at = (year: number, month: number, day: number) =>
    backToSchoolDay(dhakaMoment(year, month, day, hour, minute))
  if ('on' in when) {
    const past = dhakaTime(when.on)
    return at(past.year, past.month, past.day)
  }
  if ('daysAgo' in when) return at(today.year, today.month, today.day - Math.max(1, when.daysAgo))
  const thisYear = at(today.year, when.month, when.day)
  return thisYear < now ? thisYear : at(today.year - 1, when.month, when.day)
}

function isSchoolDay(moment: Date): boolean {
  const { weekday, iso } = dhakaTime(moment)
  return (
    weekday !== FRIDAY &&
    weekday !== SATURDAY &&
    !PUBLIC_HOLIDAYS.some((holiday) => iso.endsWith(holiday))
  )
}

function backToSchoolDay(moment: Date): Date {
  let day = moment
  while (!isSchoolDay(day)) day = new Date(day.getTime() - DAY_MS)
  return day
}

/** What a text says about time, all seen from the day on which it is published. */
export interface Facts {
  date: Date
  /** Year in Bengali digits, `offset` years on: «২০২৬». */
  year(offset?: number): string
  /** «২৪ নভেম্বর ২০২৬ (মঙ্গলবার)»: the first school day at least `days` later. */
  day(days: number): string
  /** The next `count` school days, from the first one at least `days` later. */
  days(days: number, count: number): { date: string; weekday: string }[]
}

/** The facts for a paper of this day. Fridays, Saturdays and holidays are no school days. */
export function factsOf(date: Date): Facts {
  const { year } = dhakaTime(date)
  const schoolDays = (days: number, count: number) => {
    const found: Date[] = []
    for (let after = days; found.length < count; after += 1) {
      const moment = new Date(date.getTime() + after * DAY_MS)
      if (isSchoolDay(moment)) found.push(moment)
    }
    return found
  }
  return {
    date,
    year: (offset = 0) => toBengaliDigits(year + offset),
    day: (days) =>
      schoolDays(days, 1)
        .map((moment) => `${formatDate(moment)} (${formatWeekday(moment)})`)
        .join(''),
    days: (days, count) =>
      schoolDays(days, count).map((moment) => ({
        date: formatDate(moment),
        weekday: formatWeekday(moment),
      })),
  }
}

/** Years between the Bangla and the common calendar, counted from Baishakh. */
const BANGLA_YEARS = 593

/**
 * Fills the years of a title: `{0}` the year of its date, `{1}` the next, `{-1}` the last one,
 * `{bangla}` the Bangla year.
 */
export function datedTitle(title: string, date: Date): string {
  const { year } = dhakaTime(date)
  return title
    .replace('{bangla}', toBengaliDigits(year - BANGLA_YEARS))
    .replace(/\{(-?\d)\}/g, (_, offset: string) => toBengaliDigits(year + Number(offset)))
}
