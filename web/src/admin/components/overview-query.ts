import type { Api } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'

/** What the dashboard's first screen shows, and the number of entries that wait for approval. */
export const overviewQuery = (api: Api) =>
  queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => api.adminOverview({}, { signal }),
  })
