import { fileCountOf } from '@bidyaloy/shared/collections/entry-files'
import { collections } from '@bidyaloy/shared/collections/registry'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { readersCopy } from '@bidyaloy/shared/copy/readers-copy'
import { featureSteps } from '@bidyaloy/shared/features'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { AdminOverview, SetupStep } from '@bidyaloy/shared/school/admin-overview'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { Link } from 'react-router-dom'
import { entriesQuery, entryStatsQuery } from '../../collections/entry-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { useRights } from '../api/session.ts'
import { overviewQuery } from '../components/overview-query.ts'
import { QueryState } from '../components/query-state.tsx'
import { ReaderChart, readerCountsQuery } from '../components/reader-chart.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { rightOfScreen } from '../components/screen-links.ts'
import type { Stat } from '../feature.ts'
import { adminFeatures } from '../features.ts'
import { withCopy } from '../t.ts'
import { EntryLink, WatchCard } from './watch-card.tsx'
import './overview.css'

const t = withCopy(overviewCopy, readersCopy)

/** The first screen after signing in: setup steps, warnings, latest entries, totals and tasks. */
export function OverviewScreen() {
  const api = useAdminApi()
  const may = useRights()
  const query = useQuery(overviewQuery(api))
  return (
    <>
      <ScreenHead title={t('admin.home.welcome')}>{t('admin.home.lead')}</ScreenHead>
      <div className="row">
        <Link className="btn btn--primary publish" to={collections.notices.adminPaths[0]}>
          <Icon name="bell" /> {t('overview.publish')}
        </Link>
      </div>
      <QueryState
        query={query}
        texts={{ loading: t('overview.loading'), error: t('overview.error') }}
      >
        {(overview) => {
          const steps = overview.setup.filter(({ step }) => may(rightOfScreen(pathOf(step))))
          return (
            <>
              {steps.some(({ done }) => !done) && <SetupCard steps={steps} />}
              <WatchCard overview={overview} />
            </>
          )
        }}
      </QueryState>
      <section className="stack" aria-labelledby="now">
        <div className="row row--between">
          <h2 id="now">{t('overview.now.title')}</h2>
          <a className="btn btn--small" href="/">
            <Icon name="eye" /> {t('overview.now.site')}
          </a>
        </div>
        <div className="split">
          <LatestEntries collection="notices" />
          <LatestEntries collection="news" />
        </div>
      </section>
      <SiteReaders />
      <section className="stack" aria-labelledby="counts">
        <h2 id="counts">{t('admin.home.counts')}</h2>
        <Counts />
      </section>
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

/** The screen of each step, relative to the dashboard's path. */
const stepPaths: Readonly<Partial<Record<SetupStep, string>>> = {
  password: 'account',
  notice: collections.notices.adminPaths[0],
  ...Object.fromEntries(featureSteps.map(({ step, screen }) => [step, screen])),
}

const linkOf = (step: SetupStep) => stepPaths[step] ?? ''

const pathOf = (step: SetupStep) => linkOf(step).replace(/#.*/, '')

/** The setup steps, each a link to its screen. */
function SetupCard({ steps }: { steps: AdminOverview['setup'] }) {
  const done = steps.filter((step) => step.done).length
  return (
    <section className="card stack setup" aria-labelledby="setup">
      <h2 id="setup">{t('overview.setup.title')}</h2>
      <p className="hint">
        {t('overview.setup.lead', {
          n: formatNumber(done),
          total: formatNumber(steps.length),
        })}
      </p>
      <ol>
        {steps.map(({ step, done: isDone }) => (
          <li key={step} className={isDone ? 'is-done' : undefined}>
            <Link to={linkOf(step)}>
              <Icon name={isDone ? 'check' : 'right'} />
              {t(`overview.setup.${step}`)}
              <span className={isDone ? 'badge badge--ok' : 'badge badge--warn'}>
                {t(isDone ? 'overview.setup.done' : 'overview.setup.open')}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

const SHOWN = 5

/** The first entries of a public list. */
function LatestEntries({ collection }: { collection: 'notices' | 'news' }) {
  const headId = useId()
  const { data, isError, isFetching, refetch } = useQuery(
    entriesQuery(useAdminApi(), collection, { limit: SHOWN }),
  )
  return (
    <section className="card stack latest" aria-labelledby={headId}>
      <div className="row row--between">
        <h3 id={headId}>{t(`overview.latest.${collection}`)}</h3>
        <Link to={collections[collection].adminPaths[0]}>
          {t('overview.latest.all')}
          <span className="vh">: {t(`overview.latest.${collection}`)}</span>
        </Link>
      </div>
      {data && data.length > 0 && (
        <ul className="entrylinks">
          {data.map((entry) => (
            <li key={entry._id}>
              <EntryLink collection={collection} entry={entry} meta={[formatDate(entry.date)]} />
            </li>
          ))}
        </ul>
      )}
      {data?.length === 0 && <p className="muted">{t(`overview.latest.empty.${collection}`)}</p>}
      {!data && isError && (
        <div role="alert">
          <p>{t('overview.latest.failed')}</p>
          <RetryButton
            subject={t(`overview.latest.${collection}`)}
            busy={isFetching}
            onClick={() => refetch()}
          />
        </div>
      )}
      {!data && !isError && (
        <p role="status">
          <span className="skel" aria-hidden="true" />
          <span className="vh">{t('a11y.loading')}</span>
        </p>
      )}
    </section>
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
