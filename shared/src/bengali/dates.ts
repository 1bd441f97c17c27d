import { DAY_MS } from '../durations.ts'
import { toBengaliDigits } from './digits.ts'

/*
 * Months and weekdays stand here as data instead of coming from `Intl`: the server and an old
 * phone may carry different locale data, and a page that hydrates must read the same on both.
 * `Intl` is asked only for the wall clock in Dhaka (which was UTC+7 in 2009: no fixed offset).
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

const dhaka = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Dhaka',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** A moment on the wall clock in Dhaka. `month` is 1 to 12, `weekday` 0 (Sunday) to 6. */
interface DhakaTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  weekday: number
  /** The calendar day, `YYYY-MM-DD`. */
  iso: string
}

/** @param moment ISO 8601 text or a `Date`. @throws RangeError on a moment that is none. */
export function dhakaTime(moment: string | Date): DhakaTime {
  const parts: Record<string, number> = {}
  for (const { type, value } of dhaka.formatToParts(new Date(moment))) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  const utcDay = new Date(Date.UTC(year, month - 1, day))
  const iso = utcDay.toISOString().slice(0, 10)
  return { year, month, day, hour, minute, weekday: utcDay.getUTCDay(), iso }
}

/** «৬ জানুয়ারি ২০২৬», the day in Dhaka. */
export function formatDate(moment: string | Date): string {
  const { day, month, year } = dhakaTime(moment)
  return `${toBengaliDigits(day)} ${MONTHS[month - 1]} ${toBengaliDigits(year)}`
}

/** «মঙ্গলবার» */
export function formatWeekday(moment: string | Date): string {
  return WEEKDAYS[dhakaTime(moment).weekday] ?? ''
}

/** «দুপুর ১২:৪৫», on the clock in Dhaka. */
export function formatTime(moment: string | Date): string {
  const { hour, minute } = dhakaTime(moment)
  const clock = `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')}`
  return `${partOfDay(hour)} ${toBengaliDigits(clock)}`
}

/** «৬ জানুয়ারি ২০২৬, দুপুর ১২:৪৫» */
export function formatDateTime(moment: string | Date): string {
  return `${formatDate(moment)}, ${formatTime(moment)}`
}

function partOfDay(hour: number): string {
  if (hour < 4 || hour >= 20) return 'রাত'
  if (hour < 6) return 'ভোর'
  if (hour < 12) return 'সকাল'
  if (hour < 16) return 'দুপুর'
  return hour < 18 ? 'বিকাল' : 'সন্ধ্যা'
}

/** The calendar year in Dhaka, by which lists are filtered. */
export function dhakaYear(moment: string | Date): number {
  return dhakaTime(moment).year
}

/** How long an item carries the «নতুন» mark. */
const NEW_FOR_DAYS = 7

/**
 * Whether `date` is at most seven days before `today` (a calendar day, `YYYY-MM-DD`).
 * Days, not moments: a page rendered in the morning must read the same when it hydrates at noon.
 */
export function isNew(date: string, today: string): boolean {
  const age = (Date.parse(today) - Date.parse(dhakaTime(date).iso)) / DAY_MS
  return age >= 0 && age <= NEW_FOR_DAYS
}

/** The midnight in Dhaka at which a calendar day (`YYYY-MM-DD`) begins; an invalid `Date` for other texts. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+06:00`)
}

/** The midnight in Dhaka at which the day of `moment` ends. */
export function endOfDay(moment: Date): Date {
  return new Date(startOfDay(dhakaTime(moment).iso).getTime() + DAY_MS)
}
