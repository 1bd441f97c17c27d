import { fileCountOf } from '@bidyaloy/shared/collections/entry-files'
import { collections } from '@bidyaloy/shared/collections/registry'
import { formatFileSize } from '@bidyaloy/shared/copy/file-size'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { readersCopy } from '@bidyaloy/shared/copy/readers-copy'
import { formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { AdminOverview } from '@bidyaloy/shared/school/admin-overview'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { entriesQuery, entryStatsQuery } from '../../collections/entry-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { useRights } from '../api/session.ts'
import { ReaderChart, readerCountsQuery } from '../components/reader-chart.tsx'
import type { Stat } from '../feature.ts'
import { adminFeatures } from '../features.ts'
import { withCopy } from '../t.ts'

const t = withCopy(overviewCopy, readersCopy)

/** The numbers of the site, loaded when they are opened. */
export function Numbers({ overview }: { overview: AdminOverview }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="more-fields" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="down" /> {t('overview.numbers')}
      </summary>
      {isOpen && (
        <div className="stack">
          <SiteReaders />
          <section className="stack" aria-labelledby="counts">
            <h2 id="counts">{t('admin.home.counts')}</h2>
            <Counts />
          </section>
          <Facts overview={overview} />
        </div>
      )}
    </details>
  )
}

function Facts({ overview }: { overview: AdminOverview }) {
  const { lastBackup, away, subscribers, formerFileBytes, version } = overview
  const may = useRights()
  return (
    <>
      {may('backups') && lastBackup && (
        <p>
          {t('overview.backup.last', {
            moment: formatDateTime(lastBackup.at),
            size: formatFileSize(lastBackup.size),
          })}
        </p>
      )}
      {may('backups') && away?.newestAt && (
        <p>{t('overview.backup.away', { moment: formatDateTime(away.newestAt) })}</p>
      )}
      {subscribers > 0 && <p>{t('overview.subscribers', { n: formatNumber(subscribers) })}</p>}
      {formerFileBytes > 0 && (
        <p className="muted">{t('overview.former', { size: formatFileSize(formerFileBytes) })}</p>
      )}
      {may('backups') && <p className="muted">{t('overview.version', { version })}</p>}
    </>
  )
}

/** How often the site was read; nothing while it is unknown, as offline. */
function SiteReaders() {
  const { data } = useQuery(readerCountsQuery(useAdminApi()))
  if (!data) return null
  return (
    <section className="card stack" aria-labelledby="readers">
      <h2 id="readers">{t('readers.site')}</h2>
      <ReaderChart readers={data.site} to={data.to} />
    </section>
  )
}

/** Totals of what visitors can see. */
function Counts() {
  const api = useAdminApi()
  const totalOf = { select: ({ total }: { total: number }) => total }
  const notices = useQuery({ ...entryStatsQuery(api, 'notices'), ...totalOf })
  const news = useQuery({ ...entryStatsQuery(api, 'news'), ...totalOf })
  const downloads = useQuery({ ...entryStatsQuery(api, 'downloads'), ...totalOf })
  const jubilee = useQuery({ ...entryStatsQuery(api, collections.gallery.name), ...totalOf })
  // Without the videos, which the total includes.
  const gallery = useQuery({
    ...entriesQuery(api, 'main-gallery'),
    select: (entries) => entries.filter(({ filePath }) => filePath).length,
  })
  const albums = useQuery({
    ...entriesQuery(api, 'albums'),
    select: (entries) => entries.reduce((sum, album) => sum + fileCountOf(album), 0),
  })
  return (
    <dl className="defgrid counts">
      <Count label={t('admin.home.stat.notices')} parts={[notices]} />
      <Count label={t('admin.home.stat.news')} parts={[news]} />
      <Count label={t('admin.home.stat.downloads')} parts={[downloads]} />
      <Count label={t('admin.home.stat.photos')} parts={[jubilee, gallery, albums]} />
      {adminFeatures
        .flatMap(({ stats = [] }) => stats)
        .map((stat) => (
          <FeatureCount key={stat.label} stat={stat} />
        ))}
    </dl>
  )
}

function FeatureCount({ stat: { label, useTotal } }: { stat: Stat }) {
  return <Count label={label} parts={[useTotal(useAdminApi())]} />
}

interface CountProps {
  label: string
  parts: readonly Pick<UseQueryResult<number>, 'data' | 'isError' | 'refetch'>[]
}

function Count({ label, parts }: CountProps) {
  const numbers = parts.flatMap(({ data }) => (data === undefined ? [] : [data]))
  const failed = parts.filter(({ data, isError }) => data === undefined && isError)
  return (
    <div>
      <dt>{label}</dt>
      <dd className="n">
        {numbers.length === parts.length ? (
          formatNumber(numbers.reduce((sum, part) => sum + part, 0))
        ) : failed.length > 0 ? (
          <RetryButton
            subject={label}
            onClick={() => Promise.all(failed.map(({ refetch }) => refetch()))}
          />
        ) : (
          <span className="skel">
            <span className="vh">{t('a11y.loading')}</span>
          </span>
        )}
      </dd>
    </div>
  )
}

/** Retries a failed load; `subject` names it for screen readers. */
function RetryButton({ subject, ...button }: ComponentProps<typeof Button> & { subject: string }) {
  return (
    <Button small icon="retry" {...button}>
      {t('error.retry')}
      <span className="vh">: {subject}</span>
    </Button>
  )
}
