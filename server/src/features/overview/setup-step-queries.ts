import {
  type AdminOverview,
  SETUP_STEPS,
  type SetupStep,
} from '@bidyaloy/shared/school/admin-overview'
import { type EntityManager, IsNull, LessThan } from 'typeorm'
import { ActivityRow, AdminRow, SingleRecordRow, StudentCountRow } from '../../db/entities.ts'
import { entriesAmong } from '../../db/entry-times.ts'
import type { SignedInAdmin } from '../../http/require-admin.ts'
import { KEPT_DAYS } from '../activity/activity-retention.ts'
import { contactRecord } from '../contact/contact-routes.ts'
import { schoolInfoRecord } from '../school-info/school-info-routes.ts'
import { getSettings } from '../settings/settings-commands.ts'
import { teacherPageRecord } from '../teacher-page/teacher-page-routes.ts'

const DAY_MS = 86_400_000

/** Which steps of setting the site up are done at `now`; the password's is that of `admin`. */
export async function setupSteps(
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
