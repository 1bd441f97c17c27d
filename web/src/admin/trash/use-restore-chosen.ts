import { ApiError } from '@bidyaloy/shared/api/api'
import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { TrashItem } from '@bidyaloy/shared/collections/entry'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useToasts } from '../../ui/toaster.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { trashAndActivityText } from '../trash-and-activity-text.ts'

/** What lies in the bin. */
export const trashQuery = (api: ReturnType<typeof useAdminApi>) =>
  queryOptions({
    queryKey: ['trash'],
    queryFn: ({ signal }) => api.listTrash({}, { signal }),
  })

/** What the server takes at once. */
const AT_ONCE = 200

/** Takes things out of the bin; several at once all or none. */
export function useRestoreChosen(onRestored: (items: readonly TrashItem[]) => void) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: async (items: readonly TrashItem[]) => {
      const [only, ...others] = items
      if (only && others.length === 0) await api.restoreTrash({ params: { id: only._id } })
      else {
        for (let at = 0; at < items.length; at += AT_ONCE) {
          const ids = items.slice(at, at + AT_ONCE).map(({ _id }) => _id)
          await api.restoreFromTrash({ body: { ids } })
        }
      }
      return items
    },
    onSuccess: (items) => {
      const back = new Set(items.map(({ _id }) => _id))
      queryClient.setQueryData(trashQuery(api).queryKey, (list) =>
        list?.filter(({ _id }) => !back.has(_id)),
      )
      toasts.show({ tone: 'ok', text: restoredText(items) })
      onRestored(items)
    },
    // Lists, numbers and activity have changed with it.
    onSettled: () => queryClient.invalidateQueries(),
  })
}

function restoredText(items: readonly TrashItem[]): string {
  const [only, ...others] = items
  return only && others.length === 0
    ? trashAndActivityText('trash.restored', { title: only.title })
    : trashAndActivityText('trash.restoredMany', { n: formatNumber(items.length) })
}

/** Why nothing was restored, and what to do. */
export function restoreFailure(error: Error, items: readonly TrashItem[]): [string, string] {
  const [only, ...others] = items
  const what =
    only && others.length === 0
      ? trashAndActivityText('trash.failed', { title: only.title })
      : trashAndActivityText('trash.failedMany', { n: formatNumber(items.length) })
  if (error instanceof ApiError && error.code === 'not_found')
    return [what, trashAndActivityText('trash.gone')]
  if (error instanceof ApiError && error.code === 'conflict') {
    return [what, trashAndActivityText('trash.conflict')]
  }
  return [what, failureText(error)]
}
