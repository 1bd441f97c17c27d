import { formatDateTime } from '@bidyaloy/shared/bengali/dates'
import { formatFileSize } from '@bidyaloy/shared/bengali/digits'
import type { OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { type DesktopTextKey, desktopText } from './desktop-text.ts'
import { outboxSentence } from './outbox-sentence.ts'
import { type OutboxTask, refusalTexts, tasksOf, wrongFields } from './refusal-advice.ts'

interface RowStatus {
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

/** A change, how it stands, and what can be done with it. */
export function OutboxRow({ entry, busy, onTask }: OutboxRowProps) {
  const { state, bytes, fileName, createdAt } = entry
  const { look, icon, text } = rowStatuses[state]
  const tasks = tasksOf(entry)
  return (
    <li>
      <span className={`badge ${look}`}>
        {icon ? <Icon name={icon} /> : <span className="spin" aria-hidden="true" />}{' '}
        {desktopText(text)}
      </span>
      <div>
        <p className="outbox__t">{outboxSentence(entry)}</p>
        <div className="outbox__s">
          {state === 'attention' && <p>{refusalTexts(entry).join(' ')}</p>}
          {state === 'held' && <p>{desktopText('outbox.held')}</p>}
          <p className="meta">
            {fileName && <span dir="auto">{fileName}</span>}
            {fileName && bytes !== null && <span>{formatFileSize(bytes)}</span>}
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
                {...acts[task]}
                {...(index === 0 && state === 'attention' && { look: 'primary' })}
                busy={task === 'again' && busy}
                onClick={() => onTask(task)}
              >
                {actText(task, entry)}
                <span className="vh">: {outboxSentence(entry)}</span>
              </Button>
            ))}
          </span>
        )}
      </div>
    </li>
  )
}

const acts: Readonly<Record<OutboxTask, { icon: IconName; look?: 'quiet' }>> = {
  hold: { icon: 'close' },
  compare: { icon: 'eye' },
  edit: { icon: 'edit' },
  again: { icon: 'retry' },
  discard: { icon: 'trash', look: 'quiet' },
}

function actText(task: OutboxTask, entry: OutboxEntry): string {
  if (task === 'discard') return desktopText('outbox.discard')
  if (task === 'edit') {
    const onlyTitle = wrongFields(entry).every((field) => field === 'title')
    return desktopText(onlyTitle ? 'outbox.edit' : 'outbox.edit.wrong')
  }
  return desktopText(`outbox.${task}`)
}
