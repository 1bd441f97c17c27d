import { ApiError } from '@bidyaloy/shared/api/api'
import { QueryClient } from '@tanstack/react-query'

const TRIES = 2

/** The cache of what the dashboard has read, and how often it asks again. */
export function createAdminQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A school's server may stand on its own network: the browser's word "offline" says nothing.
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
