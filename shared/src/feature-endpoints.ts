import { attendanceEndpoints, attendanceSchemas } from './features/attendance/endpoints.ts'
import { blurEndpoints } from './features/blur/endpoints.ts'
import { contactEndpoints, contactSchemas } from './features/contact/endpoints.ts'
import { disclosureEndpoints, disclosureSchemas } from './features/disclosure/endpoints.ts'
import { examEndpoints, examSchemas } from './features/exams/endpoints.ts'
import { moveInEndpoints, moveInSchemas } from './features/move-in/endpoints.ts'
import { photoRequestEndpoints, photoRequestSchemas } from './features/photo-requests/endpoints.ts'
import { privacyEndpoints, privacySchemas } from './features/privacy/endpoints.ts'
import { resultEndpoints, resultSchemas } from './features/results/endpoints.ts'
import { routineEndpoints, routineSchemas } from './features/routine/endpoints.ts'
import { schoolInfoEndpoints, schoolInfoSchemas } from './features/school-info/endpoints.ts'
import { settingsEndpoints, settingsSchemas } from './features/settings/endpoints.ts'
import { studentCountEndpoints, studentCountSchemas } from './features/student-counts/endpoints.ts'
import { takeDownEndpoints, takeDownSchemas } from './features/take-down/endpoints.ts'
import { teacherPageEndpoints, teacherPageSchemas } from './features/teacher-page/endpoints.ts'
import { verifyEndpoints, verifySchemas } from './features/verify/endpoints.ts'

/* The contract of the features. Apart from `features.ts`, which is free of zod. */

export const featureEndpoints = {
  ...attendanceEndpoints,
  ...blurEndpoints,
  ...contactEndpoints,
  ...disclosureEndpoints,
  ...examEndpoints,
  ...moveInEndpoints,
  ...photoRequestEndpoints,
  ...privacyEndpoints,
  ...resultEndpoints,
  ...routineEndpoints,
  ...schoolInfoEndpoints,
  ...settingsEndpoints,
  ...studentCountEndpoints,
  ...takeDownEndpoints,
  ...teacherPageEndpoints,
  ...verifyEndpoints,
} as const
/** Schemas that the API document names. */
export const featureSchemas = {
  ...attendanceSchemas,
  ...contactSchemas,
  ...disclosureSchemas,
  ...examSchemas,
  ...moveInSchemas,
  ...photoRequestSchemas,
  ...privacySchemas,
  ...resultSchemas,
  ...routineSchemas,
  ...schoolInfoSchemas,
  ...settingsSchemas,
  ...studentCountSchemas,
  ...takeDownSchemas,
  ...teacherPageSchemas,
  ...verifySchemas,
} as const
