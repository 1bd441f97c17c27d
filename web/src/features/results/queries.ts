import type { ReadApi } from '@bidyaloy/shared/api/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { privacyQuery } from '../privacy/queries.ts'

/** The sheets that slips can open. */
export const resultsQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['results'],
    queryFn: ({ signal }) => api.listResults({}, { signal }),
  })

export async function prefetchResults(client: QueryClient, api: ReadApi): Promise<void> {
  await client.fetchQuery(resultsQuery(api))
  await client.fetchQuery(privacyQuery(api))
}
