import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useAdminApi } from '../api/admin-api.ts'
import { overviewQuery } from '../components/overview-query.ts'
import { QueryState } from '../components/query-state.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { approvalPath } from '../components/screen-links.ts'
import { OnlineGate } from '../desktop-state/desktop-only.tsx'
import { writersOf } from '../entries/draft-writers.ts'
import { fromText } from '../entries/timing.ts'
import { withCopy } from '../t.ts'
import { WaitingCard } from './waiting-card.tsx'
import './approval.css'

const t = withCopy(approvalCopy, overviewCopy)

/** What waits for approval: the longest waiting one opened as visitors will see it, the others below. */
export function ApprovalScreen() {
  const query = useQuery(overviewQuery(useAdminApi()))
  const headId = useId()
  const head = useRef<HTMLHeadingElement>(null)
  const [search, setSearch] = useSearchParams()
  const waiting = query.data?.waiting ?? []
  const asked = search.get('entry')
  const opened = waiting.find(({ _id }) => _id === asked) ?? waiting[0]
  const next = () => {
    setSearch({}, { replace: true, preventScrollReset: true })
    head.current?.focus()
  }
  return (
    <>
      <ScreenHead title={t('approval.title')} en={t.en('approval.title')}>
        {t('approval.lead')}
      </ScreenHead>
      <OnlineGate offline={t('approval.offline')}>
        <section className="stack approval" aria-labelledby={headId}>
          <h2 id={headId} tabIndex={-1} ref={head}>
            {t('approval.waiting')}{' '}
            {waiting.length > 0 && (
              <span className="muted">
                {t('approval.count', { n: formatNumber(waiting.length) })}
              </span>
            )}
          </h2>
          <QueryState
            query={query}
            texts={{
              loading: t('approval.loading'),
              error: t('approval.error'),
              empty: t('approval.empty'),
            }}
            isEmpty={() => !opened}
          >
            {() =>
              opened && (
                <>
                  <WaitingCard key={opened._id} entry={opened} onDone={next} />
                  <Others entries={waiting.filter((one) => one !== opened)} />
                </>
              )
            }
          </QueryState>
        </section>
      </OnlineGate>
    </>
  )
}

function Others({ entries }: { entries: readonly EntryOfCollection[] }) {
  const headId = useId()
  if (entries.length === 0) return null
  return (
    <section className="card stack" aria-labelledby={headId}>
      <h3 id={headId}>{t('approval.others')}</h3>
      <ul className="entrylinks">
        {entries.map(({ _id, title, collection, draft }) => (
          <li key={_id}>
            <Link to={approvalPath(_id)}>{title}</Link>
            <p className="meta">
              <span>{t(`trash.kind.${collection}`)}</span>
              {draft && <span>{writersOf(draft)}</span>}
              {draft && <span>{fromText(draft.at)}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
