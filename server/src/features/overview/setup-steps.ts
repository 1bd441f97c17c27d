import {
  type OfficeOverview,
  SETUP_STEPS,
  type SetupStep,
} from '@bidyaloy/shared/school/office-overview'
import { type EntityManager, IsNull } from 'typeorm'
import { SingleRecordRow, StudentCountRow } from '../../db/entities.ts'
import { entriesAmong } from '../../db/entry-times.ts'
import { contactRecord } from '../contact/contact-routes.ts'
import { schoolInfoRecord } from '../school-info/school-info-routes.ts'
import { getSettings } from '../settings/site-settings.ts'
import { teacherPageRecord } from '../teacher-page/teacher-page.ts'

/** What of setting the site up is done at `now`. */
export async function setupSteps(read: EntityManager, now: Date): Promise<OfficeOverview['setup']> {
  const { identity, headTeacher } = await getSettings(read)
  const isSaved = ({ name }: { name: string }) => read.existsBy(SingleRecordRow, { name })
  const done: Record<SetupStep, boolean> = {
    contact: await isSaved(contactRecord),
    identity: Object.values(identity).some(Boolean),
    headTeacher: headTeacher.name !== '',
    schoolInfo: await isSaved(schoolInfoRecord),
    studentCounts: await read.existsBy(StudentCountRow, { deletedAt: IsNull() }),
    teacherPage: await isSaved(teacherPageRecord),
    notice: await hasPublishedNotice(read, now),
  }
  return SETUP_STEPS.map((step) => ({ step, done: done[step] }))
}

/** Once a notice was shown, the step stays done when it has expired. */
async function hasPublishedNotice(read: EntityManager, now: Date): Promise<boolean> {
  const notices = (state: 'visible' | 'expired') =>
    entriesAmong(read, { state, collection: 'notices' }, now).getExists()
  return (await notices('visible')) || (await notices('expired'))
}
