import type { RecordName } from '@bidyaloy/shared/features'
import type { EntityManager } from 'typeorm'
import type { ServerFeature } from './feature.ts'
import { calendar } from './features/calendar/calendar.ts'
import type { RecordModel } from './features/records/record-commands.ts'
import { studentCountReads, studentCounts } from './features/student-counts/student-counts.ts'

/** Those with a type of record are in the order of `recordTypes`. */
export const features: readonly ServerFeature[] = [studentCounts, calendar]

/** The models of all types of record. */
export const recordModels = features.flatMap(({ model = [] }) => model)

/** Returns the model of a type of record, whose name may be stored: undefined for an unknown one. */
export const findModel = (name: string): RecordModel | undefined =>
  recordModels.find((model) => model.name === name)

/** Returns the model of a type of record. */
export function modelOf(name: RecordName): RecordModel {
  const model = findModel(name)
  if (!model) throw new Error(`${name} has no feature in features.ts`)
  return model
}

/** The reads of public pages. */
export const featureReads = (read: EntityManager) => ({ ...studentCountReads(read) })

/** Examples of the API document. */
export const featureExamples = features.reduce<Required<ServerFeature>['examples']>(
  ({ bodies, responses }, { examples }) => ({
    bodies: { ...bodies, ...examples?.bodies },
    responses: { ...responses, ...examples?.responses },
  }),
  { bodies: {}, responses: {} },
)
