import { recordNames, singleNames } from '@bidyaloy/shared/features'
import type { AdminFeature } from './feature.ts'

const found = import.meta.glob<AdminFeature>('../features/*/admin.ts', {
  eager: true,
  import: 'adminFeature',
})

const order: readonly string[] = [...singleNames, ...recordNames]
const placeOf = ({ name }: AdminFeature) => (name ? order.indexOf(name) : order.length)

/** The features, in the order of the sidebar; those without a type of record last. */
export const adminFeatures = Object.values(found).sort((a, b) => placeOf(a) - placeOf(b))
