import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField } from '@bidyaloy/shared/api/problem'
import type { EntryChange } from '@bidyaloy/shared/collections/entry'
import { MAX_URGENT_DAYS } from '@bidyaloy/shared/collections/entry-properties'
import { dhakaYear } from '@bidyaloy/shared/lib/bengali/dates'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type * as z from 'zod'
import type { EntryRow } from '../../db/entities.ts'

export type EntryDates = Pick<EntryRow, 'date' | 'publishAt' | 'expiresAt' | 'pinnedUntil'>

/**
 * Returns the dates of an entry after a change: fields that are not sent stay. A date that was the
 * publication time changes with it.
 */
export function changedDates(
  current: EntryDates,
  fields: z.output<typeof EntryChange>,
  now: Date,
): EntryDates {
  const { publishAt = current.publishAt } = fields
  const date = fields.date ?? dateAfter(current, publishAt, now)
  const { expiresAt = current.expiresAt, pinnedUntil = current.pinnedUntil } = fields
  return { date, publishAt, expiresAt, pinnedUntil }
}

function dateAfter(current: EntryDates, publishAt: string | null, now: Date): string {
  if (current.date !== current.publishAt) return current.date
  if (publishAt !== null) return publishAt
  // Visible immediately, so its date cannot be in the future.
  const at = now.toISOString()
  return current.date < at ? current.date : at
}

/** @throws Problem `validation_failed` unless the entry expires after its publication */
export function assertValidDates({
  publishAt,
  expiresAt,
}: Pick<EntryDates, 'publishAt' | 'expiresAt'>): void {
  if (publishAt !== null && expiresAt !== null && expiresAt <= publishAt) {
    throw invalidField('expiresAt', validationText('valid.expiresAt'))
  }
}

/**
 * @param urgentUntil as it was sent
 * @throws Problem `validation_failed` for a time too long after now, or after a later publication
 */
export function assertUrgency(
  urgentUntil: string | null | undefined,
  { publishAt, now }: Pick<EntryDates, 'publishAt'> & { now: Date },
): void {
  if (!urgentUntil) return
  const from = Math.max(now.getTime(), Date.parse(publishAt ?? '') || 0)
  if (Date.parse(urgentUntil) > from + MAX_URGENT_DAYS * DAY_MS) {
    throw invalidField('urgentUntil', validationText('valid.urgentUntil', { max: MAX_URGENT_DAYS }))
  }
}

export function dateColumns(date: string): Pick<EntryRow, 'date' | 'year'> {
  return { date, year: dhakaYear(date) }
}
