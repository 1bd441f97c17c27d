import { pages } from '@bidyaloy/shared/features/calendar/paths'
import { type FeaturePage, prefetchQuery } from '../../site/page-route.ts'
import { t } from '../../ui/t.ts'
import { upcomingQuery } from './dates.ts'

export const sitePages: readonly FeaturePage[] = [
  {
    path: pages.calendar,
    module: 'calendar-page',
    load: async () => (await import('./calendar-page.tsx')).CalendarPage,
    prefetch: (api, address) => [
      async (client) => (await import('./calendar-page.tsx')).prefetchPeriod(client, api, address),
      prefetchQuery(upcomingQuery(api, address.today)),
    ],
    // The present month is shown instead.
    missing: {
      is: async (_client, _api, { search, today }) =>
        (await import('./calendar-page.tsx')).isNoPeriod(search, today),
      renderedAt: () => `${pages.calendar}?month=-`,
    },
    menu: { group: 'papers', label: t('public.events.title') },
  },
]
