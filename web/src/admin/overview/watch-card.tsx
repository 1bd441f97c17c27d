import type { Entry, EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { formatFileSize } from '@bidyaloy/shared/copy/file-size'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { contact } from '@bidyaloy/shared/features/contact/record'
import { formatDate, formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { AdminOverview } from '@bidyaloy/shared/school/admin-overview'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Alert } from '../../ui/alert.tsx'
import { HOME_PATH } from '../api/return-path.ts'
import { useRights } from '../api/session.ts'
import { approvalPath } from '../components/screen-links.ts'
import { fromText, untilText } from '../entries/timing.ts'
import { writeListParams } from '../list/list-controls.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(overviewCopy)

/** Age at which a backup is old. */
const OLD_DAYS = 7

/** What needs attention: scheduled, expiring and stale entries, and the age of the last backup. */
export function WatchCard({ overview }: { overview: AdminOverview }) {
  const { withoutFile, damaged, waiting, returned, scheduled, expiring, stale } = overview
  const { lastBackup, backupFailed, codesRefused, withoutPages } = overview
  const mayApprove = useRights()('approve')
  const [now] = useState(() => Date.now())
  const backupDays = lastBackup ? Math.floor((now - Date.parse(lastBackup.at)) / DAY_MS) : null
  const may = useRights()
  const isBackupDue =
    may('backups') && (backupFailed || backupDays === null || backupDays >= OLD_DAYS)
  const addressProblem = may('publish') ? overview.addressProblem : undefined
  const watched = [
    ...withoutFile,
    ...withoutPages,
    ...returned,
    ...waiting,
    ...scheduled,
    ...expiring,
    ...stale,
  ]
  const isQuiet =
    watched.length === 0 && !isBackupDue && !damaged && !codesRefused && !addressProblem
  return (
    <section className="card stack watch" aria-labelledby="watch">
      <h2 id="watch">{t('overview.watch.title')}</h2>
      {isQuiet && <p className="muted">{t('overview.watch.nothing')}</p>}
      {damaged && <Alert tone="error">{t('overview.damaged')}</Alert>}
      {codesRefused && (
        <Alert tone="warn">
          {t('overview.codesRefused', { moment: formatDateTime(codesRefused) })}{' '}
          <Link to={`${HOME_PATH}/account`}>{t('overview.codesRefused.open')}</Link>
        </Alert>
      )}
      <EntryGroup
        title={t('overview.withoutFile')}
        entries={withoutFile}
        remark={() => t('overview.withoutFile.what')}
      />
      <EntryGroup
        title={t('overview.withoutPages')}
        entries={withoutPages}
        remark={() => t('overview.withoutPages.what')}
      />
      <EntryGroup
        title={t('overview.returned')}
        entries={returned}
        remark={({ draft }) =>
          t('overview.returned.note', { by: draft?.noteBy ?? '', note: draft?.note ?? '' })
        }
        // Its list shows drafts above the published entries, whatever is searched for.
        to={({ collection }) => collections[collection].adminPaths[0]}
      />
      <EntryGroup
        title={t('overview.waiting')}
        entries={waiting}
        remark={({ draft }) => draft && t('overview.waiting.by', { by: draft.by })}
        {...(mayApprove && { to: ({ _id }: Entry) => approvalPath(_id) })}
      />
      <EntryGroup
        title={t('overview.scheduled')}
        entries={scheduled}
        remark={({ publishAt }) =>
          publishAt && t('overview.scheduled.when', { moment: fromText(publishAt) })
        }
      />
      <EntryGroup
        title={t('overview.expiring')}
        entries={expiring}
        remark={({ expiresAt }) =>
          expiresAt && t('overview.expiring.when', { moment: untilText(expiresAt) })
        }
      />
      <EntryGroup
        title={t('overview.stale')}
        entries={stale}
        remark={({ date }) => t('overview.stale.when', { date: formatDate(date) })}
      />
      {addressProblem && (
        <Alert tone="warn">
          {t(`overview.address.${addressProblem}`)}{' '}
          <Link to={`${HOME_PATH}/${contact.screen}#website`}>{t('overview.address.open')}</Link>
        </Alert>
      )}
      {may('backups') && <LastBackup backup={lastBackup} days={backupDays} failed={backupFailed} />}
      {!overview.twoStep && may('accounts') && (
        <p className="muted">
          {t('overview.twoStep')}{' '}
          <Link to={`${HOME_PATH}/account`}>{t('overview.twoStep.open')}</Link>
        </p>
      )}
      {overview.subscribers > 0 && (
        <p>{t('overview.subscribers', { n: formatNumber(overview.subscribers) })}</p>
      )}
      {overview.formerFileBytes > 0 && (
        <p className="muted">
          {t('overview.former', { size: formatFileSize(overview.formerFileBytes) })}
        </p>
      )}
    </section>
  )
}

interface EntryGroupProps {
  title: string
  entries: readonly EntryOfCollection[]
  remark: (entry: EntryOfCollection) => string | undefined
  /** Where the link leads, if not to the list. */
  to?: (entry: EntryOfCollection) => string
}

function EntryGroup({ title, entries, remark, to }: EntryGroupProps) {
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
              meta={[t(`trash.kind.${entry.collection}`), remark(entry) ?? '']}
              {...(to && { to: to(entry) })}
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
  /** Remarks below the title. */
  meta: readonly string[]
  to?: string
}

/** An entry's title, as a link to the entry in its list unless `to` says where. */
export function EntryLink({ collection, entry: { title }, meta, to }: EntryLinkProps) {
  // A search for the title shows the entry however long the list is.
  const search = writeListParams({ q: title.slice(0, 200) })
  return (
    <>
      <Link to={to ?? { pathname: collections[collection].adminPaths[0], search: `?${search}` }}>
        {title}
      </Link>
      <p className="meta">
        {meta.map((remark) => (
          <span key={remark}>{remark}</span>
        ))}
      </p>
    </>
  )
}

interface LastBackupProps {
  backup: AdminOverview['lastBackup']
  /** Its age; null without a backup. */
  days: number | null
  /** Whether the last nightly backup failed. */
  failed: boolean
}

function LastBackup({ backup, days, failed }: LastBackupProps) {
  const params = backup && {
    moment: formatDateTime(backup.at),
    size: formatFileSize(backup.size),
    n: formatNumber(days ?? 0),
  }
  const isOld = days !== null && days >= OLD_DAYS
  if (params && !isOld && !failed) return <p>{t('overview.backup.last', params)}</p>
  return (
    <Alert tone="warn">
      {!params
        ? t('overview.backup.none')
        : isOld
          ? t('overview.backup.old', params)
          : t('overview.backup.failed')}{' '}
      <Link to={`${HOME_PATH}/backup`}>{t('overview.backup.open')}</Link>
    </Alert>
  )
}
