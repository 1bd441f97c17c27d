import { pages } from '@bidyaloy/shared/features/privacy/paths'
import { type FeaturePage, prefetchQuery } from '../../site/page-route.ts'
import { privacyQuery } from './queries.ts'

export const sitePages: readonly FeaturePage[] = [
  {
    path: pages.privacy,
    module: 'privacy-page',
    load: async () => (await import('./privacy-page.tsx')).PrivacyPage,
    prefetch: (api) => [prefetchQuery(privacyQuery(api))],
  },
]
