import { formatTime } from '@bidyaloy/shared/bengali/dates'
import type { ActivityItem } from '@bidyaloy/shared/school/activity'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { QueryBox } from '../layout/query-box.tsx'
import { ScreenHead } from '../layout/screen-head.tsx'
import { officeText } from '../office-text.ts'
import { activityDays } from './activity-days.ts'
import { activityIcons, activitySentence } from './activity-sentence.ts'

const AT_ONCE = 50

/** Who did what when, day by day. */
export function ActivityScreen() {
  const api = useAdminApi()
  const list = useRef<HTMLDivElement>(null)
  const query = useInfiniteQuery({
    queryKey: ['activity'],
    queryFn: ({ pageParam: offset, signal }) =>
      api.listActivity({ query: { limit: AT_ONCE, offset } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < AT_ONCE ? undefined : pages.length * AT_ONCE),
  })
  const shown = query.data?.pages.flat().length ?? 0
  const awaitedAt = useRef<number | null>(null)
  useEffect(() => {
    const first = awaitedAt.current
    if (first === null || shown <= first) return
    awaitedAt.current = null
    // Reading goes on with the first deed that has come.
    list.current?.querySelectorAll('li')[first]?.focus()
  }, [shown])
  const older = () => {
    awaitedAt.current = shown
    void query.fetchNextPage()
  }
  return (
    <>
      <ScreenHead title={officeText('activity.title')}>{officeText('activity.lead')}</ScreenHead>
      <QueryBox
        query={query}
        texts={{
          loading: officeText('activity.loading'),
          error: officeText('activity.error'),
          empty: officeText('activity.empty'),
        }}
        isEmpty={({ pages }) => (pages[0]?.length ?? 0) === 0}
      >
        {({ pages }) => (
          <>
            <div className="stack" ref={list}>
              {activityDays(pages.flat(), new Date()).map(({ iso, name, items }) => (
                <section className="stack deeds__day" key={iso} aria-labelledby={`day-${iso}`}>
                  <h2 id={`day-${iso}`}>{name}</h2>
                  <ul className="card card--flush deeds">
                    {items.map((item) => (
                      <Deed key={item._id} item={item} />
                    ))}
                  </ul>
                </section>
              ))}
            </div>
            {query.isFetchNextPageError && (
              <Alert tone="error">
                <b>{officeText('activity.more.failed')}</b> {failureText(query.error)}
              </Alert>
            )}
            {query.hasNextPage && (
              <div>
                <Button icon="down" busy={query.isFetchingNextPage} onClick={older}>
                  {officeText(query.isFetchingNextPage ? 'activity.more.loading' : 'activity.more')}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryBox>
    </>
  )
}

function Deed({ item }: { item: ActivityItem }) {
  return (
    <li tabIndex={-1}>
      <Icon name={activityIcons[item.action]} />
      <p>{activitySentence(item)}</p>
      <time dateTime={item.at}>{formatTime(item.at)}</time>
    </li>
  )
}
