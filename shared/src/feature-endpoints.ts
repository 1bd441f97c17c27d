import { studentCountEndpoints, studentCountSchemas } from './features/student-counts/endpoints.ts'
import { StudentCount } from './features/student-counts/student-count.ts'

/* The contract of the features. */

export const featureEndpoints = { ...studentCountEndpoints } as const
/** Schemas that the API document names. */
export const featureSchemas = { ...studentCountSchemas } as const
/** The records as they come back from the trash. */
export const featureRecords = [StudentCount] as const
