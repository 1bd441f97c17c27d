import type { OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { useToasts } from '../../ui/toaster.tsx'
import { ConfirmDialog } from '../layout/confirm-dialog.tsx'
import { desktopText } from './desktop-text.ts'
import { outboxActs } from './outbox-api.ts'
import { outboxSentence } from './outbox-sentence.ts'
import { useOutboxAct } from './use-outbox-act.ts'

/** What a dialog about one change of the outbox is given. */
export interface OutboxDialogProps {
  entry: OutboxEntry
  onClose: () => void
  /** Called before the row may go. */
  onGone: () => void
}

/** Asks before a change is given up: it exists nowhere else. */
export function DiscardDialog({ entry, onClose, onGone }: OutboxDialogProps) {
  const toasts = useToasts()
  const discard = useOutboxAct(onClose)
  return (
    <ConfirmDialog
      title={desktopText('outbox.discard')}
      yes={{ icon: 'trash', label: desktopText('outbox.discard'), busy: discard.isPending }}
      onYes={() =>
        discard.mutate(async () => {
          await outboxActs.discard(entry)
          onGone()
          toasts.show({ tone: 'ok', text: desktopText('outbox.discarded') })
        })
      }
      onClose={onClose}
    >
      <p className="quote">{outboxSentence(entry)}</p>
      <p>{desktopText('outbox.discard.confirm')}</p>
      <p className="muted">{desktopText('outbox.discard.followers')}</p>
    </ConfirmDialog>
  )
}
