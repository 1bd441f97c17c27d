import { backupCopy } from '@bidyaloy/shared/copy/account-copy'
import { formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { PasswordConfirmation } from '@bidyaloy/shared/school/admin-session'
import type { Backup } from '@bidyaloy/shared/school/backup'
import type { Resolver } from 'react-hook-form'
import { Alert } from '../../ui/alert.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { FormDialog } from '../components/dialogs.tsx'
import { OwnPasswordField } from '../components/own-password-field.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { useRequestForm } from '../form/use-request-form.ts'
import { withCopy } from '../t.ts'
import { useBackupTask } from './backup-query.ts'

const t = withCopy(backupCopy)

interface RestoreDialogProps {
  backup: Backup
  onClose: () => void
  /** Called when the server has started the restore. */
  onBegun: () => void
}

const WORD = t('restore.word')

/** Whether a text is the confirmation word, in any Unicode normalization form or in Bijoy. */
async function isTheWord(text: string): Promise<boolean> {
  const bare = (letters: string) =>
    letters.normalize('NFC').replace(/[\s\u200b-\u200d\u2060\ufeff]/g, '')
  if (bare(text) === bare(WORD)) return true
  const { bijoyToUnicode } = await import('@bidyaloy/shared/lib/bijoy/bijoy')
  return bare(bijoyToUnicode(text)) === bare(WORD)
}

const passwordResolver = contractResolver(PasswordConfirmation)

/** Checks the word first, then the password. */
const resolver: Resolver<Record<string, string>> = async (values, ...rest) => {
  if (await isTheWord(values.word ?? '')) return passwordResolver(values, ...rest)
  const message = t('restore.confirm.wrong', { word: WORD })
  return { values: {}, errors: { word: { type: 'word', message } } }
}

/** Explains what a restore replaces. Asks for a confirmation word and the user's password. */
export function RestoreDialog({ backup, onClose, onBegun }: RestoreDialogProps) {
  const api = useAdminApi()
  const restore = useBackupTask((body: PasswordConfirmation) =>
    api.restoreBackup({ params: { id: backup._id }, body }),
  )
  const form = useRequestForm({
    blank: { word: '', currentPassword: '' },
    resolver,
    send: (values) => restore.mutateAsync(PasswordConfirmation.parse(values)),
    onSent: onBegun,
    retryField: 'currentPassword',
  })
  return (
    <FormDialog
      title={t('restore.title')}
      onClose={onClose}
      isDirty={form.isDirty}
      focus={form.firstField}
      onSubmit={form.submit}
      submit={t(form.isPending ? 'restore.starting' : 'restore.run')}
      look="danger-fill"
      busy={form.isPending}
      cancel={t('dialog.no')}
    >
      {form.isError && (
        <Alert tone="error">
          <b>{t('backup.failed.begin')}</b> {form.failure}
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
        autoComplete="off"
        required
        {...form.field('word')}
      />
      <OwnPasswordField {...form.field('currentPassword')} />
    </FormDialog>
  )
}
