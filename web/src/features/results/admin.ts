import { resultsScreen, resultsTitle } from '@bidyaloy/shared/features/results/paths'
import type { AdminFeature } from '../../admin/feature.ts'

export const adminFeature: AdminFeature = {
  link: {
    path: resultsScreen,
    label: resultsTitle,
    icon: 'medal',
    help: 'results',
    right: 'publish',
    group: 'days',
    isLast: true,
  },
  screens: [
    {
      path: resultsScreen,
      load: async () => (await import('./admin/results-screen.tsx')).ResultsScreen,
    },
    {
      path: `${resultsScreen}/import`,
      load: async () => (await import('./admin/import-screen.tsx')).ImportScreen,
    },
    {
      path: `${resultsScreen}/slips/:id`,
      load: async () => (await import('./admin/slips-screen.tsx')).SlipsScreen,
    },
  ],
}
