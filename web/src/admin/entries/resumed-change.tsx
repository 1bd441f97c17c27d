import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import type { UseMutationResult } from '@tanstack/react-query'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { failureText } from '../api/failure-text.ts'
import { withCopy } from '../t.ts'
import { fromText } from './timing.ts'

const t = withCopy(entriesCopy)

interface ResumedChangeProps {
  change: Entry
  discard: UseMutationResult<Entry, Error, void>
  onDiscarded: () => void
}

/** Says that a dialog goes on with a change that was not published, and discards it. */
export function ResumedChange({ change: { draft }, discard, onDiscarded }: ResumedChangeProps) {
  return (
    <Alert tone="warn">
      <p>
        {t('change.resumed')} {draft && t('draft.by', { by: draft.by, moment: fromText(draft.at) })}
      </p>
      {discard.isError && (
        <p>
          {t('draft.deleteFailed')} {failureText(discard.error)}
        </p>
      )}
      <Button
        small
        icon="trash"
        busy={discard.isPending}
        onClick={() => discard.mutate(undefined, { onSuccess: onDiscarded })}
      >
        {t('draft.delete')}
        <span className="vh">: {t('draft.badge.changes')}</span>
      </Button>
    </Alert>
  )
}
