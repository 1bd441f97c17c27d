import type { ComponentProps, FormEventHandler, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from '../t.ts'

interface FormDialogProps extends ComponentProps<typeof Dialog> {
  onSubmit: FormEventHandler
  /** The submit button's text. */
  submit: ReactNode
  look?: ComponentProps<typeof Button>['look']
  busy?: boolean
  cancel?: string
}

/** A dialog that is a form, with a cancel and a submit button. */
export function FormDialog({
  onSubmit,
  submit,
  look = 'primary',
  busy = false,
  cancel = t('dialog.cancel'),
  children,
  ...dialog
}: FormDialogProps) {
  return (
    <Dialog {...dialog}>
      <form noValidate onSubmit={onSubmit}>
        <div className="dialog__b">{children}</div>
        <div className="dialog__f">
          <Button onClick={dialog.onClose}>{cancel}</Button>
          <Button look={look} type="submit" busy={busy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
