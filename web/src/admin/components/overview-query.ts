import type { Api } from '@bidyaloy/shared/api/api'
import { featureSteps } from '@bidyaloy/shared/features'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useAdminApi } from '../api/admin-api.ts'

/** What the dashboard's first screen shows, and the number of entries that wait for approval. */
export const overviewQuery = (api: Api) =>
  queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => api.adminOverview({}, { signal }),
  })

/** The screens of features where something is left of setting up the school. */
export function useOpenScreens(): string[] {
  const { data } = useQuery(overviewQuery(useAdminApi()))
  const isOpen = (name: string) => data?.setup.some(({ step, done }) => step === name && !done)
  return featureSteps.flatMap(({ step, screen }) => (isOpen(step) ? [screen] : []))
}
