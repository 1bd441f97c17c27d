import { DAY_MS } from '@bidyaloy/shared/durations'
import type { Action, Subject } from '@bidyaloy/shared/school/activity'
import type { EntityManager } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { ActivityRow } from '../../db/entities.ts'

/** Admin and time of an action. */
export interface ActionContext {
  /** Username. */
  by: string
  now: Date
}

interface ActivityEvent {
  action: Action
  subject: Subject
  /** Title of the subject, if it has one. Never a secret. */
  title?: string
  /** Number of subjects, if more than one. */
  count?: number
  recordId?: string
}

/** Records an action in the transaction that performs it, so that both are committed or neither. */
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

/** An entry, count or other record that an action applies to. */
export interface ActivitySubject {
  id?: string
  title: string
}

/** Records an action on subjects of one kind: one by its title, several by their number. */
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

/** Days for which the activity log is stored. */
export const KEPT_DAYS = 400
/** Upper bound, far above what a school's staff do by hand in that time. */
const KEPT_ROWS = 100_000

/** Deletes activity older than 400 days, and all but the latest 100,000 rows. */
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
