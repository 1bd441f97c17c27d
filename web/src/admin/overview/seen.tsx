import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { hasPage } from '@bidyaloy/shared/collections/registry'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { readersCopy } from '@bidyaloy/shared/copy/readers-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { collectionScreens } from '../components/collection-screens.ts'
import { readerCountsQuery } from '../components/reader-chart.tsx'
import { withCopy } from '../t.ts'
import { searchPath } from './entry-path.ts'

const t = withCopy(overviewCopy, readersCopy)

const SEEN = ['notices', 'news', 'albums'] as const

interface SeenEntry extends EntryOfCollection {
  collection: (typeof SEEN)[number]
}

/** The newest published entries, so many of them, and how often each was read. */
export function Seen({ shown }: { shown: number }) {
  const api = useAdminApi()
  const lists = useQueries({
    queries: SEEN.map((collection) => entriesQuery(api, collection, { limit: shown })),
  })
  const entries = SEEN.flatMap((collection, at) =>
    (lists[at]?.data ?? []).map((entry): SeenEntry => ({ ...entry, collection })),
  )
    .sort((a, b) => b.date.localeCompare(a.date))
    .slice(0, shown)
  const ids = entries.filter((entry) => hasPage(entry.collection, entry)).map(({ _id }) => _id)
  const readers = useQuery({ ...readerCountsQuery(api, ids), enabled: ids.length > 0 })
  const timesOf = (id: string) => readers.data?.entries.find(({ _id }) => _id === id)?.total ?? 0
  const failed = lists.filter(({ data, isError }) => !data && isError)
  return (
    <section className="card card--flush" aria-labelledby="seen">
      <div className="card__h3">
        <h2 id="seen">{t('overview.now.title')}</h2>
      </div>
      <ul className="seen">
        {entries.map((entry) => (
          <li key={entry._id}>
            <Icon name={collectionScreens[entry.collection].icon} />
            <Link to={searchPath(entry)}>{entry.title}</Link>
            {timesOf(entry._id) > 0 && (
              <span>{t('overview.now.times', { n: formatNumber(timesOf(entry._id)) })}</span>
            )}
          </li>
        ))}
      </ul>
      {lists.every(({ data }) => data?.length === 0) && (
        <p className="muted todo__none">{t('overview.now.empty')}</p>
      )}
      {failed.length > 0 && (
        <div className="todo__none" role="alert">
          <p>{t('overview.now.failed')}</p>
          <Button
            small
            icon="retry"
            onClick={() => Promise.all(failed.map(({ refetch }) => refetch()))}
          >
            {t('error.retry')}
          </Button>
        </div>
      )}
    </section>
  )
}
