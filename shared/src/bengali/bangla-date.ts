import { getDay, getMonth, getYear } from 'bangla-calendar'
import { dhakaTime } from './dates.ts'

const MINUTE_MS = 60_000
/** The library adds this to what it is given (and the host's own offset with it). */
const ADDED_MINUTES = 360

/**
 * The day in the Bangla calendar of Bangladesh (rules of 2019): «৬ অগ্রহায়ণ ১৪৩৩».
 *
 * The library moves what it is given to Dhaka, then reads the day in UTC and the month on the
 * host's clock. It is handed a moment that after this move is ten in the morning UTC of the day in
 * Dhaka: the same day and month on every inhabited clock. (`getDate` would move it twice.)
 */
export function formatBanglaDate(moment: string | Date): string {
  const { year, month, day } = dhakaTime(moment)
  const wanted = new Date(Date.UTC(year, month - 1, day, 10))
  const added = (wanted.getTimezoneOffset() + ADDED_MINUTES) * MINUTE_MS
  const handed = new Date(wanted.getTime() - added)
  const date = `${getDay(handed)} ${getMonth(handed)} ${getYear(handed)}`
  return date.normalize('NFC')
}
