import { formatDate, formatDateTime } from '@bidyaloy/shared/bengali/dates'
import { formatFileSize, formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry, EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import type { AdminOverview } from '@bidyaloy/shared/school/admin-overview'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Alert } from '../../ui/alert.tsx'
import { HOME_PATH } from '../api/return-path.ts'
import { fromText, untilText } from '../entries/timing.ts'
import { writeListParams } from '../list/list-controls.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(overviewCopy)

const DAY_MS = 86_400_000
/** After so many days a backup is called old. */
const OLD_DAYS = 7

/** What will come, what will go, what has stood too long, and how old the last backup is. */
export function WatchCard({ overview }: { overview: AdminOverview }) {
  const { withoutFile, damaged, scheduled, expiring, stale, lastBackup, backupFailed } = overview
  const { addressKnown } = overview
  const [now] = useState(() => Date.now())
  const backupDays = lastBackup ? Math.floor((now - Date.parse(lastBackup.at)) / DAY_MS) : null
  const isBackupDue = backupFailed || backupDays === null || backupDays >= OLD_DAYS
  const watched = [...withoutFile, ...scheduled, ...expiring, ...stale]
  const isQuiet = watched.length === 0 && !isBackupDue && !damaged && addressKnown
  return (
    <section className="card stack watch" aria-labelledby="watch">
      <h2 id="watch">{t('overview.watch.title')}</h2>
      {isQuiet && <p className="muted">{t('overview.watch.nothing')}</p>}
      {damaged && <Alert tone="error">{t('overview.damaged')}</Alert>}
      <Watched
        title={t('overview.withoutFile')}
        entries={withoutFile}
        when={() => t('overview.withoutFile.what')}
      />
      <Watched
        title={t('overview.scheduled')}
        entries={scheduled}
        when={({ publishAt }) =>
          publishAt && t('overview.scheduled.when', { moment: fromText(publishAt) })
        }
      />
      <Watched
        title={t('overview.expiring')}
        entries={expiring}
        when={({ expiresAt }) =>
          expiresAt && t('overview.expiring.when', { moment: untilText(expiresAt) })
        }
      />
      <Watched
        title={t('overview.stale')}
        entries={stale}
        when={({ date }) => t('overview.stale.when', { date: formatDate(date) })}
      />
      {!addressKnown && (
        <Alert tone="warn">
          {t('overview.address.unknown')}{' '}
          <Link to={`${HOME_PATH}/contactus`}>{t('overview.address.open')}</Link>
        </Alert>
      )}
      <Backup lastBackup={lastBackup} days={backupDays} failed={backupFailed} />
    </section>
  )
}

interface WatchedProps {
  title: string
  entries: readonly EntryOfCollection[]
  when: (entry: EntryOfCollection) => string | undefined
}

function Watched({ title, entries, when }: WatchedProps) {
  if (entries.length === 0) return null
  return (
    <div className="stack stack--3">
      <h3>{title}</h3>
      <ul className="entrylinks">
        {entries.map((entry) => (
          <li key={entry._id}>
            <EntryLink
              collection={entry.collection}
              entry={entry}
              meta={[t(`trash.kind.${entry.collection}`), when(entry) ?? '']}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface EntryLinkProps {
  collection: CollectionName
  entry: Pick<Entry, 'title'>
  /** Said under the title, one after the other. */
  meta: readonly string[]
}

/** An entry's title, which leads to where it can be changed. */
export function EntryLink({ collection, entry: { title }, meta }: EntryLinkProps) {
  // Found by its title: so it is in sight however long the list is.
  const search = writeListParams({ q: title.slice(0, 200) })
  return (
    <>
      <Link to={{ pathname: collections[collection].adminPaths[0], search: `?${search}` }}>
        {title}
      </Link>
      <p className="meta">
        {meta.map((said) => (
          <span key={said}>{said}</span>
        ))}
      </p>
    </>
  )
}

interface BackupProps extends Pick<AdminOverview, 'lastBackup'> {
  /** How old it is; null where there is none. */
  days: number | null
  /** Whether the last nightly one failed. */
  failed: boolean
}

function Backup({ lastBackup, days, failed }: BackupProps) {
  const link = <Link to={`${HOME_PATH}/backup`}>{t('overview.backup.open')}</Link>
  if (!lastBackup || days === null) {
    return (
      <Alert tone="warn">
        {t('overview.backup.none')} {link}
      </Alert>
    )
  }
  const { at, size } = lastBackup
  const params = { moment: formatDateTime(at), size: formatFileSize(size) }
  const old = days >= OLD_DAYS
  if (!old && !failed) return <p>{t('overview.backup.last', params)}</p>
  return (
    <Alert tone="warn">
      {old
        ? t('overview.backup.old', { ...params, n: formatNumber(days) })
        : t('overview.backup.failed')}{' '}
      {link}
    </Alert>
  )
}
