import { validationText } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import { dhakaYear } from '@bidyaloy/shared/bengali/dates'
import type { EntryChange, NewEntry } from '@bidyaloy/shared/collections/entry'
import type * as z from 'zod'
import type { EntryRow } from '../../db/entities.ts'

type EntryDates = Pick<EntryRow, 'date' | 'year' | 'publishAt' | 'expiresAt' | 'pinnedUntil'>

/** The moments of a new entry. @throws Problem `validation_failed` */
export function newDates(fields: z.output<typeof NewEntry>, now: Date): EntryDates {
  const { publishAt = null, expiresAt = null, pinnedUntil = null } = fields
  return assertOrder({
    ...dated(fields.date ?? publishAt ?? now.toISOString()),
    ...{ publishAt, expiresAt, pinnedUntil },
  })
}

/**
 * The moments of an entry after a change: what is not sent stays. A date that was the moment of
 * appearing goes along with it. @throws Problem `validation_failed`
 */
export function changedDates(
  present: EntryDates,
  fields: z.output<typeof EntryChange>,
  now: Date,
): EntryDates {
  const { publishAt = present.publishAt } = fields
  const date = fields.date ?? dateAfter(present, publishAt, now)
  const { expiresAt = present.expiresAt, pinnedUntil = present.pinnedUntil } = fields
  return assertOrder({ ...dated(date), publishAt, expiresAt, pinnedUntil })
}

function dateAfter(present: EntryDates, publishAt: string | null, now: Date): string {
  if (present.date !== present.publishAt) return present.date
  if (publishAt !== null) return publishAt
  // Shown at once: it cannot have been published in time to come.
  const at = now.toISOString()
  return present.date < at ? present.date : at
}

function assertOrder(moments: EntryDates): EntryDates {
  const { publishAt, expiresAt } = moments
  if (publishAt !== null && expiresAt !== null && expiresAt <= publishAt) {
    const fields = { expiresAt: validationText('valid.expiresAt') }
    throw new Problem('validation_failed', { fields })
  }
  return moments
}

function dated(date: string): Pick<EntryRow, 'date' | 'year'> {
  return { date, year: dhakaYear(date) }
}
