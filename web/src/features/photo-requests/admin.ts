import { photoRequestsScreen } from '@bidyaloy/shared/features/photo-requests/paths'
import type { AdminFeature } from '../../admin/feature.ts'
import { t } from '../../admin/t.ts'

export const adminFeature: AdminFeature = {
  link: {
    path: photoRequestsScreen,
    label: t('admin.sidebar.photoRequests'),
    icon: 'photos',
    help: 'photo-requests',
    right: 'approve',
    group: 'system',
    isLast: true,
    countOf: ({ photoRequests = 0 }) => photoRequests,
  },
  screens: [
    {
      path: photoRequestsScreen,
      load: async () => (await import('./admin/photo-requests-screen.tsx')).PhotoRequestsScreen,
    },
  ],
}
