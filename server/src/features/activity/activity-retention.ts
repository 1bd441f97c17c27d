import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { ActivityRow } from '../../db/entities.ts'

/** Days for which the activity is kept. */
export const KEPT_DAYS = 400
/** Far more than an office does in that time: a bound against what nobody does by hand. */
const KEPT_ROWS = 100_000
const DAY_MS = 86_400_000

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
