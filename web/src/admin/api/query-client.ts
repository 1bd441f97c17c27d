import { ApiError } from '@bidyaloy/shared/api/api'
import { QueryClient } from '@tanstack/react-query'

const TRIES = 2

/** Creates the dashboard's query cache. */
export function createAdminQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The server may be on the local network, where the browser's offline state is wrong.
        networkMode: 'always',
        retry: (failures, error) =>
          failures < TRIES &&
          error instanceof ApiError &&
          (error.status === 0 || error.status > 499),
        retryDelay: 800,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
