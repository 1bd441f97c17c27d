import { DAY_MS } from '@bidyaloy/shared/durations'
import type { Action, Subject } from '@bidyaloy/shared/school/activity'
import type { EntityManager } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { ActivityRow } from '../../db/entities.ts'

/** Who does something, and when. */
export interface ActionContext {
  /** Username. */
  by: string
  now: Date
}

interface ActivityEvent {
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
  { by, now }: ActionContext,
  { action, subject, title = '', count, recordId }: ActivityEvent,
): Promise<void> {
  await tx.insert(ActivityRow, {
    ...{ at: now.toISOString(), by, action, subject, title },
    count: count ?? null,
    recordId: recordId ?? null,
  })
}

/** A thing that was acted on. */
export interface ActivitySubject {
  id?: string
  title: string
}

/** Writes down what is being done to things of one kind: to one by its title, to several by number. */
export async function recordActivityOn(
  tx: EntityManager,
  context: ActionContext,
  {
    action,
    subject,
    things,
  }: Pick<ActivityEvent, 'action' | 'subject'> & { things: readonly ActivitySubject[] },
): Promise<void> {
  const [first, ...others] = things
  if (!first) return
  if (others.length > 0) {
    await recordActivity(tx, context, { action, subject, count: things.length })
    return
  }
  const { id, title } = first
  const event = { action, subject, title, ...(id !== undefined && { recordId: id }) }
  await recordActivity(tx, context, event)
}

/** Days for which the activity is kept. */
export const KEPT_DAYS = 400
/** Far more than an office does in that time: a bound against what nobody does by hand. */
const KEPT_ROWS = 100_000

/** Keeps what was done within 400 days, and of that no more than the latest hundred thousand deeds. */
export async function forgetOldActivity({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): Promise<void> {
  const oldest = new Date(clock().getTime() - KEPT_DAYS * DAY_MS).toISOString()
  await db.writeUnseen(async (tx) => {
    await tx
      .createQueryBuilder()
      .delete()
      .from(ActivityRow)
      .where('at < :oldest', { oldest })
      .orWhere('seq <= (SELECT MAX(seq) FROM activity) - :rows', { rows: KEPT_ROWS })
      .execute()
  })
}
