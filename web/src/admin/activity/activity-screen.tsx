import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { singleTypes } from '@bidyaloy/shared/features'
import { formatTime } from '@bidyaloy/shared/lib/bengali/dates'
import type { Action } from '@bidyaloy/shared/school/actions'
import type { ActivityItem } from '@bidyaloy/shared/school/activity'
import { activitySentence } from '@bidyaloy/shared/school/activity-sentence'
import { VERSIONED } from '@bidyaloy/shared/school/versions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { useRights } from '../api/session.ts'
import { useNames } from '../components/names.ts'
import { QueryState } from '../components/query-state.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { versionsPath } from '../components/screen-links.ts'
import { withCopy } from '../t.ts'
import { ActivityCsv } from './activity-csv.tsx'
import { activityDays, activityIcons } from './activity-days.ts'
import './activity.css'

const t = withCopy(overviewCopy)

const PAGE_SIZE = 50

/** The activity log, day by day. */
export function ActivityScreen() {
  const api = useAdminApi()
  const may = useRights()
  /** Index of the first item of the page being loaded. */
  const awaitedAt = useRef<number | null>(null)
  const query = useInfiniteQuery({
    queryKey: ['activity'],
    queryFn: ({ pageParam: offset, signal }) =>
      api.listActivity({ query: { limit: PAGE_SIZE, offset } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < PAGE_SIZE ? undefined : pages.length * PAGE_SIZE,
  })
  const items = query.data?.pages.flat() ?? []
  const firstNew = items[awaitedAt.current ?? items.length]?._id
  useEffect(() => {
    if (firstNew === undefined) return
    awaitedAt.current = null
    // Moves the focus to the first loaded item, or to the row it was grouped into.
    const row = document
      .getElementById(`activity-${firstNew}`)
      ?.closest<HTMLElement>('.activity > li')
    row?.focus()
  }, [firstNew])
  const loadOlder = () => {
    awaitedAt.current = items.length
    void query.fetchNextPage()
  }
  return (
    <>
      <ScreenHead title={t('activity.title')}>{t('activity.lead')}</ScreenHead>
      <QueryState
        query={query}
        texts={{
          loading: t('activity.loading'),
          error: t('activity.error'),
          empty: t('activity.empty'),
        }}
        isEmpty={({ pages }) => (pages[0]?.length ?? 0) === 0}
      >
        {() => (
          <>
            {may('accounts') && <ActivityCsv />}
            <div className="stack">
              {activityDays(items, new Date()).map(({ iso, name, groups }) => (
                <section className="stack activity__day" key={iso} aria-labelledby={`day-${iso}`}>
                  <h2 id={`day-${iso}`}>{name}</h2>
                  <ul className="card card--flush activity">
                    {groups.map((group) => (
                      <Fragment key={group.at(-1)?._id}>
                        <ActivityRow group={group} />
                        {group.at(-1)?.gap && (
                          <li className="activity__gap">
                            <Icon name="error" />
                            <div>{t('activity.gap')}</div>
                          </li>
                        )}
                      </Fragment>
                    ))}
                  </ul>
                </section>
              ))}
            </div>
            {query.isFetchNextPageError && (
              <Alert tone="error">
                <b>{t('activity.more.failed')}</b> {failureText(query.error)}
              </Alert>
            )}
            {query.hasNextPage && (
              <div>
                <Button icon="down" busy={query.isFetchingNextPage} onClick={loadOlder}>
                  {t(query.isFetchingNextPage ? 'activity.more.loading' : 'activity.more')}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryState>
    </>
  )
}

/** Link to the former states of a changed record. */
function VersionsLink({ item: { action, subject, recordId } }: { item: ActivityItem }) {
  const named = singleTypes.find(({ name }) => name === subject)?.segment ?? subject
  const recordType = VERSIONED.find((one) => one === named)
  if (!recordType || !CHANGES.includes(action)) return null
  return (
    <Link to={versionsPath(recordType, recordId ?? 'current')}>{t('admin.versions.open')}</Link>
  )
}

const CHANGES: readonly Action[] = ['changed', 'fileReplaced', 'reverted']

function ActivityRow({ group }: { group: readonly ActivityItem[] }) {
  const { nameOf } = useNames()
  const [latest, ...others] = group
  if (!latest) return null
  const { subject, title } = latest
  const by = nameOf(latest.by)
  // Groups are of entries.
  const named = { ...latest, by, title: subject === 'account' ? nameOf(title) : title }
  return (
    <li tabIndex={-1} id={others.length === 0 ? `activity-${latest._id}` : undefined}>
      <Icon name={activityIcons[latest.action]} />
      {others.length === 0 ? (
        <div>
          <p>{activitySentence(named)}</p>
          <VersionsLink item={latest} />
        </div>
      ) : (
        <details>
          <summary>{activitySentence({ ...named, title: '', count: group.length })}</summary>
          <ul>
            {group.map((item) => (
              <li key={item._id} id={`activity-${item._id}`}>
                {item.title}
              </li>
            ))}
          </ul>
        </details>
      )}
      <time dateTime={latest.at}>{formatTime(latest.at)}</time>
    </li>
  )
}
