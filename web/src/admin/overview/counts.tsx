import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { collections } from '@bidyaloy/shared/collections/registry'
import { sumCounts } from '@bidyaloy/shared/school/count-totals'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { entriesQuery, entryStatsQuery } from '../../collections/entry-queries.ts'
import { studentCountsQuery } from '../../school/school-queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { siteText } from '../../ui/site-text.ts'
import { type AdminTextKey, adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'

/** How much of each kind visitors find. */
export function Counts() {
  const api = useAdminApi()
  const totalOf = { select: ({ total }: { total: number }) => total }
  const notices = useQuery({ ...entryStatsQuery(api, 'notices'), ...totalOf })
  const news = useQuery({ ...entryStatsQuery(api, 'news'), ...totalOf })
  const downloads = useQuery({ ...entryStatsQuery(api, 'downloads'), ...totalOf })
  const jubilee = useQuery({ ...entryStatsQuery(api, collections.gallery.name), ...totalOf })
  // Its videos are no pictures: only the list tells them apart.
  const gallery = useQuery({
    ...entriesQuery(api, 'main-gallery'),
    select: (entries) => entries.filter(({ filePath }) => filePath).length,
  })
  const students = useQuery({
    ...studentCountsQuery(api),
    select: (rows) => sumCounts(rows).total,
  })
  return (
    <dl className="defgrid counts">
      <Count label="admin.home.stat.notices" parts={[notices]} />
      <Count label="admin.home.stat.news" parts={[news]} />
      <Count label="admin.home.stat.downloads" parts={[downloads]} />
      <Count label="admin.home.stat.photos" parts={[jubilee, gallery]} />
      <Count label="admin.home.stat.students" parts={[students]} />
    </dl>
  )
}

interface CountProps {
  label: AdminTextKey
  parts: readonly Pick<UseQueryResult<number>, 'data' | 'isError' | 'refetch'>[]
}

function Count({ label, parts }: CountProps) {
  const numbers = parts.flatMap(({ data }) => (data === undefined ? [] : [data]))
  const failed = parts.filter(({ data, isError }) => data === undefined && isError)
  return (
    <div>
      <dt>{adminText(label)}</dt>
      <dd className="n">
        {numbers.length === parts.length ? (
          formatNumber(numbers.reduce((sum, part) => sum + part, 0))
        ) : failed.length > 0 ? (
          <button
            className="btn btn--small"
            type="button"
            onClick={() => {
              for (const { refetch } of failed) void refetch()
            }}
          >
            <Icon name="retry" /> {siteText('error.retry')}
            <span className="vh">: {adminText(label)}</span>
          </button>
        ) : (
          <span className="skel">
            <span className="vh">{siteText('a11y.loading')}</span>
          </span>
        )}
      </dd>
    </div>
  )
}
