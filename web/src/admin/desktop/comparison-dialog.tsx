import type { OutboxComparison, OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { useQuery } from '@tanstack/react-query'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { siteText } from '../../ui/site-text.ts'
import { adminText } from '../admin-text.tsx'
import { comparedFields } from './compared-fields.ts'
import { desktopText } from './desktop-text.ts'
import type { OutboxDialogProps } from './discard-dialog.tsx'
import { comparisonQuery, outboxActs } from './outbox-api.ts'
import { outboxSentence } from './outbox-sentence.ts'
import { useOutboxAct } from './use-outbox-act.ts'

/** Lays a change beside what somebody else has made of the same; one of the two stays. */
export function ComparisonDialog({ entry, onClose, onGone }: OutboxDialogProps) {
  const { data, isError, isFetching, refetch } = useQuery(comparisonQuery(entry.seq))
  const keepMine = useOutboxAct(onClose)
  const keepTheirs = useOutboxAct(onClose)
  const busy = keepMine.isPending || keepTheirs.isPending
  const isUnknown = isError || data?.theirs === null
  return (
    <Dialog title={desktopText('outbox.state.conflict')} onClose={onClose}>
      <div className="dialog__b">
        <p className="quote">{outboxSentence(entry)}</p>
        <p>{desktopText('outbox.compare.lead')}</p>
        {!data && !isError && (
          <p className="row" role="status">
            <span className="spin" aria-hidden="true" /> {desktopText('outbox.compare.loading')}
          </p>
        )}
        {isUnknown && (
          <Alert tone="warn">
            <p>{desktopText('outbox.compare.unknown')}</p>
            <Button small icon="retry" busy={isFetching} onClick={() => refetch()}>
              {siteText('error.retry')}
            </Button>
          </Alert>
        )}
        {data?.theirs && <Differences entry={entry} mine={data.mine} theirs={data.theirs} />}
      </div>
      <div className="dialog__f">
        <Button onClick={onClose}>{adminText('dialog.cancel')}</Button>
        <Button
          busy={keepTheirs.isPending}
          disabled={!data || busy}
          onClick={() =>
            keepTheirs.mutate(async () => {
              await outboxActs.discard(entry)
              onGone()
            })
          }
        >
          {desktopText('outbox.conflict.keepServer')}
        </Button>
        <Button
          look="primary"
          busy={keepMine.isPending}
          disabled={!data || isUnknown || busy}
          onClick={() => keepMine.mutate(() => outboxActs.keepMine(entry))}
        >
          {desktopText('outbox.conflict.keepMine')}
        </Button>
      </div>
    </Dialog>
  )
}

interface DifferencesProps {
  entry: OutboxEntry
  mine: OutboxComparison['mine']
  theirs: NonNullable<OutboxComparison['theirs']>
}

function Differences({ entry: { endpoint, fileName }, mine, theirs }: DifferencesProps) {
  const all = { ...mine, ...(fileName && { fileName }) }
  const fields = comparedFields(endpoint, all, theirs)
  if (fields.length === 0) return <p>{desktopText('outbox.compare.same')}</p>
  return (
    <dl className="versus">
      {fields.map(({ field, name, mine, theirs }) => (
        <div key={field}>
          <dt>{name}</dt>
          <dd>
            <span className="muted">{desktopText('outbox.compare.mine')}</span>{' '}
            <b>{mine || adminText('form.blank')}</b>
          </dd>
          <dd>
            <span className="muted">{desktopText('outbox.compare.theirs')}</span>{' '}
            <b>{theirs || adminText('form.blank')}</b>
          </dd>
        </div>
      ))}
    </dl>
  )
}
