import { blurScreen } from '@bidyaloy/shared/features/blur/paths'
import type { AdminFeature } from '../../admin/feature.ts'

export const adminFeature: AdminFeature = {
  screens: [
    {
      path: `${blurScreen}/:collection/:id/:stem?`,
      load: async () => (await import('./admin/blur-screen.tsx')).BlurScreen,
      help: 'girls',
    },
  ],
}
