import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { type PointerEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
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
  asked: string | null
  /** Asks for another one, by its id. */
  onAsk: (id: string | null) => void
  /** Shows only the beginning of the opened one. */
  isShort?: boolean
  /** Shown below. */
  children?: ReactNode
}

/**
 * The waiting entries one after the other: a decision opens the next one. What was approved last stands
 * below, to share it or to take it back.
 */
export function WaitingEntries({
  title,
  waiting: listed,
  asked,
  onAsk,
  isShort = false,
  children,
}: WaitingEntriesProps) {
  const headId = useId()
  const head = useRef<HTMLHeadingElement>(null)
  const [approved, setApproved] = useState<EntryOfCollection>()
  const [isMoved, setMoved] = useState(false)
  // The list is read again after a decision.
  const waiting = listed.filter(({ _id }) => _id !== approved?._id)
  const at = Math.max(
    0,
    waiting.findIndex(({ _id }) => _id === asked),
  )
  const opened = waiting[at]
  const open = (entry: EntryOfCollection | undefined) => {
    if (!entry) return
    setMoved(true)
    onAsk(entry._id)
  }
  const openNext = () => {
    const next = waiting[at + 1] ?? waiting[at - 1]
    setMoved(true)
    onAsk(next?._id ?? null)
    if (!next) head.current?.focus()
  }
  const swipe = useSwipe((step) => open(waiting[at + step]))
  if (!approved && !opened && !children) return null
  const Card = isShort ? ShortWaitingCard : WaitingCard
  return (
    <section className="stack approval" aria-labelledby={headId}>
      <div className="approval__head">
        <h2 id={headId} tabIndex={-1} ref={head}>
          {title}{' '}
          {waiting.length > 0 && (
            <span className="muted">
              {t('approval.count', { n: formatNumber(waiting.length) })}
            </span>
          )}
        </h2>
        {waiting.length > 1 && (
          <span className="approval__steps">
            {([-1, 1] as const).map((step) => (
              <Button
                key={step}
                small
                look="quiet"
                icon={step < 0 ? 'left' : 'right'}
                aria-label={t(step < 0 ? 'approval.previous' : 'approval.next')}
                disabled={!waiting[at + step]}
                onClick={() => open(waiting[at + step])}
              />
            ))}
          </span>
        )}
      </div>
      {opened && (
        <div className="approval__one" key={opened._id} {...swipe}>
          <Card
            entry={opened}
            takesFocus={isMoved}
            onApproved={(entry) => {
              setApproved(entry)
              openNext()
            }}
            onSentBack={openNext}
          />
        </div>
      )}
      {approved && (
        <ApprovedCard
          key={approved._id}
          entry={approved}
          takesFocus={!opened}
          onClose={() => setApproved(undefined)}
          onTakenBack={() => open(approved)}
        />
      )}
      <Others entries={waiting.filter((one) => one !== opened)} />
      {children}
    </section>
  )
}

/** Length of a swipe in pixels, and how much wider than high it is. */
const SWIPE = { width: 60, slope: 2 }

/** Handlers of an element that fingers push aside. @param onSwipe called with 1 for the next one, or -1 */
function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      start.current = pointerType === 'touch' && isPrimary ? { x, y } : null
    },
    // Of a finger that scrolls, browsers send no more.
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!start.current) return
      const x = clientX - start.current.x
      const y = clientY - start.current.y
      if (Math.abs(x) > SWIPE.width && Math.abs(x) > SWIPE.slope * Math.abs(y)) {
        onSwipe(x < 0 ? 1 : -1)
      }
      start.current = null
    },
  }
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
