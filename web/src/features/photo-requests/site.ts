import { PHOTO_REQUEST_PATH } from '@bidyaloy/shared/features/photo-requests/paths'
import type { FeaturePage } from '../../site/page-route.ts'

export const sitePages: readonly FeaturePage[] = [
  {
    path: PHOTO_REQUEST_PATH,
    module: 'photo-request-page',
    load: async () => (await import('./photo-request-page.tsx')).PhotoRequestPage,
    prefetch: (api, { search }) => [
      async (client) =>
        (await import('./photo-request-page.tsx')).prefetchPhoto(client, api, search),
    ],
    missing: {
      is: async (client, api, { search }) =>
        (await import('./photo-request-page.tsx')).isUnknown(client, api, search),
      renderedAt: () => `${PHOTO_REQUEST_PATH}?photo=-`,
    },
  },
]
