import type { Api, Input } from '@bidyaloy/shared/api/api'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { collectionKey, entriesQuery } from '../../collections/entry-queries.ts'
import { type ListParams, PAGE_SIZE, sortings } from './list-params.ts'

/** A page of a collection as the office sees it, whatever visitors see of it. */
export function adminListQuery(api: Api, collection: CollectionName, place: ListParams) {
  const { q, page, state, sorting } = place
  return {
    ...entriesQuery(api, collection, {
      ...(q && { q }),
      state,
      ...sortings[sorting],
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
    }),
    placeholderData: keepPreviousData,
  }
}

/** How many there are of those. */
export function adminTotalQuery(
  api: Api,
  collection: CollectionName,
  { q, state }: Pick<ListParams, 'q' | 'state'>,
) {
  const query: Input<'entryStats'>['query'] = { ...(q && { q }), state }
  return {
    ...queryOptions({
      queryKey: [...collectionKey(collection), 'stats', query],
      queryFn: ({ signal }) => api.entryStats({ params: { collection }, query }, { signal }),
    }),
    placeholderData: keepPreviousData,
  }
}
