import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { queryOptions } from '@tanstack/react-query'
import { collectionKey } from '../../collections/entry-queries.ts'

/** Reading a page takes seconds; what is read at night waits for hours. */
const POLL_MS = 5000
const NIGHT_POLL_MS = 5 * MINUTE_MS

interface EntryParams {
  collection: CollectionName
  id: string
}

export const textKey = ({ collection, id }: EntryParams) => [
  ...collectionKey(collection),
  'text',
  id,
]

/** The text of the files of an entry. Polls while more is going to be read. */
export function entryTextQuery(api: ReadApi, params: EntryParams) {
  return queryOptions({
    queryKey: textKey(params),
    queryFn: ({ signal }) => api.getEntryText({ params }, { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (!data?.pending) return false
      return data.atNight ? NIGHT_POLL_MS : POLL_MS
    },
  })
}
