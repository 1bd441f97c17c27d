import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { revertLastChange, useUndo } from '../api/use-undo.ts'
import { PublishedCard } from '../entries/published-card.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(approvalCopy)

interface ApprovedCardProps {
  /** As it is published now. */
  entry: EntryOfCollection
  /** Whether it was a change of what had been published before. */
  isChange: boolean
  takesFocus: boolean
  onClose: () => void
}

/**
 * Says what was approved, offers to share it, and takes it back: a change by the former version, a new
 * entry by the trash.
 */
export function ApprovedCard({ entry, isChange, takesFocus, onClose }: ApprovedCardProps) {
  const { collection, _id: id, __v: version, title } = entry
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const takeBack = useUndo<void>({
    label: t('approval.undo'),
    done: t(isChange ? 'approval.undone.change' : 'approval.undone', { title }),
    undo: () =>
      isChange
        ? revertLastChange(api, { recordType: collection, id, version })
        : api.deleteEntry({ params: { collection, id } }),
    onRun: onClose,
    onSettled: () => queryClient.invalidateQueries(),
  })()
  return (
    <PublishedCard
      collection={collection}
      entries={[entry]}
      takesFocus={takesFocus}
      onClose={onClose}
    >
      <Button icon={takeBack.icon} onClick={takeBack.run}>
        {takeBack.label}
      </Button>
    </PublishedCard>
  )
}
