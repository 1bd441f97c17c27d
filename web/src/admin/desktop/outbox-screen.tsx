import './outbox.css'
import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { QueryBox } from '../layout/query-box.tsx'
import { ScreenHead } from '../layout/screen-head.tsx'
import { useFocusAfterRemoval } from '../layout/use-focus-after-removal.ts'
import { ComparisonDialog } from './comparison-dialog.tsx'
import { desktopText } from './desktop-text.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { EditChangeDialog } from './edit-change-dialog.tsx'
import { outboxActs, outboxQuery } from './outbox-api.ts'
import { OutboxRow } from './outbox-row.tsx'
import type { OutboxTask } from './refusal-advice.ts'
import { useOutboxAct } from './use-outbox-act.ts'

const dialogs = { discard: DiscardDialog, compare: ComparisonDialog, edit: EditChangeDialog }

/** What is not at the server yet, and what was sent last. */
export function OutboxScreen() {
  const outbox = useQuery(outboxQuery)
  const list = useRef<HTMLUListElement>(null)
  const head = useRef<HTMLHeadingElement>(null)
  const [doing, setDoing] = useState<{ task: keyof typeof dialogs; entry: OutboxEntry } | null>(
    null,
  )
  const act = useOutboxAct(() => undefined)
  const entries = outbox.data ?? []
  const waiting = entries.filter(({ state }) => state !== 'sent')
  const removing = useFocusAfterRemoval(waiting.map(idOf), list, head)
  const start = (task: OutboxTask, entry: OutboxEntry) => {
    if (task === 'again') act.mutate(() => outboxActs.keepMine(entry))
    else if (task === 'hold') act.mutate(() => outboxActs.hold(entry))
    else setDoing({ task, entry })
  }
  const TaskDialog = doing && dialogs[doing.task]
  return (
    <>
      <ScreenHead title={desktopText('outbox.title')} en={desktopText('outbox.en')}>
        {desktopText('outbox.lead')}
      </ScreenHead>
      <div className="row row--between">
        <h2 tabIndex={-1} ref={head}>
          {waiting.length > 0
            ? desktopText('outbox.count', { n: formatNumber(waiting.length) })
            : desktopText('outbox.empty')}
        </h2>
        {waiting.some(({ state }) => state === 'waiting' || state === 'held') && (
          <Button
            icon="send"
            busy={act.isPending}
            onClick={() => act.mutate(() => outboxActs.sendNow())}
          >
            {desktopText('outbox.sendNow')}
          </Button>
        )}
      </div>
      <QueryBox
        query={outbox}
        texts={{
          loading: desktopText('outbox.loading'),
          error: desktopText('outbox.error'),
          empty: desktopText('outbox.empty.hint'),
        }}
        isEmpty={({ length }) => length === 0}
      >
        {(shown) => (
          <section className="card card--flush" aria-label={desktopText('outbox.list')}>
            <ul className="outbox" ref={list}>
              {shown.map((entry) => (
                <OutboxRow
                  key={entry.seq}
                  entry={entry}
                  busy={act.isPending}
                  onTask={(task) => start(task, entry)}
                />
              ))}
            </ul>
          </section>
        )}
      </QueryBox>
      {doing && TaskDialog && (
        <TaskDialog
          entry={doing.entry}
          onClose={() => setDoing(null)}
          onGone={() =>
            removing({
              id: idOf(doing.entry),
              index: waiting.findIndex(({ seq }) => seq === doing.entry.seq),
            })
          }
        />
      )}
    </>
  )
}

const idOf = ({ seq }: OutboxEntry) => String(seq)
