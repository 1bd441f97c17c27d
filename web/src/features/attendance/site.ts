import { pages } from '@bidyaloy/shared/features/attendance/paths'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import type { FeaturePage } from '../../site/page-route.ts'

const page = () => import('./attendance-page.tsx')

export const sitePages: readonly FeaturePage[] = [
  {
    path: pages.attendance,
    module: 'attendance-page',
    load: async () => (await page()).AttendancePage,
    prefetch: (api, address) => [
      async (client) => (await page()).prefetchMonth(client, api, address),
    ],
    // The present month is shown instead.
    missing: {
      is: async (_client, _api, { search, today }) => (await page()).isNoPeriod(search, today),
      renderedAt: () => `${pages.attendance}?month=-`,
    },
    takesOver: {
      path: pagePaths.attendance,
      isNeeded: async (api, signal) => (await api.attendanceToday({}, { signal })).begun,
    },
  },
]
