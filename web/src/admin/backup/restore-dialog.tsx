import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import { formatDateTime } from '@bidyaloy/shared/bengali/dates'
import { backupCopy } from '@bidyaloy/shared/copy/account-copy'
import { type Backup, RestoreOrder } from '@bidyaloy/shared/school/backup'
import { type FormEvent, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failedFields, failureText } from '../api/failure-text.ts'
import { OwnPasswordField } from '../components/own-password-field.tsx'
import { withCopy } from '../t.ts'
import { useBackupTask } from './backup-query.ts'

const t = withCopy(backupCopy)

interface RestoreDialogProps {
  backup: Backup
  onClose: () => void
  /** The server has begun. */
  onBegun: () => void
}

const WORD = t('restore.word')

/** Whether a text is the word, in Unicode however it is put together, or in Bijoy. */
async function isTheWord(text: string): Promise<boolean> {
  const bare = (letters: string) =>
    letters.normalize('NFC').replace(/[\s\u200b-\u200d\u2060\ufeff]/g, '')
  if (bare(text) === bare(WORD)) return true
  const { bijoyToUnicode } = await import('@bidyaloy/shared/bengali/bijoy')
  return bare(bijoyToUnicode(text)) === bare(WORD)
}

/** Says what a restore replaces and keeps; wants a word and the own password. */
export function RestoreDialog({ backup, onClose, onBegun }: RestoreDialogProps) {
  const api = useAdminApi()
  const [word, setWord] = useState('')
  const [currentPassword, setCurrentPassword] = useState('')
  const [wrong, setWrong] = useState<{ word?: string; password?: string | undefined }>({})
  const wordInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const restore = useBackupTask((body: RestoreOrder) =>
    api.restoreBackup({ params: { id: backup._id }, body }),
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await isTheWord(word))) {
      setWrong({ word: t('restore.confirm.wrong', { word: WORD }) })
      wordInput.current?.focus()
      return
    }
    const parsed = RestoreOrder.safeParse({ currentPassword })
    if (!parsed.success) {
      setWrong({ password: fieldTexts(parsed.error).currentPassword?.bn })
      passwordInput.current?.focus()
      return
    }
    setWrong({})
    restore.mutate(parsed.data, {
      onSuccess: onBegun,
      onError: (error) => {
        setWrong({ password: failedFields(error).currentPassword })
        passwordInput.current?.focus()
        passwordInput.current?.select()
      },
    })
  }
  return (
    <Dialog
      title={t('restore.title')}
      onClose={onClose}
      isDirty={word !== '' || currentPassword !== ''}
      focus={wordInput}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="dialog__b">
          {restore.isError && (
            <Alert tone="error">
              <b>{t('backup.failed.begin')}</b> {!wrong.password && failureText(restore.error)}
            </Alert>
          )}
          <p>
            <b>{t('restore.replaces', { moment: formatDateTime(backup.at) })}</b>
          </p>
          <p>{t('restore.keeps')}</p>
          <p>{t('restore.before')}</p>
          <TextField
            label={t('restore.confirm', { word: WORD })}
            hint={t('restore.confirm.hint')}
            error={wrong.word}
            autoComplete="off"
            required
            value={word}
            onChange={({ target }) => setWord(target.value)}
            ref={wordInput}
          />
          <OwnPasswordField
            error={wrong.password}
            value={currentPassword}
            onChange={({ target }) => setCurrentPassword(target.value)}
            ref={passwordInput}
          />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{t('dialog.no')}</Button>
          <Button look="danger-fill" type="submit" busy={restore.isPending}>
            {t(restore.isPending ? 'restore.starting' : 'restore.run')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
