import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { useUndo } from '../api/use-undo.ts'
import { PublishedCard } from '../entries/published-card.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(approvalCopy)

interface ApprovedCardProps {
  /** As it is published now. */
  entry: EntryOfCollection
  takesFocus: boolean
  onClose: () => void
  /** Called once it waits again. */
  onTakenBack: () => void
}

/** Says what was approved, offers to share it, and takes the approval back. */
export function ApprovedCard({ entry, takesFocus, onClose, onTakenBack }: ApprovedCardProps) {
  const { collection, _id: id, __v: version, title } = entry
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const takeBack = useUndo<void>({
    label: t('approval.undo'),
    done: t('approval.undone', { title }),
    records: [id],
    undo: async () => {
      await api.deleteApproval({ params: { collection, id }, query: { __v: version } })
      onTakenBack()
    },
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
