import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { useMutation } from '@tanstack/react-query'
import { useToasts } from '../../ui/toaster.tsx'
import { adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { entriesText } from './entries-text.tsx'
import { kindOf, officeCollections } from './entry-collection.ts'
import { useEntryCache } from './use-entry-cache.ts'

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
        text: `${adminText('toast.undo.failed')} ${failureText(error)}`,
        action: {
          label: adminText('toast.undo'),
          icon: 'undo',
          run: () => restore.mutate(entries),
        },
      }),
  })
  return restore
}

function restoredText(collection: CollectionName, entries: readonly Entry[]): string {
  const [only, ...others] = entries
  if (only && others.length === 0) return entriesText(`${kindOf(collection, only)}.restored`)
  const { kind } = officeCollections[collection]
  return entriesText(`${kind}.restoredMany`, { n: formatNumber(entries.length) })
}
