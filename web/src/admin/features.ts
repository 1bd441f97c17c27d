import { recordNames } from '@bidyaloy/shared/features'
import type { AdminFeature } from './feature.ts'

const found = import.meta.glob<AdminFeature>('../features/*/admin.ts', {
  eager: true,
  import: 'adminFeature',
})

/** The features, in the order of `recordTypes`: that of the sidebar. */
export const adminFeatures = Object.values(found).sort(
  (a, b) => recordNames.indexOf(a.name) - recordNames.indexOf(b.name),
)
