import { type DesktopTextKey, desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import { formatFileSize } from '@bidyaloy/shared/copy/file-size'
import type { OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useFocusAfterRemoval } from '../components/focus.ts'
import { QueryState } from '../components/query-state.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { outboxActions, outboxQuery, useOutboxAction } from '../desktop-state/desktop-api.ts'
import { withCopy } from '../t.ts'
import { ComparisonDialog } from './comparison-dialog.tsx'
import { DiscardDialog, EditChangeDialog } from './edit-change-dialog.tsx'
import {
  type OutboxTask,
  outboxSentence,
  partsText,
  refusalTexts,
  tasksOf,
  wrongFields,
} from './outbox-texts.ts'
import './outbox.css'

const t = withCopy(desktopCopy)

const dialogs = { discard: DiscardDialog, compare: ComparisonDialog, edit: EditChangeDialog }

/** Pending changes, and those sent last. */
export function OutboxScreen() {
  const outbox = useQuery(outboxQuery)
  const list = useRef<HTMLUListElement>(null)
  const head = useRef<HTMLHeadingElement>(null)
  const [open, setOpen] = useState<{ task: keyof typeof dialogs; entry: OutboxEntry } | null>(null)
  const action = useOutboxAction(() => undefined)
  const entries = outbox.data ?? []
  const waiting = entries.filter(({ state }) => state !== 'sent')
  const removing = useFocusAfterRemoval(waiting.map(idOf), list, head)
  const start = (task: OutboxTask, entry: OutboxEntry) => {
    if (task === 'again') action.mutate(() => outboxActions.keepMine(entry))
    else if (task === 'hold') action.mutate(() => outboxActions.hold(entry))
    else setOpen({ task, entry })
  }
  const TaskDialog = open && dialogs[open.task]
  return (
    <>
      <ScreenHead title={t('outbox.title')} en={t('outbox.en')}>
        {t('outbox.lead')}
      </ScreenHead>
      <div className="row row--between">
        <h2 tabIndex={-1} ref={head}>
          {waiting.length > 0
            ? t('outbox.count', { n: formatNumber(waiting.length) })
            : t('outbox.empty')}
        </h2>
        {waiting.some(({ state }) => state === 'waiting' || state === 'held') && (
          <Button
            icon="send"
            busy={action.isPending}
            onClick={() => action.mutate(() => outboxActions.sendNow())}
          >
            {t('outbox.sendNow')}
          </Button>
        )}
      </div>
      <QueryState
        query={outbox}
        texts={{
          loading: t('outbox.loading'),
          error: t('outbox.error'),
          empty: t('outbox.empty.hint'),
        }}
        isEmpty={({ length }) => length === 0}
      >
        {(shown) => (
          <section className="card card--flush" aria-label={t('outbox.list')}>
            <ul className="outbox" ref={list}>
              {shown.map((entry) => (
                <OutboxRow
                  key={entry.seq}
                  entry={entry}
                  busy={action.isPending}
                  onTask={(task) => start(task, entry)}
                />
              ))}
            </ul>
          </section>
        )}
      </QueryState>
      {open && TaskDialog && (
        <TaskDialog
          entry={open.entry}
          onClose={() => setOpen(null)}
          onGone={() =>
            removing({
              id: idOf(open.entry),
              index: waiting.findIndex(({ seq }) => seq === open.entry.seq),
            })
          }
        />
      )}
    </>
  )
}

const idOf = ({ seq }: OutboxEntry) => String(seq)

interface RowStatus {
  /** CSS class of the badge. */
  look: string
  icon: IconName | null
  text: DesktopTextKey
}

const rowStatuses: Readonly<Record<OutboxEntry['state'], RowStatus>> = {
  sending: { look: 'badge--brand', icon: null, text: 'outbox.state.going' },
  waiting: { look: '', icon: 'clock', text: 'outbox.state.waiting' },
  held: { look: '', icon: 'close', text: 'outbox.state.held' },
  attention: { look: 'badge--error', icon: 'error', text: 'outbox.state.attention' },
  sent: { look: 'badge--ok', icon: 'check', text: 'outbox.state.arrived' },
}

interface OutboxRowProps {
  entry: OutboxEntry
  busy: boolean
  onTask: (task: OutboxTask) => void
}

/** A change with its status and possible tasks. */
function OutboxRow({ entry, busy, onTask }: OutboxRowProps) {
  const { state, bytes, progress, fileNames, createdAt } = entry
  const parts = partsText(entry)
  const { look, icon, text } = rowStatuses[state]
  const tasks = tasksOf(entry)
  return (
    <li>
      <span className={`badge ${look}`}>
        {icon ? <Icon name={icon} /> : <span className="spin" aria-hidden="true" />} {t(text)}
      </span>
      <div>
        <p className="outbox__t">{outboxSentence(entry)}</p>
        <div className="outbox__s">
          {state === 'attention' && <p>{refusalTexts(entry).join(' ')}</p>}
          {state === 'held' && <p>{t('outbox.held')}</p>}
          <p className="meta">
            {parts && <span dir="auto">{parts}</span>}
            {fileNames.length > 0 && bytes !== null && <span>{formatFileSize(bytes)}</span>}
            {progress !== null && (
              <span>
                {t('outbox.progress', { percent: toBengaliDigits(Math.floor(progress * 100)) })}
              </span>
            )}
            <span>
              <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
            </span>
          </p>
        </div>
      </div>
      <div className="outbox__b">
        {tasks.length > 0 && (
          <span className="row-actions">
            {tasks.map((task, index) => (
              <Button
                key={task}
                small
                {...taskButtons[task]}
                {...(index === 0 && state === 'attention' && { look: 'primary' })}
                busy={task === 'again' && busy}
                onClick={() => onTask(task)}
              >
                {taskText(task, entry)}
                <span className="vh">: {outboxSentence(entry)}</span>
              </Button>
            ))}
          </span>
        )}
      </div>
    </li>
  )
}

const taskButtons: Readonly<Record<OutboxTask, { icon: IconName; look?: 'quiet' }>> = {
  hold: { icon: 'close' },
  compare: { icon: 'eye' },
  edit: { icon: 'edit' },
  again: { icon: 'retry' },
  discard: { icon: 'trash', look: 'quiet' },
}

function taskText(task: OutboxTask, entry: OutboxEntry): string {
  if (task === 'edit') {
    const onlyTitle = wrongFields(entry).every((field) => field === 'title')
    return t(onlyTitle ? 'outbox.edit' : 'outbox.edit.wrong')
  }
  return t(`outbox.${task}`)
}
