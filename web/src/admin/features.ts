import { recordNames, singleNames } from '@bidyaloy/shared/features'
import type { AdminFeature } from './feature.ts'

const found = import.meta.glob<AdminFeature>('../features/*/admin.ts', {
  eager: true,
  import: 'adminFeature',
})

const order: readonly string[] = [...singleNames, ...recordNames]

/** The features, in the order of the sidebar. */
export const adminFeatures = Object.values(found).sort(
  (a, b) => order.indexOf(a.name) - order.indexOf(b.name),
)
