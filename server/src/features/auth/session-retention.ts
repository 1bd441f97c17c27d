import { LessThan, LessThanOrEqual } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { IdempotencyRow, SessionRow } from '../../db/entities.ts'

/** How long a repeat of a request is known; the desktop program's outbox is sent well before. */
const KEEP_ANSWERS_MS = 7 * 24 * 60 * 60 * 1000

/** Removes sessions that are over and first answers that nobody will ask for again. */
export async function cleanSessions({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock()
  const oldest = new Date(now.getTime() - KEEP_ANSWERS_MS)
  await db.writeUnseen(async (tx) => {
    await tx.delete(SessionRow, { expiresAt: LessThanOrEqual(now.toISOString()) })
    await tx.delete(IdempotencyRow, { createdAt: LessThan(oldest.toISOString()) })
  })
}
