import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionKey } from '../../collections/entry-queries.ts'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { collectionScreens, kindOf } from '../components/screens.ts'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

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

/** Takes deleted entries out of the bin again, all or none. */
export function useRestore(collection: CollectionName) {
  const api = useAdminApi()
  const cache = useEntryCache(collection)
  const toasts = useToasts()
  const restore = useMutation({
    mutationFn: async (entries: readonly Entry[]) => {
      const ids = entries.map(({ _id }) => _id)
      const [id, ...others] = ids
      if (id && others.length === 0) await api.restoreTrash({ params: { id } })
      else await api.restoreFromTrash({ body: { ids } })
    },
    onSuccess: (_, entries) => {
      toasts.show({ tone: 'ok', text: restoredText(collection, entries) })
      cache.refresh()
    },
    onError: (error, entries) =>
      toasts.show({
        tone: 'error',
        text: `${t('toast.undo.failed')} ${failureText(error)}`,
        action: {
          label: t('toast.undo'),
          icon: 'undo',
          run: () => restore.mutate(entries),
        },
      }),
  })
  return restore
}

function restoredText(collection: CollectionName, entries: readonly Entry[]): string {
  const [only, ...others] = entries
  if (only && others.length === 0) return t(`${kindOf(collection, only)}.restored`)
  const { kind } = collectionScreens[collection]
  return t(`${kind}.restoredMany`, { n: formatNumber(entries.length) })
}
