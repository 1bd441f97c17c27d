import type { RecordType } from './feature.ts'
import { studentCounts, studentCountTexts } from './features/student-counts/record.ts'

/* The features, each with a type of record. */

/** The types of record, in the order of the dashboard. */
export const recordTypes = [studentCounts] as const
export const recordTexts = { ...studentCountTexts } as const

export type RecordName = (typeof recordTypes)[number]['name']

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

type SetupRecord = Extract<(typeof recordTypes)[number], { isSetupStep: true }>['name']

/** The types for which the dashboard asks when a school is set up. */
export const setupRecords = recordTypes.flatMap(({ name, isSetupStep }): SetupRecord[] =>
  isSetupStep ? [name] : [],
)
