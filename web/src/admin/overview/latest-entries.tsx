import { formatDate } from '@bidyaloy/shared/bengali/dates'
import { collections } from '@bidyaloy/shared/collections/registry'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { Button } from '../../ui/button.tsx'
import { siteText } from '../../ui/site-text.ts'
import { useAdminApi } from '../api/admin-api.ts'
import { EntryLink } from './entry-link.tsx'
import { overviewText } from './overview-text.ts'

const SHOWN = 5

/** What visitors find first in a list. */
export function LatestEntries({ collection }: { collection: 'notices' | 'news' }) {
  const headId = useId()
  const { data, isError, isFetching, refetch } = useQuery(
    entriesQuery(useAdminApi(), collection, { limit: SHOWN }),
  )
  return (
    <section className="card stack latest" aria-labelledby={headId}>
      <div className="row row--between">
        <h3 id={headId}>{overviewText(`overview.latest.${collection}`)}</h3>
        <Link to={collections[collection].adminPaths[0]}>
          {overviewText('overview.latest.all')}
          <span className="vh">: {overviewText(`overview.latest.${collection}`)}</span>
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
      {data?.length === 0 && (
        <p className="muted">{overviewText(`overview.latest.empty.${collection}`)}</p>
      )}
      {!data && isError && (
        <div role="alert">
          <p>{overviewText('overview.latest.failed')}</p>
          <Button small icon="retry" busy={isFetching} onClick={() => refetch()}>
            {siteText('error.retry')}
            <span className="vh">: {overviewText(`overview.latest.${collection}`)}</span>
          </Button>
        </div>
      )}
      {!data && !isError && (
        <p role="status">
          <span className="skel" aria-hidden="true" />
          <span className="vh">{siteText('a11y.loading')}</span>
        </p>
      )}
    </section>
  )
}
