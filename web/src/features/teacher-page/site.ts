import { pages } from '@bidyaloy/shared/features/teacher-page/paths'
import { type FeaturePage, prefetchQuery } from '../../site/page-route.ts'
import { t } from '../../ui/t.ts'
import { peopleQuery } from '../people/queries.ts'
import { teacherPageQuery } from './queries.ts'

export const sitePages: readonly FeaturePage[] = [
  {
    path: pages.teachers,
    module: 'teachers-page',
    load: async () => (await import('./teachers-page.tsx')).TeachersPage,
    prefetch: (api) => [prefetchQuery(teacherPageQuery(api)), prefetchQuery(peopleQuery(api))],
    menu: { group: 'manpower', label: t('nav.manpower.officersTeachers'), isFirst: true },
  },
]
