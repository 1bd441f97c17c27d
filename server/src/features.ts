import type { RecordName } from '@bidyaloy/shared/features'
import type { EntityManager } from 'typeorm'
import type { ServerFeature } from './feature.ts'
import { attendance, attendanceReads } from './features/attendance/attendance.ts'
import { blur } from './features/blur/blur.ts'
import { calendar } from './features/calendar/calendar.ts'
import { contact, contactReads } from './features/contact/contact.ts'
import { disclosure, disclosureReads } from './features/disclosure/disclosure.ts'
import { examReads, exams } from './features/exams/exams.ts'
import { moveIn } from './features/move-in/move-in.ts'
import { photoRequests } from './features/photo-requests/photo-requests.ts'
import { type Installation, privacy, privacyReads } from './features/privacy/privacy.ts'
import type { RecordModel } from './features/records/record-commands.ts'
import { resultReads, results } from './features/results/results.ts'
import { routine, routineReads } from './features/routine/routine.ts'
import { schoolInfo, schoolInfoReads } from './features/school-info/school-info.ts'
import { settings, settingsReads } from './features/settings/settings.ts'
import { studentCountReads, studentCounts } from './features/student-counts/student-counts.ts'
import { takeDown } from './features/take-down/take-down.ts'
import { teacherPage, teacherPageReads } from './features/teacher-page/teacher-page.ts'
import { verifying, verifyReads } from './features/verify/verify.ts'

/** Those with a type of record are in the order of the dashboard. */
export const features: readonly ServerFeature[] = [
  schoolInfo,
  contact,
  teacherPage,
  settings,
  disclosure,
  privacy,
  studentCounts,
  attendance,
  routine,
  exams,
  calendar,
  verifying,
  blur,
  photoRequests,
  moveIn,
  results,
  takeDown,
]

/** The models of types of which a school has many records. */
export const recordModels = features.flatMap(({ model = [] }) => model)
/** The models of single records. */
export const singleModels = features.flatMap(({ single = [] }) => single)

/** Returns the model of a type of record, whose name may be stored: undefined for an unknown one. */
export const findModel = (name: string): RecordModel | undefined =>
  recordModels.find((model) => model.name === name)

/** Returns the model of a type of record. */
export function modelOf(name: RecordName): RecordModel {
  const model = findModel(name)
  if (!model) throw new Error(`${name} has no feature in features.ts`)
  return model
}

/** The reads of public pages at a time. */
export const featureReads = (read: EntityManager, now: Date, installation: Installation) => ({
  ...attendanceReads(read, now),
  ...contactReads(read),
  ...disclosureReads(read, now),
  ...examReads(read),
  ...privacyReads(read, now, installation),
  ...resultReads(read, now),
  ...routineReads(read, now),
  ...schoolInfoReads(read),
  ...settingsReads(read),
  ...studentCountReads(read),
  ...teacherPageReads(read, now),
  ...verifyReads(read, now),
})

/** Examples of the API document. */
export const featureExamples = features.reduce<Required<ServerFeature>['examples']>(
  ({ bodies, responses }, { examples }) => ({
    bodies: { ...bodies, ...examples?.bodies },
    responses: { ...responses, ...examples?.responses },
  }),
  { bodies: {}, responses: {} },
)
