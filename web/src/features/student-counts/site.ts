import { pages } from '@bidyaloy/shared/features/student-counts/paths'
import { type FeaturePage, prefetchQuery } from '../../site/page-route.ts'
import { t } from '../../ui/t.ts'
import { studentCountsQuery } from './queries.ts'

export const sitePages: readonly FeaturePage[] = [
  {
    path: pages.studentCount,
    module: 'student-pages',
    load: async () => (await import('./student-pages.tsx')).StudentCountPage,
    prefetch: (api) => [prefetchQuery(studentCountsQuery(api))],
    menu: { group: 'students', label: t('nav.students.count'), isFirst: true },
  },
  {
    path: pages.studentsAtAGlance,
    module: 'student-pages',
    load: async () => (await import('./student-pages.tsx')).StudentsAtAGlancePage,
    prefetch: (api) => [prefetchQuery(studentCountsQuery(api))],
    menu: { group: 'students', label: t('nav.students.glance'), isFirst: true },
  },
]
