import { validationText } from '@bidyaloy/shared/api/issue-text'
import {
  dhakaTime,
  formatDate,
  formatDateTime,
  formatWeekday,
} from '@bidyaloy/shared/bengali/dates'
import type { Entry, EntryChange, NewEntry } from '@bidyaloy/shared/collections/entry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

/**
 * When an entry stands where, as the fields of a form: days `YYYY-MM-DD`, times `HH:MM` on the
 * clock of Dhaka, empty where nothing is set. `24:00` is the end of a day.
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

/** An entry that is there at once and for good. */
export const NO_TIMING: Timing = {
  date: '',
  publishDay: '',
  publishTime: START_OF_DAY,
  expiryDay: '',
  expiryTime: END_OF_DAY,
  pinDay: '',
}

const DAY_MS = 86_400_000

/** Whether anything is set beside the date. */
export function isTimed({ publishDay, expiryDay, pinDay }: Timing): boolean {
  return publishDay !== '' || expiryDay !== '' || pinDay !== ''
}

/** A day and a time in Dhaka as ISO 8601, or null where the day is none. */
export function momentOf(day: string, time: string): string | null {
  const midnight = Date.parse(`${day}T00:00:00+06:00`)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const moment = midnight + (hours * 60 + minutes) * 60_000
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}

function clockOf(moment: string): { day: string; time: string } {
  const { iso, hour, minute } = dhakaTime(moment)
  const two = (part: number) => String(part).padStart(2, '0')
  return { day: iso, time: `${two(hour)}:${two(minute)}` }
}

/** The same for a moment at which something ends: midnight is the end of the day before. */
function endOf(moment: string): { day: string; time: string } {
  const { day, time } = clockOf(moment)
  if (time !== START_OF_DAY) return { day, time }
  return { day: dhakaTime(new Date(Date.parse(moment) - DAY_MS)).iso, time: END_OF_DAY }
}

/** What the form shows of an entry. */
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

/** What a new entry is sent with: only what was set. */
export function newTiming(timing: Timing): Pick<NewEntry, TimingField> {
  const { date, publishDay, publishTime, expiryDay, expiryTime, pinDay } = timing
  return {
    ...(date && { date }),
    ...(publishDay && { publishAt: momentOf(publishDay, publishTime) }),
    ...(expiryDay && { expiresAt: momentOf(expiryDay, expiryTime) }),
    ...(pinDay && { pinnedUntil: momentOf(pinDay, END_OF_DAY) }),
  }
}

/** The moment from which a new entry is shown, as ISO 8601; null where it is shown at once. */
export function scheduledFor(timing: Timing): string | null {
  const { publishAt } = newTiming(timing)
  return publishAt && Date.parse(publishAt) > Date.now() ? publishAt : null
}

/** What a change is sent with: only what was changed, null for what was taken away. */
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

/** What is wrong with the order of moments, by field of the contract. */
export function wrongOrder({
  publishDay,
  publishTime,
  expiryDay,
  expiryTime,
}: Timing): Partial<Record<TimingField, string>> {
  const publish = publishDay && momentOf(publishDay, publishTime)
  const expiry = expiryDay && momentOf(expiryDay, expiryTime)
  return publish && expiry && expiry <= publish
    ? { expiresAt: validationText('valid.expiresAt').bn }
    : {}
}

/** «২১ নভেম্বর ২০২৬, শনিবার»; empty where the day is none. */
export function dayText(day: string): string {
  const noon = momentOf(day, '12:00')
  return noon ? `${formatDate(noon)}, ${formatWeekday(noon)}` : ''
}

/** A moment as a person says it; the midnight at which something ends belongs to the day before. */
export function untilText(moment: string): string {
  const { day, time } = endOf(moment)
  return time === END_OF_DAY ? t('timing.dayEnd', { day: dayText(day) }) : formatDateTime(moment)
}

/** «২১ নভেম্বর ২০২৬, সকাল ৯:০০» */
export function fromText(moment: string): string {
  const { day, time } = clockOf(moment)
  return time === START_OF_DAY ? dayText(day) : formatDateTime(moment)
}

type EntryStatus = 'visible' | 'scheduled' | 'expired'

/** Whether visitors see an entry at the moment `now` (milliseconds). */
export function statusOf({ publishAt, expiresAt }: Entry, now: number): EntryStatus {
  if (expiresAt && Date.parse(expiresAt) <= now) return 'expired'
  return publishAt && Date.parse(publishAt) > now ? 'scheduled' : 'visible'
}

/** Whether it stands above the others at `now`, in milliseconds since 1970. */
export function isPinnedAt({ pinnedUntil }: Entry, now: number): boolean {
  return pinnedUntil !== undefined && Date.parse(pinnedUntil) > now
}
