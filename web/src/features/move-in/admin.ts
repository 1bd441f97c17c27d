import { moveInScreen } from '@bidyaloy/shared/features/move-in/paths'
import type { AdminFeature } from '../../admin/feature.ts'
import { t } from '../../admin/t.ts'

export const adminFeature: AdminFeature = {
  link: {
    path: moveInScreen,
    label: t('admin.sidebar.moveIn'),
    icon: 'download',
    help: 'move-in',
    right: 'settings',
    group: 'system',
    isLast: true,
  },
  screens: [
    {
      path: moveInScreen,
      load: async () => (await import('./admin/move-in-screen.tsx')).MoveInScreen,
    },
  ],
}
