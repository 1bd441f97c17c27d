import type { Input, ReadApi } from '@bidyaloy/shared/api/api'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { queryOptions } from '@tanstack/react-query'
import { orNull } from '../ui/page-context.ts'

type ListFilter = NonNullable<Input<'listEntries'>['query']>

/** Everything known about a collection begins with this key. */
export const collectionKey = (collection: CollectionName) => ['entries', collection] as const

/** Entries of a collection, newest first, narrowed by `filter`. */
export function entriesQuery(api: ReadApi, collection: CollectionName, filter: ListFilter = {}) {
  return queryOptions({
    queryKey: [...collectionKey(collection), 'list', filter],
    queryFn: ({ signal }) => api.listEntries({ params: { collection }, query: filter }, { signal }),
  })
}

/** One entry; null where there is none (any more). */
export function entryQuery(api: ReadApi, collection: CollectionName, id: string) {
  return queryOptions({
    queryKey: [...collectionKey(collection), 'one', id],
    queryFn: ({ signal }) => orNull(api.getEntry({ params: { collection, id } }, { signal })),
  })
}

/** What stands next to an entry; null where there is no such entry (any more). */
export function neighboursQuery(api: ReadApi, collection: CollectionName, id: string) {
  return queryOptions({
    queryKey: [...collectionKey(collection), 'neighbours', id],
    queryFn: ({ signal }) => orNull(api.getNeighbours({ params: { collection, id } }, { signal })),
  })
}

/** How many entries match `q`, in all and by year. */
export function entryStatsQuery(api: ReadApi, collection: CollectionName, q = '') {
  return queryOptions({
    queryKey: [...collectionKey(collection), 'stats', q],
    queryFn: ({ signal }) =>
      api.entryStats({ params: { collection }, query: q ? { q } : {} }, { signal }),
  })
}
