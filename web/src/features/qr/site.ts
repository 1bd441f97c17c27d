import { POSTER_PATH, posterHref } from '@bidyaloy/shared/features/qr/paths'
import type { FeaturePage } from '../../site/page-route.ts'

export const sitePages: readonly FeaturePage[] = [
  {
    path: POSTER_PATH,
    module: 'poster-page',
    load: async () => (await import('./poster-page.tsx')).PosterPage,
    prefetch: (api, { search }) => [
      async (client) => (await import('./poster-page.tsx')).prefetchTarget(client, api, search),
    ],
    missing: {
      is: async (client, api, { search }) =>
        (await import('./poster-page.tsx')).isUnknown(client, api, search),
      renderedAt: () => posterHref('-'),
    },
  },
]
