import type { SitePictureName } from '@bidyaloy/shared/school/site-settings'
import { useRef } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { adminText } from '../admin-text.tsx'
import { failureText } from '../api/failure-text.ts'
import { settingsText } from './settings-text.tsx'
import { useRemovePicture } from './use-set-picture.ts'

interface RemovePictureDialogProps {
  picture: SitePictureName
  onClose: () => void
  onRemoved: () => void
}

/** Asks before a picture is taken away: there is no way back. Opens on the button that keeps it. */
export function RemovePictureDialog({ picture, onClose, onRemoved }: RemovePictureDialogProps) {
  const no = useRef<HTMLButtonElement>(null)
  const remove = useRemovePicture(picture, () => {
    onClose()
    onRemoved()
  })
  return (
    <Dialog title={settingsText('settings.picture.remove')} onClose={onClose} focus={no}>
      <div className="dialog__b">
        {remove.isError && (
          <Alert tone="error">
            <b>{settingsText('settings.picture.removeFailed')}</b> {failureText(remove.error)}
          </Alert>
        )}
        <p className="quote">{settingsText(`settings.picture.${picture}`)}</p>
        <p>{settingsText('settings.picture.remove.confirm')}</p>
      </div>
      <div className="dialog__f">
        <Button onClick={onClose} ref={no}>
          {adminText('dialog.no')}
        </Button>
        <Button
          look="danger-fill"
          icon="trash"
          busy={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {settingsText(remove.isPending ? 'settings.picture.removing' : 'settings.picture.remove')}
        </Button>
      </div>
    </Dialog>
  )
}
