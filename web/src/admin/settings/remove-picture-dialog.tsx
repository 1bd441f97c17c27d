import type { SitePictureName } from '@bidyaloy/shared/school/site-settings'
import { Alert } from '../../ui/alert.tsx'
import { failureText } from '../api/failure-text.ts'
import { ConfirmDialog } from '../layout/confirm-dialog.tsx'
import { settingsText } from './settings-text.tsx'
import { useRemovePicture } from './use-set-picture.ts'

interface RemovePictureDialogProps {
  picture: SitePictureName
  onClose: () => void
  onRemoved: () => void
}

/** Asks before a picture is taken away: there is no way back. Opens on the button that keeps it. */
export function RemovePictureDialog({ picture, onClose, onRemoved }: RemovePictureDialogProps) {
  const remove = useRemovePicture(picture, () => {
    onClose()
    onRemoved()
  })
  return (
    <ConfirmDialog
      title={settingsText('settings.picture.remove')}
      yes={{
        icon: 'trash',
        label: settingsText(
          remove.isPending ? 'settings.picture.removing' : 'settings.picture.remove',
        ),
        busy: remove.isPending,
      }}
      onYes={() => remove.mutate()}
      onClose={onClose}
    >
      {remove.isError && (
        <Alert tone="error">
          <b>{settingsText('settings.picture.removeFailed')}</b> {failureText(remove.error)}
        </Alert>
      )}
      <p className="quote">{settingsText(`settings.picture.${picture}`)}</p>
      <p>{settingsText('settings.picture.remove.confirm')}</p>
    </ConfirmDialog>
  )
}
