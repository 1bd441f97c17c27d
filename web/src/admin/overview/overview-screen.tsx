import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { formatDate, formatWeekday } from '@bidyaloy/shared/lib/bengali/dates'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { useAdminApi } from '../api/admin-api.ts'
import { useRights } from '../api/session.ts'
import { overviewQuery } from '../components/overview-query.ts'
import { QueryState } from '../components/query-state.tsx'
import { PageTitle } from '../components/screen-head.tsx'
import { Composer } from '../compose/composer.tsx'
import { usePublished } from '../entries/published-card.tsx'
import { withCopy } from '../t.ts'
import { FirstRunOffer, useFirstRunStep, useIsFirstRun } from './first-run-steps.tsx'
import { Numbers } from './numbers.tsx'
import { Seen } from './seen.tsx'
import { Todo } from './todo.tsx'
import './overview.css'

const t = withCopy(overviewCopy)

const WaitingFirst = lazy(async () => {
  const { WaitingFirst: section } = await import('./waiting-first.tsx')
  return { default: section }
})

const AccountEvents = lazy(async () => {
  const { AccountEvents: section } = await import('./account-events.tsx')
  return { default: section }
})

const FirstRun = lazy(async () => {
  const { FirstRun: screen } = await import('./first-run.tsx')
  return { default: screen }
})

/**
 * The first screen after signing in: what waits for those who approve, the question, what there is to
 * do, and what visitors see.
 */
export function OverviewScreen() {
  const query = useQuery(overviewQuery(useAdminApi()))
  const heading = useRef<HTMLHeadingElement>(null)
  const [now] = useState(() => new Date())
  const may = useRights()
  const mayApprove = may('approve')
  const step = useFirstRunStep()
  const isFirstRun = useIsFirstRun(query.data)
  const waiting = query.data?.waiting ?? []
  const accountEvents = query.data?.accountEvents ?? []
  const [hasWaited, setHasWaited] = useState(false)
  // It stays for what it says of the last one.
  if (mayApprove && waiting.length > 0 && !hasWaited) setHasWaited(true)
  const { onPublished, card } = usePublished()
  if (step !== null && query.data) {
    return (
      <Suspense fallback={null}>
        <FirstRun step={step} overview={query.data} />
      </Suspense>
    )
  }
  return (
    <div className="home">
      <div className="admin__head">
        <PageTitle>{t('admin.home.welcome')}</PageTitle>
        <h1 ref={heading} tabIndex={-1}>
          {t('admin.home.welcome')}
        </h1>
        <p>{t('overview.today', { weekday: formatWeekday(now), date: formatDate(now) })}</p>
      </div>
      <div className="home__first">
        {accountEvents.length > 0 && (
          <Suspense fallback={null}>
            <AccountEvents accountEvents={accountEvents} onSeen={() => heading.current?.focus()} />
          </Suspense>
        )}
        {hasWaited && (
          <Suspense fallback={null}>
            <WaitingFirst waiting={waiting} />
          </Suspense>
        )}
        {isFirstRun && query.data && <FirstRunOffer overview={query.data} />}
        {card}
        <Composer onPublished={onPublished} />
      </div>
      <div className="over3">
        <QueryState
          query={query}
          texts={{ loading: t('overview.loading'), error: t('overview.error') }}
        >
          {(overview) => <Todo overview={overview} shown={hasWaited ? 2 : 3} />}
        </QueryState>
        {!isFirstRun && <Seen shown={hasWaited ? 3 : 5} />}
      </div>
      {query.data && !isFirstRun && <Numbers overview={query.data} />}
    </div>
  )
}
