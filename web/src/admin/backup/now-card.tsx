import { backupCopy } from '@bidyaloy/shared/copy/account-copy'
import { formatFileSize } from '@bidyaloy/shared/copy/file-size'
import { backupFaultCopy } from '@bidyaloy/shared/copy/server-copy'
import { recordNames, recordTexts } from '@bidyaloy/shared/features'
import { formatClock, formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import {
  type AwayCopies,
  type Backup,
  type BackupContents,
  type BackupOutcome,
  type BackupState,
  type BackupTask,
  isOwnAndWhole,
} from '@bidyaloy/shared/school/backup'
import { type Ref, useId } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { ChangeFailure } from '../components/change-failure.tsx'
import { withCopy } from '../t.ts'
import { useBackupTask } from './backup-query.ts'
import { Age } from './backup-table.tsx'

const t = withCopy(recordTexts, backupCopy)

interface NowCardProps {
  state: BackupState
  /** Called with the backup made before the last restore. */
  onUndo: (before: Backup) => void
  /** Takes the focus when a task starts. */
  ref: Ref<HTMLDivElement>
}

/** The last backup, the running task, and the result of the last task. */
export function NowCard({ state, onUndo, ref }: NowCardProps) {
  const { backups, task, outcome, undo, nightly, away } = state
  const api = useAdminApi()
  const headId = useId()
  const make = useBackupTask(() => api.makeBackup())
  const last = backups.find(isOwnAndWhole)
  const before = backups.find(({ _id }) => _id === undo)
  const [hour = 0, minute = 0] = (nightly.at ?? '').split(':').map(Number)
  const restored = outcome?.task === 'restore' && outcome.fault === null
  return (
    <section className="card stack" aria-labelledby={headId}>
      <h2 id={headId}>{t('backup.now')}</h2>
      <p>
        {last
          ? t('backup.last', {
              moment: formatDateTime(last.at),
              size: formatFileSize(last.size),
            })
          : t('backup.none')}
      </p>
      {nightly.failedAt && (
        <Alert tone="warn">
          {t('backup.nightly.failed', { moment: formatDateTime(nightly.failedAt) })}
        </Alert>
      )}
      <p className="hint">
        {nightly.at === null
          ? t('backup.nightly.off')
          : t('backup.nightly', {
              time: formatClock(hour, minute),
              days: formatNumber(nightly.daily),
              weeks: formatNumber(nightly.weekly),
            })}
      </p>
      {away && <Away copies={away} />}
      <div tabIndex={-1} ref={ref}>
        {task && <Running task={task} />}
        {!task && outcome && (
          <Alert tone={outcome.fault === null ? 'ok' : 'error'}>
            <div className="stack stack--3">
              <p>{outcomeSentence(outcome)}</p>
              {restored && before && (
                <div>
                  <Button small icon="undo" onClick={() => onUndo(before)}>
                    {t('backup.undo')}
                  </Button>
                </div>
              )}
            </div>
          </Alert>
        )}
      </div>
      <ChangeFailure change={make} text={t('backup.failed.begin')} />
      <div>
        <Button
          look="primary"
          icon="archive"
          busy={make.isPending || task?.task === 'make'}
          disabled={task !== null && task.task !== 'make'}
          onClick={() => make.mutate()}
        >
          {t('backup.create')}
        </Button>
      </div>
    </section>
  )
}

/** The copies on another disk or machine. */
function Away({
  copies: { address, newestAt, encrypted, failedAt, fault },
}: {
  copies: AwayCopies
}) {
  return (
    <>
      {newestAt ? (
        <p>
          {t('backup.away.newest', { moment: formatDateTime(newestAt) })} (<Age at={newestAt} />)
        </p>
      ) : (
        <p>{t('backup.away.none')}</p>
      )}
      <p className="hint">
        {t('backup.away.place', { address })}
        {encrypted && ` ${t('backup.away.encrypted')}`}
      </p>
      {failedAt && (
        <Alert tone="warn">
          {t('backup.away.failed', {
            moment: formatDateTime(failedAt),
            why: t(`backup.away.fault.${fault ?? 'failed'}`),
          })}
        </Alert>
      )}
    </>
  )
}

function Running({ task: { task, progress } }: { task: BackupTask }) {
  const percent = Math.floor(progress * 100)
  return (
    <div className="stack stack--3">
      <p role="status">
        <b>{t(`backup.running.${task}`)}</b>{' '}
        {t(task === 'restore' ? 'backup.running.hold' : 'backup.running.leave')}
      </p>
      <progress
        className="progress"
        max={100}
        value={percent}
        aria-label={t(`backup.running.${task}`)}
      />
      <p className="hint">{t('backup.running.percent', { percent: toBengaliDigits(percent) })}</p>
    </div>
  )
}

/** The result of a task in a few sentences, with the contents of the backup. */
export function outcomeSentence({ task, fault, contents, at }: BackupOutcome): string {
  if (fault !== null) return `${t(`backup.failed.${task}`)} ${backupFaultCopy[fault].bn}`
  const done = t(`backup.done.${task}`, { moment: formatDateTime(contents?.at ?? at) })
  return contents ? `${done} ${contentsSentence(contents)}` : done
}

function contentsSentence(contents: BackupContents): string {
  const { entries, records, files, bytes, unreadable, missing, leftOut, withoutFiles } = contents
  const holds = t(withoutFiles ? 'backup.done.withoutFiles' : 'backup.done.holds', {
    entries: formatNumber(entries),
    records: recordNames
      .flatMap((name) => {
        const n = records[name]
        return n === undefined ? [] : [t(`activity.many.${name}`, { n: formatNumber(n) })]
      })
      .join(', '),
    files: formatNumber(files),
    size: formatFileSize(bytes),
  })
  const remarks = [
    unreadable > 0 && t('backup.done.unreadable', { n: formatNumber(unreadable) }),
    missing > 0 && t('backup.done.missing', { n: formatNumber(missing) }),
    leftOut && t('backup.done.leftOut', { n: formatNumber(leftOut.length) }),
  ]
  return [holds, ...remarks].filter(Boolean).join(' ')
}
