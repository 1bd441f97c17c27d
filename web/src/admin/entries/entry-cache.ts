import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { useQueryClient } from '@tanstack/react-query'
import { collectionKey } from '../../collections/entry-queries.ts'

/** Updates what the cached lists of a collection show. */
export function useEntryCache(collection: CollectionName) {
  const queryClient = useQueryClient()
  const lists = { queryKey: [...collectionKey(collection), 'list'] }
  return {
    /** Refetches all queries. Callers do not wait for it: the connection may be slow or lost. */
    refresh: () => {
      void queryClient.invalidateQueries({ queryKey: collectionKey(collection) })
    },
    /** Removes deleted entries from the lists. */
    drop: (ids: readonly string[]) =>
      queryClient.setQueriesData<Entry[]>(lists, (list) =>
        list?.filter(({ _id }) => !ids.includes(_id)),
      ),
    /** Replaces a changed entry in the lists. */
    put: (entry: Entry) =>
      queryClient.setQueriesData<Entry[]>(lists, (list) =>
        list?.map((other) => (other._id === entry._id ? entry : other)),
      ),
  }
}
