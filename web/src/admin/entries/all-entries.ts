import type { Api, Input } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'
import { ALL_ENTRIES_KEY } from './entry-cache.ts'

type AllEntriesFilter = NonNullable<Input<'listAllEntries'>['query']>
type CountFilter = NonNullable<Input<'countAllEntries'>['query']>

/** Entries of all collections, or of one, also hidden ones. */
export function allEntriesQuery(api: Api, query: AllEntriesFilter) {
  return queryOptions({
    queryKey: [...ALL_ENTRIES_KEY, 'list', query],
    queryFn: ({ signal }) => api.listAllEntries({ query }, { signal }),
  })
}

/** Their numbers by state, and the number of what is in the trash. */
export function entryCountsQuery(api: Api, query: CountFilter) {
  return queryOptions({
    queryKey: [...ALL_ENTRIES_KEY, 'counts', query],
    queryFn: ({ signal }) => api.countAllEntries({ query }, { signal }),
  })
}
