import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import type { OutboxComparison, OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { useQuery } from '@tanstack/react-query'
import { useKinds } from '../../collections/kind-facts.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { comparedFields } from '../components/record-fields.ts'
import { comparisonQuery, outboxActions, useOutboxAction } from '../desktop-state/desktop-api.ts'
import { withCopy } from '../t.ts'
import type { OutboxDialogProps } from './edit-change-dialog.tsx'
import { outboxSentence } from './outbox-texts.ts'

const t = withCopy(desktopCopy)

/** Compares a change with the server's record. A person keeps one of the two. */
export function ComparisonDialog({ entry, onClose, onGone }: OutboxDialogProps) {
  const { data, isError, isFetching, refetch } = useQuery(comparisonQuery(entry))
  const keepMine = useOutboxAction(onClose)
  const keepTheirs = useOutboxAction(onClose)
  const busy = keepMine.isPending || keepTheirs.isPending
  const isUnknown = isError || data?.theirs === null
  return (
    <Dialog title={t('outbox.state.conflict')} onClose={onClose}>
      <div className="dialog__b">
        <p className="quote">{outboxSentence(entry)}</p>
        <p>{t('outbox.compare.lead')}</p>
        {!data && !isError && (
          <p className="row" role="status">
            <span className="spin" aria-hidden="true" /> {t('outbox.compare.loading')}
          </p>
        )}
        {isUnknown && (
          <Alert tone="warn">
            <p>{t('outbox.compare.unknown')}</p>
            <Button small icon="retry" busy={isFetching} onClick={() => refetch()}>
              {t('error.retry')}
            </Button>
          </Alert>
        )}
        {data?.theirs && <Differences entry={entry} mine={data.mine} theirs={data.theirs} />}
      </div>
      <div className="dialog__f">
        <Button onClick={onClose}>{t('dialog.cancel')}</Button>
        <Button
          busy={keepTheirs.isPending}
          disabled={!data || busy}
          onClick={() =>
            keepTheirs.mutate(async () => {
              await outboxActions.discard(entry)
              onGone()
            })
          }
        >
          {t('outbox.conflict.keepServer')}
        </Button>
        <Button
          look="primary"
          busy={keepMine.isPending}
          disabled={!data || isUnknown || busy}
          onClick={() => keepMine.mutate(() => outboxActions.keepMine(entry))}
        >
          {t('outbox.conflict.keepMine')}
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

function Differences({ entry: { endpoint, collection }, mine, theirs }: DifferencesProps) {
  const kinds = useKinds(collection ?? '')
  const fields = comparedFields(endpoint, mine, theirs, kinds)
  if (fields.length === 0) return <p>{t('outbox.compare.same')}</p>
  return (
    <dl className="versus">
      {fields.map(({ field, name, ...sides }) => (
        <div key={field}>
          <dt>{name}</dt>
          {(['mine', 'theirs'] as const).map((side) => (
            <dd key={side}>
              <span className="muted">{t(`outbox.compare.${side}`)}</span>{' '}
              <b>{sides[side] || t('form.blank')}</b>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
