import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import type { AdminOverview } from '@bidyaloy/shared/school/admin-overview'
import type { EntityManager, SelectQueryBuilder } from 'typeorm'
import type { EntryRow } from '../../db/entities.ts'
import { entriesAmong } from '../../db/entry-times.ts'
import type { SignedInAdmin } from '../../http/require-admin.ts'
import { presentEntry } from '../collections/present-entry.ts'
import { findLastBackup } from './last-backup-query.ts'
import { setupSteps } from './setup-step-queries.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 7
const MOST = 20

/** What the first screen of the dashboard tells `admin` at `now`. */
export async function adminOverview(
  read: EntityManager,
  backups: string,
  admin: Pick<SignedInAdmin, 'id' | 'username'>,
  now: Date,
): Promise<Omit<AdminOverview, 'backupFailed' | 'withoutFile' | 'damaged' | 'addressKnown'>> {
  const show = async (list: SelectQueryBuilder<EntryRow>) =>
    (await list.getMany()).map((row) => presentInCollection(row, now))
  const soon = new Date(now.getTime() + SOON_DAYS * DAY_MS).toISOString()
  const scheduled = entriesAmong(read, { state: 'scheduled' }, now)
    .orderBy('entry.publishAt')
    .limit(MOST)
  const expiring = entriesAmong(read, { state: 'visible' }, now)
    .andWhere('entry.expiresAt > :now AND entry.expiresAt <= :soon', { soon })
    .orderBy('entry.expiresAt')
    .limit(MOST)
  const stale = entriesAmong(read, { state: 'visible', pinned: true }, now)
    .andWhere('entry.date < :yearAgo', { yearAgo: yearBefore(now).toISOString() })
    .orderBy('entry.date')
  return {
    scheduled: await show(scheduled),
    expiring: await show(expiring),
    stale: await show(stale),
    lastBackup: await findLastBackup(backups),
    setup: await setupSteps(read, admin, now),
  }
}

/** An entry as the API shows it, with the collection that it belongs to. */
export function presentInCollection(row: EntryRow, now: Date): EntryOfCollection {
  return { ...presentEntry(row, now), collection: row.collection }
}

function yearBefore(now: Date): Date {
  const then = new Date(now)
  then.setUTCFullYear(then.getUTCFullYear() - 1)
  return then
}
