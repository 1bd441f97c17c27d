// Apart from `dates.ts`: only server rendering needs the calendar library.

import { getDay, getMonth, getYear } from 'bangla-calendar'
import { MINUTE_MS } from '../durations.ts'
import { dhakaTime } from './dates.ts'

/**
 * Formats the day in Dhaka in the Bangla calendar of Bangladesh (2019 rules): «৬ অগ্রহায়ণ ১৪৩৩».
 *
 * The library reads the day in UTC and the month in local time. 10:00 UTC is the same date in every
 * inhabited time zone. `getDay` adds the local offset plus six hours, which is subtracted here.
 */
export function formatBanglaDate(time: string | Date): string {
  const { year, month, day } = dhakaTime(time)
  const morning = new Date(Date.UTC(year, month - 1, day, 10))
  const addedMs = (morning.getTimezoneOffset() + 360) * MINUTE_MS
  const dayOfMonth = getDay(new Date(morning.getTime() - addedMs))
  return `${dayOfMonth} ${getMonth(morning)} ${getYear(morning)}`.normalize('NFC')
}
