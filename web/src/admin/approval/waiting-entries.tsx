import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { approvalPath } from '../components/screen-links.ts'
import { withCopy } from '../t.ts'
import { ApprovedCard } from './approved-card.tsx'
import { ShortWaitingCard, WaitingCard, WaitingFacts } from './waiting-card.tsx'
import './approval.css'

const t = withCopy(approvalCopy)

interface WaitingEntriesProps {
  title: string
  waiting: readonly EntryOfCollection[]
  /** Id of the one to open. Default: the first. */
  asked?: string | null
  /** Shows only the beginning of the opened one. */
  isShort?: boolean
  /** Called when the opened one waits no longer. */
  onDecided?: () => void
  /** Shown below. */
  children?: ReactNode
}

interface Approved {
  entry: EntryOfCollection
  isChange: boolean
  /** The opened id at that time. */
  asked: string | null | undefined
}

/** The waiting entries: one is open, the others are listed. An approved one is replaced by a card that shares it. */
export function WaitingEntries({
  title,
  waiting: listed,
  asked,
  isShort = false,
  onDecided,
  children,
}: WaitingEntriesProps) {
  const headId = useId()
  const head = useRef<HTMLHeadingElement>(null)
  const [last, setLast] = useState<Approved>()
  // Another one may be opened from the list meanwhile.
  const approved = last?.asked === asked ? last : undefined
  // The list is read again after a decision.
  const waiting = listed.filter(({ _id }) => _id !== approved?.entry._id)
  const opened = waiting.find(({ _id }) => _id === asked) ?? waiting[0]
  const goOn = () => {
    setLast(undefined)
    onDecided?.()
    head.current?.focus()
  }
  if (!approved && !opened && !children) return null
  const Card = isShort ? ShortWaitingCard : WaitingCard
  return (
    <section className="stack approval" aria-labelledby={headId}>
      <h2 id={headId} tabIndex={-1} ref={head}>
        {title}{' '}
        {waiting.length > 0 && (
          <span className="muted">{t('approval.count', { n: formatNumber(waiting.length) })}</span>
        )}
      </h2>
      {approved ? (
        <ApprovedCard
          entry={approved.entry}
          isChange={approved.isChange}
          onNext={waiting.length > 0 ? goOn : undefined}
          onClose={goOn}
        />
      ) : (
        opened && (
          <Card
            key={opened._id}
            entry={opened}
            onApproved={(entry) =>
              setLast({ entry, isChange: opened.draft?.changes === true, asked })
            }
            onSentBack={goOn}
          />
        )
      )}
      <Others entries={approved ? waiting : waiting.filter((one) => one !== opened)} />
      {children}
    </section>
  )
}

function Others({ entries }: { entries: readonly EntryOfCollection[] }) {
  const headId = useId()
  if (entries.length === 0) return null
  return (
    <section className="card stack" aria-labelledby={headId}>
      <h3 id={headId}>{t('approval.others')}</h3>
      <ul className="entrylinks">
        {entries.map((entry) => (
          <li key={entry._id}>
            <Link to={approvalPath(entry._id)}>{entry.title}</Link>
            <WaitingFacts entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  )
}
