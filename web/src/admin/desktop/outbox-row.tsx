import { formatDateTime } from '@bidyaloy/shared/bengali/dates'
import { formatFileSize } from '@bidyaloy/shared/bengali/file-size'
import type { OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { type DesktopTextKey, desktopText } from './desktop-text.ts'
import { outboxSentence } from './outbox-sentence.ts'
import { refusalTexts, remedyOf } from './refusal-advice.ts'

export type OutboxTask = 'discard' | 'compare' | 'retitle' | 'again'

interface Standing {
  look: string
  icon: IconName | null
  text: DesktopTextKey
}

const standings: Readonly<Record<OutboxEntry['state'], Standing>> = {
  sending: { look: 'badge--brand', icon: null, text: 'outbox.state.going' },
  waiting: { look: '', icon: 'clock', text: 'outbox.state.waiting' },
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
  const { look, icon, text } = standings[state]
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
        {(state === 'waiting' || state === 'attention') && (
          <Actions entry={entry} busy={busy} onTask={onTask} />
        )}
      </div>
    </li>
  )
}

function Actions({ entry, busy, onTask }: OutboxRowProps) {
  const remedy = entry.refusal && remedyOf(entry)
  const of = <span className="vh">: {outboxSentence(entry)}</span>
  return (
    <span className="row-actions">
      {remedy === 'compare' && (
        <Button small look="primary" icon="eye" onClick={() => onTask('compare')}>
          {desktopText('outbox.compare')}
          {of}
        </Button>
      )}
      {remedy === 'again' && (
        <Button small icon="retry" busy={busy} onClick={() => onTask('again')}>
          {desktopText('outbox.again')}
          {of}
        </Button>
      )}
      {entry.editable && entry.collection && remedy !== 'compare' && (
        <Button small icon="edit" onClick={() => onTask('retitle')}>
          {desktopText('outbox.edit')}
          {of}
        </Button>
      )}
      <Button small look="quiet" icon="trash" onClick={() => onTask('discard')}>
        {desktopText('outbox.discard')}
        {of}
      </Button>
    </span>
  )
}
