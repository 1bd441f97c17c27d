import { pages, resultsTitle } from '@bidyaloy/shared/features/results/paths'
import type { FeaturePage } from '../../site/page-route.ts'

export const sitePages: readonly FeaturePage[] = [
  {
    path: pages.results,
    module: 'results-page',
    load: async () => (await import('./results-page.tsx')).ResultsPage,
    prefetch: (api) => [
      async (client) => (await import('./results-page.tsx')).prefetchResults(client, api),
    ],
    menu: { group: 'results', label: resultsTitle, isFirst: true },
  },
]
