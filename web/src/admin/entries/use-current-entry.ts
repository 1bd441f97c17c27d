import type { Entry } from '@bidyaloy/shared/collections/entry'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionKey } from '../../collections/entry-queries.ts'
import { useAdminApi } from '../api/admin-api.ts'
import type { DocumentCollection } from './entry-collection.ts'

/** The entry that a dialog works on, and a way to catch up when someone else has changed it. */
export function useCurrentEntry(collection: DocumentCollection, opened: Entry) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const [current, setCurrent] = useState(opened)
  const reload = useMutation({
    mutationFn: () => api.getEntry({ params: { collection, id: opened._id } }),
    onSuccess: (entry) => {
      setCurrent(entry)
      return queryClient.invalidateQueries({ queryKey: collectionKey(collection) })
    },
  })
  return { current, reload }
}
