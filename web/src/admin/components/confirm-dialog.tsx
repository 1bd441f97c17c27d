import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { t } from '../t.ts'

interface ConfirmDialogProps {
  title: ReactNode
  /** What is asked, and why it did not go where it was tried. */
  children: ReactNode
  /** The button that does it. */
  yes: { icon: IconName; label: ReactNode; busy: boolean }
  onYes: () => void
  onClose: () => void
}

/** Asks before something is done that takes away. Opens on the button that leaves all as it is. */
export function ConfirmDialog({ title, children, yes, onYes, onClose }: ConfirmDialogProps) {
  const no = useRef<HTMLButtonElement>(null)
  return (
    <Dialog title={title} onClose={onClose} focus={no}>
      <div className="dialog__b">{children}</div>
      <div className="dialog__f">
        <Button onClick={onClose} ref={no}>
          {t('dialog.no')}
        </Button>
        <Button look="danger-fill" icon={yes.icon} busy={yes.busy} onClick={onYes}>
          {yes.label}
        </Button>
      </div>
    </Dialog>
  )
}
