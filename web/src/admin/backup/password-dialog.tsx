import { backupCopy } from '@bidyaloy/shared/copy/account-copy'
import { PasswordConfirmation } from '@bidyaloy/shared/school/admin-session'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { OwnPasswordField } from '../components/own-password-field.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { useRequestForm } from '../form/use-request-form.ts'
import { withCopy } from '../t.ts'

const t = withCopy(backupCopy)

const resolver = contractResolver(PasswordConfirmation)

interface PasswordDialogProps {
  /** The action that needs the password. */
  purpose: 'download' | 'upload'
  onClose: () => void
  /** @param token allows this session to download and upload backups for a few minutes */
  onConfirmed: (token: string) => void
}

const actions = { download: 'backup.download', upload: 'backup.upload.send' } as const

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
    <Dialog title={t(`backup.password.${purpose}`)} onClose={onClose} focus={form.firstField}>
      <form noValidate onSubmit={form.submit}>
        <div className="dialog__b">
          {form.failure && <Alert tone="error">{form.failure}</Alert>}
          <p>{t(`backup.password.${purpose}.why`)}</p>
          <OwnPasswordField {...form.field('currentPassword')} />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{t('dialog.no')}</Button>
          <Button look="primary" type="submit" busy={form.isPending}>
            {t(actions[purpose])}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
