import { backupCopy } from '@bidyaloy/shared/copy/account-copy'
import { PasswordConfirmation } from '@bidyaloy/shared/school/admin-session'
import { useAdminApi } from '../api/admin-api.ts'
import { PasswordDialog } from '../form/password-dialog.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(backupCopy)

interface BackupPasswordDialogProps {
  /** The action that needs the password. */
  purpose: 'download' | 'upload'
  onClose: () => void
  /** @param token allows this session to download and upload backups for a few minutes */
  onConfirmed: (token: string) => void
}

/** Asks for the user's password before a backup is downloaded or uploaded. */
export function BackupPasswordDialog({ purpose, onClose, onConfirmed }: BackupPasswordDialogProps) {
  const api = useAdminApi()
  return (
    <PasswordDialog
      title={t(`backup.password.${purpose}`)}
      lead={t(`backup.password.${purpose}.why`)}
      submit={t(purpose === 'download' ? 'backup.download' : 'backup.upload.send')}
      send={(values) => api.issueBackupToken({ body: PasswordConfirmation.parse(values) })}
      onSent={({ token }) => onConfirmed(token)}
      onClose={onClose}
    />
  )
}
