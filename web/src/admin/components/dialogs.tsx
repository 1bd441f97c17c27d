import {
  type ComponentProps,
  type FormEventHandler,
  type KeyboardEventHandler,
  type ReactNode,
  useRef,
} from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from '../t.ts'

interface ConfirmDialogProps {
  title: ReactNode
  /** The question; after a failure also the error. */
  children: ReactNode
  /** The confirming button. */
  yes: Pick<ComponentProps<typeof Button>, 'icon' | 'look' | 'busy'> & { label: ReactNode }
  /** The cancel button's label. */
  no?: ReactNode
  onYes: () => void
  onClose: () => void
}

/** Asks before a destructive action. The focus starts on the cancel button. */
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

interface FormDialogProps extends ComponentProps<typeof Dialog> {
  onSubmit: FormEventHandler
  onKeyDownCapture?: KeyboardEventHandler<HTMLFormElement>
  /** The submit button's text. */
  submit: ReactNode
  look?: ComponentProps<typeof Button>['look']
  busy?: boolean
  cancel?: string
  /** Called by the cancel button, by default `onClose`. */
  onCancel?: () => void
}

/** A dialog that is a form, with a cancel and a submit button. */
export function FormDialog({
  onSubmit,
  onKeyDownCapture,
  submit,
  look = 'primary',
  busy = false,
  cancel = t('dialog.cancel'),
  onCancel,
  children,
  ...dialog
}: FormDialogProps) {
  return (
    <Dialog {...dialog}>
      <form noValidate onSubmit={onSubmit} onKeyDownCapture={onKeyDownCapture}>
        <div className="dialog__b">{children}</div>
        <div className="dialog__f">
          <Button onClick={onCancel ?? dialog.onClose}>{cancel}</Button>
          <Button look={look} type="submit" busy={busy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
