import { studentCountEndpoints, studentCountSchemas } from './features/student-counts/endpoints.ts'

/* The contract of the features. Apart from `features.ts`, which is free of zod. */

export const featureEndpoints = { ...studentCountEndpoints } as const
/** Schemas that the API document names. */
export const featureSchemas = { ...studentCountSchemas } as const
