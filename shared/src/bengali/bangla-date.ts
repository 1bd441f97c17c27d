import { getDay, getMonth, getYear } from 'bangla-calendar'
import { MINUTE_MS } from '../durations.ts'
import { dhakaTime } from './dates.ts'

/**
 * The day in the Bangla calendar of Bangladesh (rules of 2019): «৬ অগ্রহায়ণ ১৪৩৩».
 *
 * The library reads the day in UTC and the month on the host's clock: ten in the morning UTC is
 * the same day and month on every inhabited clock. Its `getDay` alone first moves what it is given
 * by the host's offset and six hours, which is undone beforehand.
 */
export function formatBanglaDate(moment: string | Date): string {
  const { year, month, day } = dhakaTime(moment)
  const morning = new Date(Date.UTC(year, month - 1, day, 10))
  const added = (morning.getTimezoneOffset() + 360) * MINUTE_MS
  const dayOfMonth = getDay(new Date(morning.getTime() - added))
  return `${dayOfMonth} ${getMonth(morning)} ${getYear(morning)}`.normalize('NFC')
}
