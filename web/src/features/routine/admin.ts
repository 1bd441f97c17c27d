import { routineAdminCopy } from '@bidyaloy/shared/features/routine/admin-copy'
import { routineTitle } from '@bidyaloy/shared/features/routine/paths'
import { routines as type } from '@bidyaloy/shared/features/routine/record'
import { GroupKey } from '@bidyaloy/shared/school/group-key'
import { groupTitle } from '@bidyaloy/shared/school/group-title'
import type { AdminFeature } from '../../admin/feature.ts'
import { sheetScreens } from '../../admin/sheet-import/sheet-screens.ts'
import { t } from '../../admin/t.ts'
import { periodsText } from './admin/period-texts.ts'

export const adminFeature: AdminFeature = {
  name: type.name,
  link: {
    path: type.screen,
    label: routineTitle,
    icon: 'table',
    help: 'routine',
    right: 'publish',
    group: 'days',
    isLast: true,
  },
  screens: sheetScreens({
    screen: type.screen,
    list: async () => (await import('./admin/routines-screen.tsx')).RoutinesScreen,
    import: async () => (await import('./admin/import/import-screen.tsx')).ImportScreen,
  }),
  fieldNames: {
    updateRoutine: {
      className: t('students.col.class'),
      shift: t('students.col.shift'),
      section: t('students.col.section'),
      validFrom: routineAdminCopy['routineAdmin.validFrom'],
      room: routineAdminCopy['routineAdmin.room'],
      periods: routineAdminCopy['routineAdmin.periods'],
    },
  },
  valueTexts: { periods: periodsText },
  titleOf(named) {
    const [className, shift, section] = named.split(' ')
    const group = GroupKey.safeParse({ className, shift, section })
    return group.success ? groupTitle(group.data) : null
  },
}
