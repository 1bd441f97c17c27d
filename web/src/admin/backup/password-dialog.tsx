import { backupCopy } from '@bidyaloy/shared/copy/account-copy'
import { PasswordConfirmation } from '@bidyaloy/shared/school/admin-session'
import { Alert } from '../../ui/alert.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { FormDialog } from '../components/dialogs.tsx'
import { OwnPasswordField } from '../components/own-password-field.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { useRequestForm } from '../form/use-request-form.ts'
import { withCopy } from '../t.ts'

const t = withCopy(backupCopy)

interface PasswordDialogProps {
  /** The action that needs the password. */
  purpose: 'download' | 'upload'
  onClose: () => void
  /** @param token allows this session to download and upload backups for a few minutes */
  onConfirmed: (token: string) => void
}

const resolver = contractResolver(PasswordConfirmation)

/** Asks for the user's password before a backup is downloaded or uploaded. */
export function PasswordDialog({ purpose, onClose, onConfirmed }: PasswordDialogProps) {
  const api = useAdminApi()
  const form = useRequestForm({
    blank: { currentPassword: '' },
    resolver,
    send: (values) => api.issueBackupToken({ body: PasswordConfirmation.parse(values) }),
    onSent: ({ token }) => onConfirmed(token),
    retryField: 'currentPassword',
  })
  return (
    <FormDialog
      title={t(`backup.password.${purpose}`)}
      onClose={onClose}
      focus={form.firstField}
      onSubmit={form.submit}
      submit={t(purpose === 'download' ? 'backup.download' : 'backup.upload.send')}
      busy={form.isPending}
      cancel={t('dialog.no')}
    >
      {form.failure && <Alert tone="error">{form.failure}</Alert>}
      <p>{t(`backup.password.${purpose}.why`)}</p>
      <OwnPasswordField {...form.field('currentPassword')} />
    </FormDialog>
  )
}
