import type { Api } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'

/** Who is signed in. The cookie cannot be read by scripts; only the server knows. */
export const sessionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => api.session({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  })
