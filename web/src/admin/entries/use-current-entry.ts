import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdminApi } from '../api/admin-api.ts'
import { useEntryCache } from './use-entry-cache.ts'

/** The entry that a dialog works on, and a way to catch up when someone else has changed it. */
export function useCurrentEntry(collection: CollectionName, opened: Entry) {
  const api = useAdminApi()
  const cache = useEntryCache(collection)
  const [current, setCurrent] = useState(opened)
  const reload = useMutation({
    mutationFn: () => api.getEntry({ params: { collection, id: opened._id } }),
    onSuccess: (entry) => {
      setCurrent(entry)
      cache.refresh()
    },
  })
  return { current, reload }
}
