import { getDate } from 'bangla-calendar'
import { dhakaTime } from './dates.ts'

/**
 * The day in the Bangla calendar of Bangladesh (rules of 2019): «৬ অগ্রহায়ণ ১৪৩৩».
 * The library reads local time, so it is handed the Dhaka day as local noon.
 */
export function formatBanglaDate(moment: string | Date): string {
  const { year, month, day } = dhakaTime(moment)
  const noon = new Date(year, month - 1, day, 12)
  return getDate(noon, { format: 'D MMMM YYYY', calculationMethod: 'BD' })
}
