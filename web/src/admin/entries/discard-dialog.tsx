import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import type { UseMutationResult } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { useAdminApi } from '../api/admin-api.ts'
import { useUndo } from '../api/use-undo.ts'
import { ChangeFailure } from '../components/change-failure.tsx'
import { ConfirmDialog } from '../components/dialogs.tsx'
import { withCopy } from '../t.ts'
import { useEntryCache } from './entry-cache.ts'

const t = withCopy(entriesCopy)

interface DiscardDialogProps {
  title: string
  discard: UseMutationResult<unknown, Error, void>
  onDiscarded: () => void
  onClose: () => void
}

/** Asks before the change of a published entry is discarded, which is not kept in the trash. */
export function DiscardDialog({ title, discard, onDiscarded, onClose }: DiscardDialogProps) {
  const onYes = async () => {
    // Not by a callback of `mutate`: the list may be fetched first, and has this row no longer.
    await discard.mutateAsync()
    flushSync(onClose)
    onDiscarded()
  }
  return (
    <ConfirmDialog
      title={t('draft.discard.change')}
      yes={{ icon: 'trash', label: t('draft.discard.yes'), busy: discard.isPending }}
      onYes={() => void onYes().catch(() => undefined)}
      onClose={onClose}
    >
      <ChangeFailure change={discard} text={t('draft.deleteFailed')} />
      <p className="quote">{title}</p>
      <p>{t('draft.discard.gone')}</p>
    </ConfirmDialog>
  )
}

/** Returns the action of the message that drafts were discarded: takes them out of the trash. */
export function useRestoreDrafts() {
  const api = useAdminApi()
  const cache = useEntryCache()
  return useUndo<readonly string[]>({
    done: t('draft.restored'),
    records: (ids) => ids,
    undo: (ids) => api.restoreFromTrash({ body: { ids: [...ids] } }),
    onSettled: cache.refresh,
  })
}
