import { pages } from '@bidyaloy/shared/features/school-info/paths'
import { type FeaturePage, prefetchQuery } from '../../site/page-route.ts'
import { t } from '../../ui/t.ts'
import { schoolInfoQuery } from './queries.ts'

export const sitePages: readonly FeaturePage[] = [
  {
    path: pages.schoolInfo,
    module: 'school-info-page',
    load: async () => (await import('./school-info-page.tsx')).SchoolInfoPage,
    prefetch: (api) => [prefetchQuery(schoolInfoQuery(api))],
    menu: { group: 'intro', label: t('nav.intro.glance'), isFirst: true },
  },
]
