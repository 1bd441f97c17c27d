import type { Action, Subject } from '@bidyaloy/shared/school/activity'
import type { EntityManager } from 'typeorm'
import { ActivityRow } from '../../db/entities.ts'

/** Who does something, and when. */
export interface Doing {
  /** Username. */
  by: string
  now: Date
}

interface Deed {
  action: Action
  subject: Subject
  /** Of the thing acted on; left out where it has none. Never anything secret. */
  title?: string
  /** How many things, where it was more than one. */
  count?: number
  recordId?: string
}

/** Writes down what is being done, in the transaction that does it: either both are there or neither. */
export async function recordActivity(
  tx: EntityManager,
  { by, now }: Doing,
  { action, subject, title = '', count, recordId }: Deed,
): Promise<void> {
  await tx.insert(ActivityRow, {
    ...{ at: now.toISOString(), by, action, subject, title },
    count: count ?? null,
    recordId: recordId ?? null,
  })
}
