import * as attendance from './features/attendance/paths.ts'
import * as blur from './features/blur/paths.ts'
import * as calendar from './features/calendar/paths.ts'
import * as contact from './features/contact/paths.ts'
import * as disclosure from './features/disclosure/paths.ts'
import * as exams from './features/exams/paths.ts'
import * as moveIn from './features/move-in/paths.ts'
import * as people from './features/people/paths.ts'
import * as photoRequests from './features/photo-requests/paths.ts'
import * as privacy from './features/privacy/paths.ts'
import * as results from './features/results/paths.ts'
import * as routine from './features/routine/paths.ts'
import * as schoolInfo from './features/school-info/paths.ts'
import * as settings from './features/settings/paths.ts'
import * as studentCounts from './features/student-counts/paths.ts'
import * as takeDown from './features/take-down/paths.ts'
import * as teacherPage from './features/teacher-page/paths.ts'
import * as verify from './features/verify/paths.ts'

/* The addresses of the features: all that the public site's first script has of them. */

/** Reads of public pages. */
export const featureReads = {
  ...attendance.reads,
  ...contact.reads,
  ...disclosure.reads,
  ...exams.reads,
  ...privacy.reads,
  ...results.reads,
  ...routine.reads,
  ...schoolInfo.reads,
  ...settings.reads,
  ...studentCounts.reads,
  ...teacherPage.reads,
  ...verify.reads,
} as const
export const featurePaths = {
  ...attendance.paths,
  ...blur.paths,
  ...contact.paths,
  ...disclosure.paths,
  ...exams.paths,
  ...moveIn.paths,
  ...photoRequests.paths,
  ...privacy.reads,
  ...results.paths,
  ...routine.paths,
  ...schoolInfo.paths,
  ...settings.paths,
  ...studentCounts.paths,
  ...takeDown.paths,
  ...teacherPage.paths,
  ...verify.paths,
} as const
/** Paths of public pages. */
export const featurePages = {
  ...attendance.pages,
  ...calendar.pages,
  ...contact.pages,
  ...disclosure.pages,
  ...people.pages,
  ...privacy.pages,
  ...results.pages,
  ...routine.pages,
  ...schoolInfo.pages,
  ...studentCounts.pages,
  ...teacherPage.pages,
  ...verify.pages,
} as const
