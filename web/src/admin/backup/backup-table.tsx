import { backupFilePath } from '@bidyaloy/shared/api/paths'
import { backupCopy } from '@bidyaloy/shared/copy/account-copy'
import { formatFileSize } from '@bidyaloy/shared/copy/file-size'
import { daysSince, dhakaTime, formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { Backup, BackupState } from '@bidyaloy/shared/school/backup'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyBox } from '../../ui/state-box.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { ChangeFailure } from '../components/change-failure.tsx'
import { useNames } from '../components/names.ts'
import { type Column, RecordTable } from '../components/record-table.tsx'
import { withCopy } from '../t.ts'
import { BackupPasswordDialog } from './backup-password-dialog.tsx'
import { useBackupTask } from './backup-query.ts'

const t = withCopy(backupCopy)

interface BackupTableProps {
  state: BackupState
  onRestore: (backup: Backup) => void
}

/** The backups, each with its actions. */
export function BackupTable({ state: { backups, task }, onRestore }: BackupTableProps) {
  const api = useAdminApi()
  const headId = useId()
  const [downloading, setDownloading] = useState<Backup | null>(null)
  const verify = useBackupTask((id: string) => api.verifyBackup({ params: { id } }))
  const columns: Column<Backup>[] = [
    { id: 'when', head: t('backup.col.when'), cell: (backup) => <Moment backup={backup} /> },
    {
      id: 'size',
      head: t('backup.col.size'),
      label: t('backup.col.size'),
      className: 'num',
      cell: ({ size }) => formatFileSize(size),
    },
    {
      id: 'actions',
      head: t('admin.list.actions'),
      className: 'table__actions',
      cell: (backup) => (
        <RowActions
          at={backup.at}
          isBusy={task !== null}
          isVerifying={task?.task === 'verify' && task.backupId === backup._id}
          onDownload={() => setDownloading(backup)}
          onVerify={() => verify.mutate(backup._id)}
          onRestore={() => onRestore(backup)}
        />
      ),
    },
  ]
  return (
    <section className="stack" aria-labelledby={headId}>
      <h2 id={headId}>{t('backup.list')}</h2>
      <ChangeFailure change={verify} text={t('backup.failed.begin')} />
      {backups.length === 0 ? (
        <div className="card">
          <EmptyBox bn={t('backup.none')}>
            <p>{t('backup.list.hint')}</p>
          </EmptyBox>
        </div>
      ) : (
        <RecordTable
          caption={t('backup.list')}
          columns={columns}
          rows={backups}
          keyOf={({ _id }) => _id}
          className="backups"
        />
      )}
      {downloading && (
        <BackupPasswordDialog
          purpose="download"
          onClose={() => setDownloading(null)}
          onConfirmed={(token) => {
            setDownloading(null)
            download(downloading, token)
          }}
        />
      )}
    </section>
  )
}

/** The browser downloads the file: it may be too large for the page's memory. */
function download({ _id, name }: Backup, token: string): void {
  const link = document.createElement('a')
  link.href = backupFilePath(_id, token)
  link.download = name
  link.click()
}

function Moment({ backup: { at, kind, uploadedBy } }: { backup: Backup }) {
  const { nameOf } = useNames()
  return (
    <>
      <b>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </b>
      <p className="meta">
        <Age at={at} />
        <span>{t(`backup.kind.${kind}`)}</span>
        {uploadedBy && <span>{t('backup.uploadedBy', { name: nameOf(uploadedBy) })}</span>}
      </p>
    </>
  )
}

interface RowActionsProps {
  /** When the backup was made. */
  at: string
  /** Whether a task runs. */
  isBusy: boolean
  /** Whether this backup is being verified. */
  isVerifying: boolean
  onDownload: () => void
  onVerify: () => void
  onRestore: () => void
}

function RowActions(props: RowActionsProps) {
  const { at, isBusy, isVerifying, onDownload, onVerify, onRestore } = props
  const of = <span className="vh">: {formatDateTime(at)}</span>
  return (
    <span className="row-actions">
      <Button small icon="download" onClick={onDownload}>
        {t('backup.download')}
        {of}
      </Button>
      <Button
        small
        icon="check"
        busy={isVerifying}
        disabled={isBusy && !isVerifying}
        onClick={onVerify}
      >
        {t('backup.verify')}
        {of}
      </Button>
      <Button small look="danger" icon="undo" disabled={isBusy} onClick={onRestore}>
        {t('backup.restore')}
        {of}
      </Button>
    </span>
  )
}

/** How many days ago, by the calendar in Dhaka. */
export function Age({ at }: { at: string }) {
  const [today] = useState(() => dhakaTime(new Date()).iso)
  const days = daysSince(at, today)
  if (days < 1) return <span>{t('backup.today')}</span>
  if (days === 1) return <span>{t('backup.yesterday')}</span>
  return <span>{t('backup.daysAgo', { n: formatNumber(days) })}</span>
}
