import type { FeaturePage } from './page-route.ts'

const found = import.meta.glob<readonly FeaturePage[]>('../features/*/site.ts', {
  eager: true,
  import: 'sitePages',
})

/** The public pages of the features. */
export const featurePages = Object.values(found).flat()
