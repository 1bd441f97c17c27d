import type { Api } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'

/** The requests to take a photo down. */
export const photoRequestsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['photoRequests'],
    queryFn: ({ signal }) => api.listPhotoRequests({}, { signal }),
  })
