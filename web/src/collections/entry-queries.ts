import type { Input, ReadApi } from '@bidyaloy/shared/api/api'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { queryOptions } from '@tanstack/react-query'
import { orNull } from '../ui/page-context.ts'

type ListFilter = NonNullable<Input<'listEntries'>['query']>
type Filter = NonNullable<Input<'entryStats'>['query']>

/** Prefix of the keys of all queries about a collection. */
export const collectionKey = (collection: CollectionName) => ['entries', collection] as const

/** Entries of a collection that match `filter`, newest first. */
export function entriesQuery(api: ReadApi, collection: CollectionName, filter: ListFilter = {}) {
  return queryOptions({
    queryKey: [...collectionKey(collection), 'list', filter],
    queryFn: ({ signal }) => api.listEntries({ params: { collection }, query: filter }, { signal }),
  })
}

/** One entry; null if it does not exist. */
export function entryQuery(api: ReadApi, collection: CollectionName, id: string) {
  return queryOptions({
    queryKey: [...collectionKey(collection), 'one', id],
    queryFn: ({ signal }) => orNull(api.getEntry({ params: { collection, id } }, { signal })),
  })
}

/** The neighbours of an entry; null if it does not exist. */
export function neighboursQuery(api: ReadApi, collection: CollectionName, id: string) {
  return queryOptions({
    queryKey: [...collectionKey(collection), 'neighbours', id],
    queryFn: ({ signal }) => orNull(api.getNeighbours({ params: { collection, id } }, { signal })),
  })
}

/** Number of entries that match `filter`: in total, by year and by kind. */
export function entryStatsQuery(api: ReadApi, collection: CollectionName, filter: Filter = {}) {
  return queryOptions({
    queryKey: [...collectionKey(collection), 'stats', filter],
    queryFn: ({ signal }) => api.entryStats({ params: { collection }, query: filter }, { signal }),
  })
}
