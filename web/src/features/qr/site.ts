import { POSTER_PATH, posterHref } from '@bidyaloy/shared/features/qr/paths'
import type { FeaturePage } from '../../site/page-route.ts'

const page = () => import('./poster-page.tsx')

export const sitePages: readonly FeaturePage[] = [
  {
    path: POSTER_PATH,
    module: 'poster-page',
    load: async () => (await page()).PosterPage,
    prefetch: (api, { search }) => [
      async (client) => (await page()).prefetchTarget(client, api, search),
    ],
    missing: {
      is: async (client, api, { search }) => (await page()).isUnknown(client, api, search),
      renderedAt: () => posterHref('-'),
    },
  },
]
