import type { ReadApi } from '@bidyaloy/shared/api/api'
import { pages } from '@bidyaloy/shared/features/people/paths'
import { type FeaturePage, prefetchQuery } from '../../site/page-route.ts'
import { orNull } from '../../ui/page-context.ts'
import { t } from '../../ui/t.ts'
import { peopleQuery } from './queries.ts'

export const sitePages: readonly FeaturePage[] = [
  {
    path: pages.people,
    module: 'people-page',
    load: async () => (await import('./people-page.tsx')).PeoplePage,
    prefetch: (api) => [prefetchQuery(peopleQuery(api))],
    menu: { group: 'manpower', label: t('public.people.title'), isNeeded: isLinkNeeded },
  },
]

/** Whether there are people, and the page of officers and teachers is the school's own, without them. */
async function isLinkNeeded(api: ReadApi, signal: AbortSignal): Promise<boolean> {
  const stats = await api.entryStats({ params: { collection: 'people' } }, { signal })
  if (stats.total === 0) return false
  const page = await orNull(api.getTeacherPage({}, { signal }))
  return !page?.people
}
