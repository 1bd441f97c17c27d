import { getDate } from 'bangla-calendar'
import { dhakaTime } from './dates.ts'

/**
 * The day in the Bangla calendar of Bangladesh (rules of 2019): «৬ অগ্রহায়ণ ১৪৩৩».
 * The library moves an instant to Dhaka itself but turns the day at six in the evening, so it is
 * handed six in the morning of the Dhaka day.
 */
export function formatBanglaDate(moment: string | Date): string {
  const { year, month, day } = dhakaTime(moment)
  const morning = new Date(Date.UTC(year, month - 1, day, 0))
  return getDate(morning, { format: 'D MMMM YYYY', calculationMethod: 'BD' }).normalize('NFC')
}
