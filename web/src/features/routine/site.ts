import { pages, routineTitle } from '@bidyaloy/shared/features/routine/paths'
import type { FeaturePage } from '../../site/page-route.ts'

/** One chunk has the page of the choice and those below it. */
const pagesBelow = async () => (await import('./routine-pages.tsx')).routinePages

const routinePage: Omit<FeaturePage, 'path'> = {
  module: 'routine-pages',
  load: async () => (await pagesBelow()).Page,
  prefetch: (api, address) => [
    async (client) => (await pagesBelow()).prefetch(client, api, address),
  ],
  missing: {
    is: async (...about) => (await pagesBelow()).isMissing(...about),
    renderedAt: () => `${pages.routine}/-`,
    fill: async (...about) => (await pagesBelow()).fill(...about),
  },
}

export const sitePages: readonly FeaturePage[] = [
  { ...routinePage, path: `${pages.routine}/*` },
  {
    ...routinePage,
    path: pages.routine,
    menu: {
      group: 'students',
      label: routineTitle,
      isFirst: true,
      isNeeded: async (api, signal) =>
        (await api.getRoutineIndex({}, { signal })).groups.length > 0,
    },
  },
]
