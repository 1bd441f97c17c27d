import type { RecordName } from '@bidyaloy/shared/features'
import type { EntityManager } from 'typeorm'
import type { ServerFeature } from './feature.ts'
import type { RecordModel } from './features/records/record-commands.ts'
import { studentCountReads, studentCounts } from './features/student-counts/student-counts.ts'

/* The features with a type of record, in the order of `recordTypes`. */

export const features: readonly ServerFeature[] = [studentCounts]

/** Returns the model of a type of record. */
export function modelOf(name: RecordName): RecordModel {
  const feature = features.find(({ model }) => model.name === name)
  if (!feature) throw new Error(`${name} has no feature in features.ts`)
  return feature.model
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
