import { studentCounts } from '../features/student-counts/admin.ts'
import type { AdminFeature } from './feature.ts'

/** The features with a kind of record, in the order of the sidebar. */
export const adminFeatures: readonly AdminFeature[] = [studentCounts]
