import type { ReadApi } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'

export const privacyQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['privacy'],
    queryFn: ({ signal }) => api.getPrivacy({}, { signal }),
  })
