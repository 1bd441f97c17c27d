import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from '../t.ts'

interface ConfirmDialogProps {
  title: ReactNode
  /** What is asked, and why it did not go where it was tried. */
  children: ReactNode
  /** The button that does it. */
  yes: Pick<ComponentProps<typeof Button>, 'icon' | 'look' | 'busy'> & { label: ReactNode }
  /** Label of the cancelling button. */
  no?: ReactNode
  onYes: () => void
  onClose: () => void
}

/** Asks before something is done that takes away. Opens on the button that leaves all as it is. */
export function ConfirmDialog({
  title,
  children,
  yes: { label, ...button },
  no = t('dialog.no'),
  onYes,
  onClose,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog title={title} onClose={onClose} focus={cancel}>
      <div className="dialog__b">{children}</div>
      <div className="dialog__f">
        <Button onClick={onClose} ref={cancel}>
          {no}
        </Button>
        <Button look="danger-fill" {...button} onClick={onYes}>
          {label}
        </Button>
      </div>
    </Dialog>
  )
}
