import { backupCopy } from '@bidyaloy/shared/copy/account-copy'
import { formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { focusSoon } from '../../lib/focus-soon.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { ChangeFailure } from '../components/change-failure.tsx'
import { useUnsavedWork } from '../components/unsaved-work.tsx'
import { withCopy } from '../t.ts'
import { ChosenFile } from '../uploads/chosen-file.tsx'
import { FileButton } from '../uploads/file-button.tsx'
import { useUpload } from '../uploads/upload-file.ts'
import { BackupPasswordDialog } from './backup-password-dialog.tsx'
import { useBackupsChanged } from './backup-query.ts'

const t = withCopy(backupCopy)

/** Uploads a backup file to the server, without restoring it. */
export function UploadCard() {
  const api = useAdminApi()
  const toasts = useToasts()
  const changed = useBackupsChanged()
  const uploading = useUpload()
  const headId = useId()
  const [file, setFile] = useState<File | null>(null)
  const [isAsking, setAsking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const sendButton = useRef<HTMLButtonElement>(null)
  const send = useMutation({
    mutationFn: ({ chosen, token }: { chosen: File; token: string }) =>
      uploading.upload([chosen], (ready, options) =>
        api.uploadBackup({ query: { token }, body: {}, file: ready }, options),
      ),
    onSuccess: ({ at }) => {
      setFile(null)
      changed()
      const moment = formatDateTime(at)
      toasts.show({ tone: 'ok', text: t('backup.upload.done', { moment }) })
      focusSoon(() => input.current)
    },
  })
  useUnsavedWork(file !== null)
  const choose = (chosen: File | null) => {
    setFile(chosen)
    send.reset()
    focusSoon(() => (chosen ? sendButton.current : input.current))
  }
  return (
    <section className="card stack" aria-labelledby={headId}>
      <h2 id={headId}>{t('backup.upload.title')}</h2>
      <p className="hint">{t('backup.upload.lead')}</p>
      <ChangeFailure change={send} text={t('backup.upload.failed')} />
      {file ? (
        <>
          <ChosenFile
            file={file}
            progress={uploading.progress}
            onRemove={() => choose(null)}
            onCancel={uploading.cancel}
          />
          <div>
            <Button
              look="primary"
              icon="upload"
              ref={sendButton}
              busy={send.isPending}
              onClick={() => setAsking(true)}
            >
              {t(send.isPending ? 'backup.upload.sending' : 'backup.upload.send')}
            </Button>
          </div>
          {isAsking && (
            <BackupPasswordDialog
              purpose="upload"
              onClose={() => setAsking(false)}
              onConfirmed={(token) => {
                setAsking(false)
                send.mutate({ chosen: file, token })
              }}
            />
          )}
        </>
      ) : (
        <div>
          <FileButton icon="file" ref={input} accept=".zip,application/zip" onFile={choose}>
            {t('backup.upload.choose')}
          </FileButton>
        </div>
      )}
    </section>
  )
}
