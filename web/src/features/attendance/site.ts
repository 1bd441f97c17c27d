import { pages } from '@bidyaloy/shared/features/attendance/paths'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import type { FeaturePage } from '../../site/page-route.ts'

export const sitePages: readonly FeaturePage[] = [
  {
    path: pages.attendance,
    module: 'attendance-page',
    load: async () => (await import('./attendance-page.tsx')).AttendancePage,
    prefetch: (api, address) => [
      async (client) => (await import('./attendance-page.tsx')).prefetchMonth(client, api, address),
    ],
    // The present month is shown instead.
    missing: {
      is: async (_client, _api, { search, today }) =>
        (await import('./attendance-page.tsx')).isNoPeriod(search, today),
      renderedAt: () => `${pages.attendance}?month=-`,
    },
    takesOver: {
      path: pagePaths.attendance,
      isNeeded: async (api, signal) => (await api.attendanceToday({}, { signal })).begun,
    },
  },
]
