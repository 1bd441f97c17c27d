import { pages } from '@bidyaloy/shared/features/calendar/paths'
import { type FeaturePage, prefetchQuery } from '../../site/page-route.ts'
import { t } from '../../ui/t.ts'
import { isNoPeriod, MONTH_PARAM, monthOf, upcomingQuery, yearOf, yearQuery } from './dates.ts'

export const sitePages: readonly FeaturePage[] = [
  {
    path: pages.calendar,
    module: 'calendar-page',
    load: async () => (await import('./calendar-page.tsx')).CalendarPage,
    prefetch: (api, { search, today }) => [
      async (client) => {
        const year = yearOf(search, today)
        if (year) return client.fetchQuery(yearQuery(api, year))
        const { monthQuery } = await import('./calendar-page.tsx')
        return client.fetchQuery(monthQuery(api, monthOf(search, today)))
      },
      prefetchQuery(upcomingQuery(api, today)),
    ],
    // The present month is shown instead.
    missing: {
      is: (_client, _api, { search, today }) => isNoPeriod(search, today),
      renderedAt: () => `${pages.calendar}?${MONTH_PARAM}=-`,
    },
    menu: { group: 'papers', label: t('public.events.title') },
  },
]
