import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { useQueryClient } from '@tanstack/react-query'
import { collectionKey } from '../../collections/entry-queries.ts'

/** What the lists of a collection show, told of what has just been done. */
export function useEntryCache(collection: CollectionName) {
  const queryClient = useQueryClient()
  const lists = { queryKey: [...collectionKey(collection), 'list'] }
  return {
    /**
     * Has everything asked for anew. Nobody waits for it: on a slow line, or where the server has
     * just gone away, a form must not.
     */
    refresh: () => {
      void queryClient.invalidateQueries({ queryKey: collectionKey(collection) })
    },
    /** Takes entries out of the lists at once. */
    drop: (ids: readonly string[]) =>
      queryClient.setQueriesData<Entry[]>(lists, (list) =>
        list?.filter(({ _id }) => !ids.includes(_id)),
      ),
    /** Shows a changed entry in the lists at once. */
    put: (entry: Entry) =>
      queryClient.setQueriesData<Entry[]>(lists, (list) =>
        list?.map((other) => (other._id === entry._id ? entry : other)),
      ),
  }
}
