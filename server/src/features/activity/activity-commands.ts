import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { Action } from '@bidyaloy/shared/school/actions'
import type { Subject } from '@bidyaloy/shared/school/activity'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { ActivityRow } from '../../db/entities.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import { continueChain } from './activity-chain.ts'

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
  const { identifiers } = await tx.insert(ActivityRow, {
    at: now.toISOString(),
    by,
    action,
    subject,
    title,
    count: count ?? null,
    recordId: recordId ?? null,
  })
  await continueChain(tx, NewRow.parse(identifiers[0]).seq)
}

const NewRow = z.object({ seq: z.int() })

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
export const MAX_ROWS = 100_000

/** Returns the time before which activity is deleted. */
export const oldestKept = (now: Date): string =>
  new Date(now.getTime() - RETENTION_DAYS * DAY_MS).toISOString()

/**
 * Deletes activity older than 400 days, and all but the latest 100,000 rows: always from the front, also
 * where the clock was wrong for a while, so that what is left is one chain.
 */
export async function deleteOldActivity({ db, clock }: { db: Database; clock: Clock }) {
  const now = clock()
  await db.writePrivate(async (tx) => {
    await tx
      .createQueryBuilder()
      .delete()
      .from(ActivityRow)
      .where(
        `seq < coalesce((SELECT min(seq) FROM activity WHERE at >= :oldest AND at <= :now),
          (SELECT max(seq) + 1 FROM activity WHERE at < :oldest))`,
        { oldest: oldestKept(now), now: now.toISOString() },
      )
      .orWhere('seq <= (SELECT seq FROM activity ORDER BY seq DESC LIMIT 1 OFFSET :rows)', {
        rows: MAX_ROWS,
      })
      .execute()
  })
}
