import type { RecordName } from '@bidyaloy/shared/features'
import type { EntityManager } from 'typeorm'
import type { ServerFeature } from './feature.ts'
import type { RecordModel } from './features/records/record-commands.ts'
import { studentCountReads, studentCounts } from './features/student-counts/student-counts.ts'

/* The features with a type of record, in the order of `recordTypes`. */

export const features: readonly ServerFeature[] = [studentCounts]

/** Returns the model of a type of record, whose name may be stored: undefined for an unknown one. */
export const findModel = (name: string): RecordModel | undefined =>
  features.find(({ model }) => model.name === name)?.model

/** Returns the model of a type of record. */
export function modelOf(name: RecordName): RecordModel {
  const model = findModel(name)
  if (!model) throw new Error(`${name} has no feature in features.ts`)
  return model
}

/** The reads of public pages. */
export const featureReads = (read: EntityManager) => ({ ...studentCountReads(read) })

/** Examples of the API document. */
export const featureExamples = features.reduce<ServerFeature['examples']>(
  ({ bodies, responses }, { examples }) => ({
    bodies: { ...bodies, ...examples.bodies },
    responses: { ...responses, ...examples.responses },
  }),
  { bodies: {}, responses: {} },
)
