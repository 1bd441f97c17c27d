import type { ReadApi } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'

/** Student counts in class order. */
export const studentCountsQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['studentCounts'],
    queryFn: ({ signal }) => api.listStudentCounts({}, { signal }),
  })
