import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { collectionKey } from '../../collections/entry-queries.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToasts } from '../../ui/toaster.tsx'
import { adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText, hasCode } from '../api/failure-text.ts'
import type { EntryDialogProps } from './entry-dialogs.tsx'
import { useRestore } from './use-restore.ts'

/** Asks before an entry goes to the bin. Opens on the button that leaves it where it is. */
export function DeleteDialog({
  collection,
  entry,
  onClose,
  onGone,
}: EntryDialogProps & { onGone: () => void }) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const restore = useRestore(collection)
  const no = useRef<HTMLButtonElement>(null)
  const english = adminText.en(`admin.${collection}.confirmDelete`)
  const remove = useMutation({
    mutationFn: async () => {
      try {
        await api.deleteEntry({ params: { collection, id: entry._id } })
        return 'deleted'
      } catch (error) {
        // Someone else was quicker: what was wanted is so.
        if (hasCode(error, 'not_found')) return 'gone'
        throw error
      }
    },
    onSuccess: (outcome) => {
      onClose()
      onGone()
      if (outcome === 'gone') toasts.show({ tone: 'ok', text: adminText('dialog.delete.gone') })
      else {
        toasts.show({
          tone: 'ok',
          text: adminText(`admin.${collection}.deleted`),
          action: {
            label: adminText('toast.undo'),
            icon: 'undo',
            run: () => {
              restore.mutate(entry._id)
              // The button that was pressed goes with its message.
              onGone()
            },
          },
        })
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: collectionKey(collection) }),
  })
  return (
    <Dialog title={adminText('dialog.delete.title')} onClose={onClose} focus={no}>
      <div className="dialog__b">
        {remove.isError && (
          <Alert tone="error">
            <b>{adminText(`admin.${collection}.deleteFailed`)}</b> {failureText(remove.error)}
          </Alert>
        )}
        <p className="quote">{entry.title}</p>
        <p>
          {adminText(`admin.${collection}.confirmDelete`)}
          {english && (
            <span className="muted confirm__en" lang="en">
              {english}
            </span>
          )}
        </p>
        <p className="muted">{adminText('dialog.delete.warning')}</p>
      </div>
      <div className="dialog__f">
        <Button onClick={onClose} ref={no}>
          {adminText('dialog.no')}
        </Button>
        <Button
          look="danger-fill"
          icon="trash"
          busy={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {adminText('dialog.yesDelete')}
        </Button>
      </div>
    </Dialog>
  )
}
