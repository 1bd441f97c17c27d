import type { Api } from '@bidyaloy/shared/api/api'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText, hasCode } from '../api/failure-text.ts'
import { useUndo } from '../api/use-undo.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { t } from '../t.ts'
import { ConfirmDialog } from './dialogs.tsx'
import { focusOnMount } from './focus.ts'

interface DeletionDialogProps {
  /** Ids of the records; at least one. */
  ids: readonly string[]
  remove: (api: Api) => Promise<unknown>
  texts: {
    question: ReactNode
    deleted: ReactNode
    failed: ReactNode
    restored: string
    /** Reason of the failure if one of several does not exist any more. */
    someGone?: string
  }
  /** Called when they are in the trash. */
  onDeleted?: () => void
  /** Called after each attempt, and after the undo. */
  onSettled: () => void
  onClose: () => void
  /** Called when the records are removed from the page, with the button that opened this dialog. */
  onGone: () => void
  /** Names the records. */
  children?: ReactNode
}

/** Confirms that records are to be moved to the trash. A message then offers to restore them. */
export function DeletionDialog({
  ids,
  remove,
  texts,
  onDeleted,
  onSettled,
  onClose,
  onGone,
  children,
}: DeletionDialogProps) {
  const { api, notifySaved } = useWriteApi()
  const trash = useAdminApi()
  const [id = '', ...others] = ids
  const isOne = others.length === 0
  const restore = useUndo<void>({
    done: texts.restored,
    records: ids,
    undo: () =>
      isOne
        ? trash.restoreTrash({ params: { id } })
        : trash.restoreFromTrash({ body: { ids: [...ids] } }),
    onRun: onGone,
    onSettled,
  })
  const deletion = useMutation({
    mutationFn: async () => {
      try {
        await remove(api)
        return 'deleted'
      } catch (error) {
        // Another admin has already deleted it.
        if (isOne && hasCode(error, 'not_found')) return 'gone'
        throw error
      }
    },
    onSuccess: (outcome) => {
      onDeleted?.()
      onClose()
      onGone()
      if (outcome === 'gone') return notifySaved({ text: t('dialog.delete.gone'), records: ids })
      notifySaved({ text: texts.deleted, records: ids, action: restore() })
    },
    onSettled,
  })
  const { error, isError, isPending } = deletion
  return (
    <ConfirmDialog
      title={texts.question}
      yes={{ icon: 'trash', label: t('dialog.yesDelete'), busy: isPending }}
      onYes={() => deletion.mutate()}
      onClose={onClose}
    >
      {isError && (
        <Alert tone="error" ref={focusOnMount}>
          <b>{texts.failed}</b>{' '}
          {(hasCode(error, 'not_found') && texts.someGone) || failureText(error)}
        </Alert>
      )}
      {children}
      <p className="muted">{t('dialog.delete.warning')}</p>
    </ConfirmDialog>
  )
}
