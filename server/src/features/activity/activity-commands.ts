import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { Action } from '@bidyaloy/shared/school/actions'
import type { Subject } from '@bidyaloy/shared/school/activity'
import type { EntityManager } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { ActivityRow } from '../../db/entities.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'

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
    at: now.toISOString(),
    by,
    action,
    subject,
    title,
    count: count ?? null,
    recordId: recordId ?? null,
  })
}

/** Title and id of a record that an action applies to. */
export type ActivityRecord = Pick<ActivityEvent, 'recordId'> & { title: string }

/** Records an action on records of one kind: one by its title, several by their number. */
export async function recordActivityOn(
  tx: EntityManager,
  context: ActionContext,
  event: Pick<ActivityEvent, 'action' | 'subject'>,
  records: readonly ActivityRecord[],
): Promise<void> {
  const [first, ...others] = records
  if (!first) return
  const details = others.length > 0 ? { count: records.length } : first
  await recordActivity(tx, context, { ...event, ...details })
}

/** Runs a write at most once and records its action in the same transaction. */
export async function writeOnce<T>(
  {
    runOnce,
    admin,
    clock,
  }: { runOnce: IdempotentWrite; admin: { username: string }; clock: Clock },
  event: ActivityEvent | ((result: T) => ActivityEvent),
  work: (tx: EntityManager, context: ActionContext) => Promise<T>,
): Promise<T> {
  const { result } = await runOnce(async (tx) => {
    const context = { by: admin.username, now: clock() }
    const result = await work(tx, context)
    const recorded = typeof event === 'function' ? event(result) : event
    await recordActivity(tx, context, recorded)
    return result
  })
  return result
}

/** Days for which the activity log is stored. */
export const RETENTION_DAYS = 400
/** Upper bound, far above what a school's staff do by hand in that time. */
const MAX_ROWS = 100_000

/** Deletes activity older than 400 days, and all but the latest 100,000 rows. */
export async function deleteOldActivity({ db, clock }: { db: Database; clock: Clock }) {
  const oldest = new Date(clock().getTime() - RETENTION_DAYS * DAY_MS).toISOString()
  await db.writePrivate(async (tx) => {
    await tx
      .createQueryBuilder()
      .delete()
      .from(ActivityRow)
      .where('at < :oldest', { oldest })
      .orWhere('seq <= (SELECT seq FROM activity ORDER BY seq DESC LIMIT 1 OFFSET :rows)', {
        rows: MAX_ROWS,
      })
      .execute()
  })
}
