import { useMutation, useQueryClient } from '@tanstack/react-query'
import { collectionKey } from '../../collections/entry-queries.ts'
import { useToasts } from '../../ui/toaster.tsx'
import { adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import type { DocumentCollection } from './entry-collection.ts'

/** Takes a deleted entry out of the bin again, by its id. */
export function useRestore(collection: DocumentCollection) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const restore = useMutation({
    mutationFn: (id: string) => api.restoreTrash({ params: { id } }),
    onSuccess: () => {
      toasts.show({ tone: 'ok', text: adminText(`admin.${collection}.restored`) })
      return queryClient.invalidateQueries({ queryKey: collectionKey(collection) })
    },
    onError: (error, id) =>
      toasts.show({
        tone: 'error',
        text: `${adminText('toast.undo.failed')} ${failureText(error)}`,
        action: {
          label: adminText('toast.undo'),
          icon: 'undo',
          run: () => restore.mutate(id),
        },
      }),
  })
  return restore
}
