import { validationText } from '@bidyaloy/shared/api/issue-text'
import type { Entry, EntryChange } from '@bidyaloy/shared/collections/entry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { dhakaTime, formatDateTime, startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { formatWeekdayAndDay, isDay } from '@bidyaloy/shared/lib/bengali/days'
import { DAY_MS, MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

/**
 * The dates of an entry as form fields: days `YYYY-MM-DD` and times `HH:MM` in Dhaka, empty if unset.
 * `24:00` is the end of a day.
 */
export interface Timing {
  date: string
  publishDay: string
  publishTime: string
  expiryDay: string
  expiryTime: string
  pinDay: string
}

export const START_OF_DAY = '00:00'
export const END_OF_DAY = '24:00'

/** An entry that is published immediately and does not expire. */
export const NO_TIMING: Timing = {
  date: '',
  publishDay: '',
  publishTime: START_OF_DAY,
  expiryDay: '',
  expiryTime: END_OF_DAY,
  pinDay: '',
}

/** Returns a day and time in Dhaka as ISO 8601, or null for an invalid day. */
export function momentOf(day: string, time: string): string | null {
  const midnight = startOfDay(day).getTime()
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const total = midnight + (hours * 60 + minutes) * MINUTE_MS
  return Number.isNaN(total) ? null : new Date(total).toISOString()
}

function clockOf(date: string): { day: string; time: string } {
  const { iso, hour, minute } = dhakaTime(date)
  const two = (part: number) => String(part).padStart(2, '0')
  return { day: iso, time: `${two(hour)}:${two(minute)}` }
}

/** Returns the day and time of an end: midnight belongs to the day before. */
export function endOf(date: string): { day: string; time: string } {
  const { day, time } = clockOf(date)
  if (time !== START_OF_DAY) return { day, time }
  return { day: dhakaTime(new Date(Date.parse(date) - DAY_MS)).iso, time: END_OF_DAY }
}

/** Returns an entry's dates as form fields. */
export function timingOf({ date, publishAt, expiresAt, pinnedUntil }: Entry): Timing {
  const from = publishAt ? clockOf(publishAt) : { day: '', time: START_OF_DAY }
  const until = expiresAt ? endOf(expiresAt) : { day: '', time: END_OF_DAY }
  return {
    date: dhakaTime(date).iso,
    publishDay: from.day,
    publishTime: from.time,
    expiryDay: until.day,
    expiryTime: until.time,
    pinDay: pinnedUntil ? endOf(pinnedUntil).day : '',
  }
}

export type TimingField = 'date' | 'publishAt' | 'expiresAt' | 'pinnedUntil'

/** Returns the dates of a new entry's request: only those that are set. */
export const newTiming = (timing: Timing) => changedTiming(NO_TIMING, timing)

/** Returns the future publish date of a new entry as ISO 8601, or null. */
export function scheduledFor(timing: Timing): string | null {
  const { publishAt } = newTiming(timing)
  return publishAt && Date.parse(publishAt) > Date.now() ? publishAt : null
}

/** Returns the changed dates of a request; null removes a date. */
export function changedTiming(before: Timing, after: Timing): Pick<EntryChange, TimingField> {
  const differ = (...names: (keyof Timing)[]) => names.some((name) => before[name] !== after[name])
  const at = (day: string, time: string) => (day ? momentOf(day, time) : null)
  const { date, publishDay, publishTime, expiryDay, expiryTime, pinDay } = after
  return {
    ...(date && differ('date') && { date }),
    ...(differ('publishDay', 'publishTime') && { publishAt: at(publishDay, publishTime) }),
    ...(differ('expiryDay', 'expiryTime') && { expiresAt: at(expiryDay, expiryTime) }),
    ...(differ('pinDay') && { pinnedUntil: at(pinDay, END_OF_DAY) }),
  }
}

/** Returns errors about days that are none and about their order, by the API's field names. */
export function wrongTiming({
  date,
  publishDay,
  publishTime,
  expiryDay,
  expiryTime,
  pinDay,
}: Timing): Partial<Record<TimingField, string>> {
  const days = { date, publishAt: publishDay, expiresAt: expiryDay, pinnedUntil: pinDay }
  const wrong = Object.entries(days).filter(([, day]) => day !== '' && !isDay(day))
  const publish = publishDay && momentOf(publishDay, publishTime)
  const expiry = expiryDay && momentOf(expiryDay, expiryTime)
  return {
    ...(publish &&
      expiry &&
      expiry <= publish && { expiresAt: validationText('valid.expiresAt').bn }),
    ...Object.fromEntries(wrong.map(([name]) => [name, validationText('valid.date').bn])),
  }
}

/** Returns an end date in words; midnight belongs to the day before. */
export function untilText(date: string): string {
  const { day, time } = endOf(date)
  return time === END_OF_DAY
    ? t('timing.dayEnd', { day: formatWeekdayAndDay(day) })
    : formatDateTime(date)
}

/** Returns a start date in words: «২১ নভেম্বর ২০২৬, সকাল ৯:০০». */
export function fromText(date: string): string {
  const { day, time } = clockOf(date)
  return time === START_OF_DAY ? formatWeekdayAndDay(day) : formatDateTime(date)
}

type EntryStatus = 'visible' | 'scheduled' | 'expired'

/** Returns whether visitors see an entry at `now`, in milliseconds since 1970. */
export function statusOf({ publishAt, expiresAt }: Entry, now: number): EntryStatus {
  if (expiresAt && Date.parse(expiresAt) <= now) return 'expired'
  return publishAt && Date.parse(publishAt) > now ? 'scheduled' : 'visible'
}

/** Returns whether an entry is pinned at `now`, in milliseconds since 1970. */
export function isPinnedAt({ pinnedUntil }: Entry, now: number): boolean {
  return pinnedUntil !== undefined && Date.parse(pinnedUntil) > now
}
