import { dhakaTime, formatDate } from '@bidyaloy/shared/bengali/dates'

/** A moment as the day in Dhaka: «৬ জানুয়ারি ২০২৬». */
export function DateText({ moment }: { moment: string }) {
  return <time dateTime={dhakaTime(moment).iso}>{formatDate(moment)}</time>
}
