import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useAdminApi } from '../api/admin-api.ts'
import { overviewQuery } from '../components/overview-query.ts'
import { QueryState } from '../components/query-state.tsx'
import { OnlineGate } from '../desktop-state/desktop-only.tsx'
import { PublishedHead, PublishedTabsOfAll } from '../entries/published-tabs.tsx'
import { withCopy } from '../t.ts'
import { WaitingEntries } from './waiting-entries.tsx'

const t = withCopy(approvalCopy)

/** What waits for approval: the longest waiting one opened as visitors will see it, the others below. */
export function ApprovalScreen() {
  const query = useQuery(overviewQuery(useAdminApi()))
  const [search, setSearch] = useSearchParams()
  const asked = search.get('entry')
  const waiting = query.data?.waiting ?? []
  return (
    <>
      <PublishedHead />
      <PublishedTabsOfAll current="waiting" />
      <OnlineGate offline={t('approval.offline')}>
        <WaitingEntries
          title={t('approval.waiting')}
          waiting={waiting}
          asked={asked}
          onAsk={(id) => setSearch(id ? { entry: id } : {}, { replace: true })}
        >
          <QueryState
            query={query}
            texts={{
              loading: t('approval.loading'),
              error: t('approval.error'),
              empty: t('approval.empty'),
            }}
            isEmpty={() => waiting.length === 0}
          >
            {() => null}
          </QueryState>
        </WaitingEntries>
      </OnlineGate>
    </>
  )
}
