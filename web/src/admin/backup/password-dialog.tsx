import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import { backupCopy } from '@bidyaloy/shared/copy/account-copy'
import { BackupTokenOrder } from '@bidyaloy/shared/school/backup'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failedFields, failureText } from '../api/failure-text.ts'
import { OwnPasswordField } from '../components/own-password-field.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(backupCopy)

interface PasswordDialogProps {
  /** What the password is asked for. */
  purpose: 'download' | 'upload'
  onClose: () => void
  /** @param token lets this session fetch and upload backups for a few minutes */
  onConfirmed: (token: string) => void
}

const actions = { download: 'backup.download', upload: 'backup.upload.send' } as const

/** Asks for the own password before a backup is fetched or uploaded. */
export function PasswordDialog({ purpose, onClose, onConfirmed }: PasswordDialogProps) {
  const api = useAdminApi()
  const [currentPassword, setCurrentPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const confirm = useMutation({
    mutationFn: (body: BackupTokenOrder) => api.issueBackupToken({ body }),
    onSuccess: ({ token }) => onConfirmed(token),
    onError: (error) => {
      setWrong(failedFields(error).currentPassword)
      input.current?.focus()
      input.current?.select()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = BackupTokenOrder.safeParse({ currentPassword })
    if (parsed.success) {
      setWrong(undefined)
      confirm.mutate(parsed.data)
    } else {
      setWrong(fieldTexts(parsed.error).currentPassword?.bn)
      input.current?.focus()
    }
  }
  return (
    <Dialog title={t(`backup.password.${purpose}`)} onClose={onClose} focus={input}>
      <form noValidate onSubmit={submit}>
        <div className="dialog__b">
          {confirm.isError && !wrong && <Alert tone="error">{failureText(confirm.error)}</Alert>}
          <p>{t(`backup.password.${purpose}.why`)}</p>
          <OwnPasswordField
            error={wrong}
            value={currentPassword}
            onChange={({ target }) => setCurrentPassword(target.value)}
            ref={input}
          />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{t('dialog.no')}</Button>
          <Button look="primary" type="submit" busy={confirm.isPending}>
            {t(actions[purpose])}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
