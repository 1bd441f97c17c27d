import { pages, verifyTitle } from '@bidyaloy/shared/features/verify/paths'
import type { FeaturePage } from '../../site/page-route.ts'

export const sitePages: readonly FeaturePage[] = [
  {
    path: pages.verify,
    module: 'verify-page',
    load: async () => (await import('./verify-page.tsx')).VerifyPage,
    prefetch: (api, { search }) => [
      async (client) => (await import('./verify-page.tsx')).prefetchVerdict(client, api, search),
    ],
    menu: { group: 'papers', label: verifyTitle },
  },
]
