import { studentCountPages } from '../features/student-counts/site.ts'
import type { FeaturePage } from './page-route.ts'

/** The public pages of the features, in the order of the navigation. */
export const featurePages: readonly FeaturePage[] = [...studentCountPages]
