import { studentCounts as type } from '@bidyaloy/shared/features/student-counts/record'
import { COUNT_FIELDS, sumCounts } from '@bidyaloy/shared/features/student-counts/student-groups'
import { GroupKey } from '@bidyaloy/shared/school/group-key'
import { useQuery } from '@tanstack/react-query'
import type { AdminFeature } from '../../admin/feature.ts'
import { sheetScreens } from '../../admin/sheet-import/sheet-screens.ts'
import { t } from '../../admin/t.ts'
import { studentCountsQuery } from './queries.ts'
import './admin/students.css'

export const adminFeature: AdminFeature = {
  name: type.name,
  link: {
    path: type.screen,
    label: t('admin.sidebar.students'),
    icon: 'users',
    help: 'students',
    right: 'publish',
  },
  screens: sheetScreens({
    screen: type.screen,
    list: async () => (await import('./admin/students-screen.tsx')).StudentsScreen,
    import: async () => (await import('./admin/import/import-screen.tsx')).ImportScreen,
  }),
  fieldNames: {
    updateStudentCount: {
      className: t('students.col.class'),
      shift: t('students.col.shift'),
      section: t('students.col.section'),
      ...Object.fromEntries(COUNT_FIELDS.map((field) => [field, t(`students.col.${field}`)])),
    },
  },
  stats: [
    {
      label: t('admin.home.stat.students'),
      useTotal: (api) =>
        useQuery({ ...studentCountsQuery(api), select: (rows) => sumCounts(rows).total }),
    },
  ],
  titleOf(named) {
    const [className, shift, section] = named.split(' ')
    const group = GroupKey.safeParse({ className, shift, section })
    if (!group.success) return null
    return [
      t(`enum.class.${group.data.className}`),
      t(`enum.shift.${group.data.shift}`),
      t(`enum.section.${group.data.section}`),
    ].join(', ')
  },
}
