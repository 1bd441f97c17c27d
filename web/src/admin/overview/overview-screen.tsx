import { collections } from '@bidyaloy/shared/collections/registry'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import { adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { QueryBox } from '../layout/query-box.tsx'
import { ScreenHead } from '../layout/screen-head.tsx'
import { contentLinks } from '../layout/sidebar-links.ts'
import { Counts } from './counts.tsx'
import { LatestEntries } from './latest-entries.tsx'
import { overviewText } from './overview-text.ts'
import { SetupCard } from './setup-card.tsx'
import { WatchCard } from './watch-card.tsx'

/** Where one lands after signing in: what is to be done, what there is, what can be done. */
export function OverviewScreen() {
  const api = useAdminApi()
  const query = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => api.officeOverview({}, { signal }),
  })
  return (
    <>
      <ScreenHead title={adminText('admin.home.welcome')}>
        {adminText('admin.home.lead')}
      </ScreenHead>
      <div className="row">
        <Link className="btn btn--primary publish" to={collections.notices.adminPaths[0]}>
          <Icon name="bell" /> {overviewText('overview.publish')}
        </Link>
      </div>
      <QueryBox
        query={query}
        texts={{
          loading: overviewText('overview.loading'),
          error: overviewText('overview.error'),
          empty: '',
        }}
        isEmpty={() => false}
      >
        {(overview) => (
          <>
            {overview.setup.some(({ done }) => !done) && <SetupCard steps={overview.setup} />}
            <WatchCard overview={overview} />
          </>
        )}
      </QueryBox>
      <section className="stack" aria-labelledby="now">
        <div className="row row--between">
          <h2 id="now">{overviewText('overview.now.title')}</h2>
          <a className="btn btn--small" href="/">
            <Icon name="eye" /> {overviewText('overview.now.site')}
          </a>
        </div>
        <div className="split">
          <LatestEntries collection="notices" />
          <LatestEntries collection="news" />
        </div>
      </section>
      <section className="stack" aria-labelledby="counts">
        <h2 id="counts">{adminText('admin.home.counts')}</h2>
        <Counts />
      </section>
      <section className="stack" aria-labelledby="tasks">
        <h2 id="tasks">{adminText('admin.home.tasks')}</h2>
        <ul className="tasks">
          {contentLinks.map(({ path, text, icon }) => (
            <li key={path}>
              <Link className="card" to={path}>
                <Icon name={icon} /> {adminText(text)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
