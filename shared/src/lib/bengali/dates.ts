import { DAY_MS, HOUR_MS } from '../durations.ts'
import { toBengaliDigits } from './digits.ts'

/*
 * Not from `Intl`: server and browser may have different locale data, which would break hydration,
 * and loading the data of a time zone blocks a cheap phone for 50 ms.
 */
export const MONTHS = [
  'জানুয়ারি',
  'ফেব্রুয়ারি',
  'মার্চ',
  'এপ্রিল',
  'মে',
  'জুন',
  'জুলাই',
  'আগস্ট',
  'সেপ্টেম্বর',
  'অক্টোবর',
  'নভেম্বর',
  'ডিসেম্বর',
] as const

const WEEKDAYS = ['রবিবার', 'সোমবার', 'মঙ্গলবার', 'বুধবার', 'বৃহস্পতিবার', 'শুক্রবার', 'শনিবার'] as const

/** For columns of a few letters. */
export const SHORT_MONTHS = [
  'জানু',
  'ফেব্রু',
  'মার্চ',
  'এপ্রিল',
  'মে',
  'জুন',
  'জুলাই',
  'আগস্ট',
  'সেপ্টে',
  'অক্টো',
  'নভে',
  'ডিসে',
] as const

export const SHORT_WEEKDAYS = ['রবি', 'সোম', 'মঙ্গল', 'বুধ', 'বৃহঃ', 'শুক্র', 'শনি'] as const

/** Standard time is UTC+6; only in 2009 there was summer time. Milliseconds since 1970. */
const SUMMER = { from: Date.UTC(2009, 5, 19, 17), to: Date.UTC(2009, 11, 31, 17) }

/** A local time in Dhaka. `month` is 1 to 12, `weekday` 0 (Sunday) to 6. */
interface DhakaTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  weekday: number
  /** Calendar date, `YYYY-MM-DD`. */
  iso: string
}

/** Converts ISO 8601 text or a `Date`. @throws RangeError for an invalid time */
export function dhakaTime(time: string | Date): DhakaTime {
  const utc = new Date(time).getTime()
  const offset = utc >= SUMMER.from && utc < SUMMER.to ? 7 : 6
  const local = new Date(utc + offset * HOUR_MS)
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    weekday: local.getUTCDay(),
    iso: local.toISOString().slice(0, 10),
  }
}

/** Formats the date in Dhaka: «৬ জানুয়ারি ২০২৬». */
export function formatDate(time: string | Date): string {
  const { day, month, year } = dhakaTime(time)
  return `${toBengaliDigits(day)} ${MONTHS[month - 1]} ${toBengaliDigits(year)}`
}

/** Formats the weekday in Dhaka: «মঙ্গলবার». */
export function formatWeekday(time: string | Date): string {
  return WEEKDAYS[dhakaTime(time).weekday] ?? ''
}

/** Formats the time in Dhaka: «দুপুর ১২:৪৫». */
export function formatTime(time: string | Date): string {
  const { hour, minute } = dhakaTime(time)
  return formatClock(hour, minute)
}

/** Formats an hour (0 to 23) and a minute: «দুপুর ১২:৪৫». */
export function formatClock(hour: number, minute: number): string {
  const clock = `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')}`
  return `${partOfDay(hour)} ${toBengaliDigits(clock)}`
}

/** Formats date and time in Dhaka: «৬ জানুয়ারি ২০২৬, দুপুর ১২:৪৫». */
export function formatDateTime(time: string | Date): string {
  return `${formatDate(time)}, ${formatTime(time)}`
}

function partOfDay(hour: number): string {
  if (hour < 4 || hour >= 20) return 'রাত'
  if (hour < 6) return 'ভোর'
  if (hour < 12) return 'সকাল'
  if (hour < 16) return 'দুপুর'
  return hour < 18 ? 'বিকাল' : 'সন্ধ্যা'
}

/** Returns the calendar year in Dhaka, by which lists are filtered. */
export function dhakaYear(time: string | Date): number {
  return dhakaTime(time).year
}

/** Age in days up to which an entry has the «নতুন» mark. */
const NEW_FOR_DAYS = 3

/** Returns the number of days in Dhaka from the day of `time` to `today` (`YYYY-MM-DD`). */
export function daysSince(time: string | Date, today: string): number {
  return (Date.parse(today) - Date.parse(dhakaTime(time).iso)) / DAY_MS
}

/**
 * Whether `date` is at most three days before `today` (`YYYY-MM-DD`). Compares dates, not times, so
 * that a page rendered earlier on the same day hydrates unchanged.
 */
export function isNew(date: string, today: string): boolean {
  const age = daysSince(date, today)
  return age >= 0 && age <= NEW_FOR_DAYS
}

/** Returns the midnight in Dhaka that starts a date (`YYYY-MM-DD`); an invalid `Date` for other text. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+06:00`)
}

/** Returns the midnight in Dhaka that ends the day of `time`. */
export function endOfDay(time: Date): Date {
  return new Date(startOfDay(dhakaTime(time).iso).getTime() + DAY_MS)
}
