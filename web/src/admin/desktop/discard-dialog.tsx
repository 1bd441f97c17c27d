import type { OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToasts } from '../../ui/toaster.tsx'
import { adminText } from '../admin-text.tsx'
import { desktopText } from './desktop-text.ts'
import { outboxActs } from './outbox-api.ts'
import { outboxSentence } from './outbox-sentence.ts'
import { useOutboxAct } from './use-outbox-act.ts'

export interface OutboxDialogProps {
  entry: OutboxEntry
  onClose: () => void
  /** Called before the row may go. */
  onGone: () => void
}

/** Asks before a change is given up: it exists nowhere else. */
export function DiscardDialog({ entry, onClose, onGone }: OutboxDialogProps) {
  const toasts = useToasts()
  const no = useRef<HTMLButtonElement>(null)
  const discard = useOutboxAct(onClose)
  return (
    <Dialog title={desktopText('outbox.discard')} onClose={onClose} focus={no}>
      <div className="dialog__b">
        <p className="quote">{outboxSentence(entry)}</p>
        <p>{desktopText('outbox.discard.confirm')}</p>
        <p className="muted">{desktopText('outbox.discard.followers')}</p>
      </div>
      <div className="dialog__f">
        <Button onClick={onClose} ref={no}>
          {adminText('dialog.no')}
        </Button>
        <Button
          look="danger-fill"
          icon="trash"
          busy={discard.isPending}
          onClick={() =>
            discard.mutate(async () => {
              await outboxActs.discard(entry)
              onGone()
              toasts.show({ tone: 'ok', text: desktopText('outbox.discarded') })
            })
          }
        >
          {desktopText('outbox.discard')}
        </Button>
      </div>
    </Dialog>
  )
}
