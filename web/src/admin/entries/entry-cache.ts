import type { Entry } from '@bidyaloy/shared/collections/entry'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Prefix of the keys of all queries about entries; the name of the collection follows. */
const ENTRIES_KEY = ['entries']
/** Prefix of the keys of queries about the entries of all collections. */
export const ALL_ENTRIES_KEY = [...ENTRIES_KEY, 'all']

/** Updates what the cached lists of entries show. */
export function useEntryCache() {
  const queryClient = useQueryClient()
  const lists = {
    queryKey: ENTRIES_KEY,
    predicate: ({ queryKey }: { queryKey: QueryKey }) => queryKey[2] === 'list',
  }
  return {
    /** Refetches all queries. Callers do not wait for it: the connection may be slow or lost. */
    refresh: () => {
      void queryClient.invalidateQueries({ queryKey: ENTRIES_KEY })
    },
    /** Removes deleted entries from the lists. */
    drop: (ids: readonly string[]) =>
      queryClient.setQueriesData<Entry[]>(lists, (list) =>
        list?.filter(({ _id }) => !ids.includes(_id)),
      ),
    /** Replaces a changed entry in the lists. */
    put: (entry: Entry) =>
      queryClient.setQueriesData<Entry[]>(lists, (list) =>
        // Those of all collections name the collection of each.
        list?.map((other) =>
          other._id === entry._id
            ? { ...('collection' in other && { collection: other.collection }), ...entry }
            : other,
        ),
      ),
  }
}
