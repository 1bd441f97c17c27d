import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { adminText } from '../admin-text.tsx'
import { teachersText } from './teachers-text.ts'

interface ReplaceDialogProps {
  children: ReactNode
  onNo: () => void
  onYes: () => void
}

/** Asks before one page takes the place of another. Opens on the button that keeps it. */
export function ReplaceDialog({ children, onNo, onYes }: ReplaceDialogProps) {
  const no = useRef<HTMLButtonElement>(null)
  return (
    <Dialog title={teachersText('teachers.replace.title')} onClose={onNo} focus={no}>
      <div className="dialog__b">{children}</div>
      <div className="dialog__f">
        <Button onClick={onNo} ref={no}>
          {adminText('dialog.no')}
        </Button>
        <Button look="primary" onClick={onYes}>
          {teachersText('teachers.replace.yes')}
        </Button>
      </div>
    </Dialog>
  )
}
