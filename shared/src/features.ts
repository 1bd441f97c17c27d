import type { RecordType } from './feature.ts'
import { attendance, attendanceTexts } from './features/attendance/record.ts'
import { contact, contactTexts } from './features/contact/record.ts'
import { disclosure, disclosureTexts } from './features/disclosure/record.ts'
import { exams, examTexts } from './features/exams/record.ts'
import { routines, routineTexts } from './features/routine/record.ts'
import { schoolInfo, schoolInfoTexts } from './features/school-info/record.ts'
import { settings, settingsTexts } from './features/settings/record.ts'
import { studentCounts, studentCountTexts } from './features/student-counts/record.ts'
import { teacherPage, teacherPageTexts } from './features/teacher-page/record.ts'

/* The features, each with a type of record. */

/** The types of which a school has one record, in the order of the dashboard. */
export const singleTypes = [schoolInfo, contact, teacherPage, settings, disclosure] as const
/** The types of which it has many, in the same order. */
export const recordTypes = [studentCounts, attendance, routines, exams] as const
export const recordTexts = {
  ...schoolInfoTexts,
  ...contactTexts,
  ...settingsTexts,
  ...disclosureTexts,
  ...studentCountTexts,
  ...attendanceTexts,
  ...routineTexts,
  ...examTexts,
  ...teacherPageTexts,
} as const

export type SingleName = (typeof singleTypes)[number]['name']
export type SingleSegment = (typeof singleTypes)[number]['segment']
export type RecordName = (typeof recordTypes)[number]['name']

/** The names of single records, in the same order. */
export const singleNames = singleTypes.map(({ name }) => name)
/** Their segments in paths. */
export const singleSegments = singleTypes.map(({ segment }) => segment)

/** Whether a string is the segment of a single record. */
export function isSingleSegment(segment: string): segment is SingleSegment {
  return singleTypeOf(segment) !== undefined
}

/** Returns the type of a single record by its segment in paths. */
export function singleTypeOf(segment: string): (typeof singleTypes)[number] | undefined {
  return singleTypes.find((type) => type.segment === segment)
}

/** The names, in the same order. */
export const recordNames = recordTypes.map(({ name }) => name) as [RecordName, ...RecordName[]]

/** Whether a string, such as a path segment, is the name of a type of record. */
export function isRecordName(name: string): name is RecordName {
  return recordNames.some((one) => one === name)
}

/** Returns the type of a record by the path that begins with its name: `studentCounts/k3v9x0c2m1qa`. */
export function recordTypeOf(path: string): RecordType | undefined {
  return recordTypes.find(({ name }) => path.startsWith(`${name}/`))
}

interface SetupStep {
  step: Extract<(typeof recordTypes)[number], { isSetupStep: true }>['name']
  screen: string
}

/** The types for which the dashboard asks when a school is set up. */
const setupRecords = recordTypes.flatMap(({ name, screen, isSetupStep }): SetupStep[] =>
  isSetupStep ? [{ step: name, screen }] : [],
)

/** What the features ask for when a school is set up, in that order, with the screens. */
export const featureSteps = [
  ...contact.setupSteps,
  ...settings.setupSteps,
  ...schoolInfo.setupSteps,
  ...setupRecords,
  ...teacherPage.setupSteps,
]
