import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { DAY_MS } from '@bidyaloy/shared/durations'
import {
  type AdminOverview,
  SETUP_STEPS,
  type SetupStep,
} from '@bidyaloy/shared/school/admin-overview'
import { type EntityManager, IsNull, LessThan, type SelectQueryBuilder } from 'typeorm'
import {
  ActivityRow,
  AdminRow,
  type EntryRow,
  SingleRecordRow,
  StudentCountRow,
} from '../../db/entities.ts'
import { entriesAmong } from '../../db/entry-times.ts'
import type { SignedInAdmin } from '../../http/require-admin.ts'
import { KEPT_DAYS } from '../activity/activity-commands.ts'
import { listBackups } from '../backup/backup-format.ts'
import { presentEntry } from '../collections/present-entry.ts'
import { getSettings } from '../site-records/settings-commands.ts'
import { contactRecord, schoolInfoRecord } from '../site-records/single-record-routes.ts'
import { teacherPageRecord } from '../site-records/teacher-page-routes.ts'

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

/** Which steps of setting the site up are done at `now`; the password's is that of `admin`. */
async function setupSteps(
  read: EntityManager,
  admin: Pick<SignedInAdmin, 'id' | 'username'>,
  now: Date,
): Promise<AdminOverview['setup']> {
  const { identity, headTeacher, pictures } = await getSettings(read)
  const isSaved = ({ name }: { name: string }) => read.existsBy(SingleRecordRow, { name })
  const done: Record<SetupStep, boolean> = {
    password: await hasChangedPassword(read, admin, now),
    contact: await isSaved(contactRecord),
    identity: identity.established !== '' && (pictures.crest !== null || identity.motto !== ''),
    headTeacher: headTeacher.name !== '' && headTeacher.message !== '',
    schoolInfo: await isSaved(schoolInfoRecord),
    studentCounts: await read.existsBy(StudentCountRow, { deletedAt: IsNull() }),
    teacherPage: await isSaved(teacherPageRecord),
    notice: await hasPublishedNotice(read, now),
  }
  return SETUP_STEPS.map((step) => ({ step, done: done[step] }))
}

/** Whether the activity says so; for an admin older than the activity that is kept, it is assumed. */
async function hasChangedPassword(
  read: EntityManager,
  { id, username }: Pick<SignedInAdmin, 'id' | 'username'>,
  now: Date,
): Promise<boolean> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()
  return (
    (await read.existsBy(ActivityRow, { action: 'passwordChanged', by: username })) ||
    (await read.existsBy(AdminRow, { id, createdAt: LessThan(oldest) }))
  )
}

/** Once a notice was shown, the step stays done when it has expired. */
async function hasPublishedNotice(read: EntityManager, now: Date): Promise<boolean> {
  const notices = (state: 'visible' | 'expired') =>
    entriesAmong(read, { state, collection: 'notices' }, now).getExists()
  return (await notices('visible')) || (await notices('expired'))
}

/** The newest backup that was made here; null where there is none. */
export async function findLastBackup(backups: string): Promise<AdminOverview['lastBackup']> {
  const own = (await listBackups(backups)).find(({ kind }) => kind !== 'uploaded')
  return own ? { at: own.at, size: own.size } : null
}
