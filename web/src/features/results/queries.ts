import type { ReadApi } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'

/** The sheets that slips can open. */
export const resultsQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['results'],
    queryFn: ({ signal }) => api.listResults({}, { signal }),
  })
