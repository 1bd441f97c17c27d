import { disclosureTitle, pages } from '@bidyaloy/shared/features/disclosure/paths'
import { type FeaturePage, prefetchQuery } from '../../site/page-route.ts'
import { disclosureQuery } from './queries.ts'

export const sitePages: readonly FeaturePage[] = [
  {
    path: pages.disclosure,
    module: 'disclosure-page',
    load: async () => (await import('./disclosure-page.tsx')).DisclosurePage,
    prefetch: (api) => [prefetchQuery(disclosureQuery(api))],
    menu: { group: 'intro', label: disclosureTitle },
  },
]
