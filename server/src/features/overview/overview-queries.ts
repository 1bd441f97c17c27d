import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { type RecordName, recordNames } from '@bidyaloy/shared/features'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import {
  type AdminOverview,
  SETUP_STEPS,
  type SetupStep,
} from '@bidyaloy/shared/school/admin-overview'
import { type EntityManager, IsNull, LessThan, Not, type SelectQueryBuilder } from 'typeorm'
import {
  ActivityRow,
  AdminRow,
  type EntryRow,
  PushSubscriptionRow,
  RecordRow,
} from '../../db/entities.ts'
import { entriesAmong } from '../../db/entry-times.ts'
import { features } from '../../features.ts'
import type { SignedInAdmin } from '../../http/require-admin.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { RETENTION_DAYS } from '../activity/activity-commands.ts'
import { listEvents } from '../auth/account-events.ts'
import { hasFactor } from '../auth/factors.ts'
import { listBackups, restorable } from '../backup/backup-format.ts'
import { listOwnDrafts, listWaiting } from '../collections/collection-queries.ts'
import { findWithoutPages } from '../collections/page-redrawing.ts'
import { presentEntry } from '../collections/present-entry.ts'
import { countOpenRequests } from '../photo-requests/photo-request-commands.ts'
import { countWrongTries } from '../results/result-sheets.ts'
import { formerFileBytes } from '../versions/version-commands.ts'

const SOON_DAYS = 7
const MAX_ENTRIES = 20

/** Returns what the first screen of the dashboard shows `admin` at `now`, from database and backups. */
export async function adminOverview(
  read: EntityManager,
  files: Pick<FileStore, 'list'>,
  admin: Pick<SignedInAdmin, 'id' | 'sessionId' | 'username' | 'may'>,
  now: Date,
): Promise<
  Omit<
    AdminOverview,
    | 'backupFailed'
    | 'away'
    | 'diskLow'
    | 'version'
    | 'withoutFile'
    | 'damaged'
    | 'addressKnown'
    | 'siteUrl'
    | 'addressProblem'
  >
> {
  const show = async (list: SelectQueryBuilder<EntryRow>) =>
    (await list.getMany()).map((row) => presentInCollection(row, now))
  const soon = new Date(now.getTime() + SOON_DAYS * DAY_MS).toISOString()
  const scheduled = entriesAmong(read, { state: 'scheduled' }, now)
    .orderBy('entry.publishAt')
    .limit(MAX_ENTRIES)
  const expiring = entriesAmong(read, { state: 'visible' }, now)
    .andWhere('entry.expiresAt > :now AND entry.expiresAt <= :soon', { soon })
    .orderBy('entry.expiresAt')
    .limit(MAX_ENTRIES)
  const stale = entriesAmong(read, { state: 'visible', pinned: true }, now)
    .andWhere('entry.date < :yearAgo', { yearAgo: yearBefore(now).toISOString() })
    .orderBy('entry.date')
  return {
    scheduled: await show(scheduled),
    waiting: await listWaiting(read, MAX_ENTRIES, now),
    ...(await listOwnDrafts(read, admin.username, MAX_ENTRIES, now)),
    expiring: await show(expiring),
    stale: await show(stale),
    withoutPages: (await findWithoutPages(read, { take: MAX_ENTRIES })).map((row) =>
      presentInCollection(row, now),
    ),
    lastBackup: await findLastBackup(files, now),
    formerFileBytes: await formerFileBytes(read),
    twoStep: await hasFactor(read, admin.id),
    accountEvents: await listEvents(read, admin),
    ...(admin.may('approve') && {
      photoRequests: await countOpenRequests(read),
      wrongSlips: await countWrongTries(read, now),
    }),
    subscribers: await read.countBy(PushSubscriptionRow, { lastOkAt: Not(IsNull()) }),
    setup: await setupSteps(read, admin, now),
  }
}

/** Returns an entry as the API shows it, with its collection. */
export function presentInCollection(row: EntryRow, now: Date): EntryOfCollection {
  return { ...presentEntry(row, now), collection: row.collection }
}

function yearBefore(now: Date): Date {
  const then = new Date(now)
  then.setUTCFullYear(then.getUTCFullYear() - 1)
  return then
}

/** Returns of which kinds of record there are some. */
async function recordsExist(read: EntityManager): Promise<Record<RecordName, boolean>> {
  const all = recordNames.map(async (type) => {
    return [type, await read.existsBy(RecordRow, { type, deletedAt: IsNull() })] as const
  })
  // Its keys are the names.
  return Object.fromEntries(await Promise.all(all)) as Record<RecordName, boolean>
}

/** Returns which setup steps of features are done. */
async function featureSteps(read: EntityManager): Promise<Record<string, boolean>> {
  const all = features.flatMap(({ setupSteps = {} }) =>
    Object.entries(setupSteps).map(async ([step, isDone]) => [step, await isDone(read)] as const),
  )
  return Object.fromEntries(await Promise.all(all))
}

/** Returns which setup steps are done at `now`; the password step is that of `admin`. */
async function setupSteps(
  read: EntityManager,
  admin: Pick<SignedInAdmin, 'id' | 'username'>,
  now: Date,
): Promise<AdminOverview['setup']> {
  const done: Partial<Record<SetupStep, boolean>> = {
    ...(await recordsExist(read)),
    ...(await featureSteps(read)),
    password: await hasChangedPassword(read, admin, now),
    notice: await hasPublishedNotice(read, now),
  }
  return SETUP_STEPS.map((step) => ({ step, done: done[step] ?? false }))
}

/** Whether the activity contains a change of password. Assumed for an admin older than the activity. */
async function hasChangedPassword(
  read: EntityManager,
  { id, username }: Pick<SignedInAdmin, 'id' | 'username'>,
  now: Date,
): Promise<boolean> {
  const oldest = new Date(now.getTime() - RETENTION_DAYS * DAY_MS).toISOString()
  return (
    (await read.existsBy(ActivityRow, { action: 'passwordChanged', by: username })) ||
    (await read.existsBy(AdminRow, { id, createdAt: LessThan(oldest) }))
  )
}

/** Whether a notice is visible or was until it expired. */
async function hasPublishedNotice(read: EntityManager, now: Date): Promise<boolean> {
  const notices = (state: 'visible' | 'expired') =>
    entriesAmong(read, { state, collection: 'notices' }, now).getExists()
  return (await notices('visible')) || (await notices('expired'))
}

/** Returns the newest backup made by this server, or null. */
export async function findLastBackup(
  files: Pick<FileStore, 'list'>,
  now: Date,
): Promise<AdminOverview['lastBackup']> {
  const [own] = restorable(await listBackups(files), now)
  return own ? { at: own.at, size: own.size } : null
}
