import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useNames } from '../components/names.ts'
import { withCopy } from '../t.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { writersOf } from './draft-writers.ts'
import { fromText } from './timing.ts'

const t = withCopy(entriesCopy)

interface ResumedChangeProps {
  change: Entry
  discard: UseMutationResult<void, Error, void>
  onDiscarded: () => void
}

/** Says that a dialog goes on with a change that was not published, and discards it. */
export function ResumedChange({
  change: { title, draft },
  discard,
  onDiscarded,
}: ResumedChangeProps) {
  const { nameOf } = useNames()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Alert tone="warn">
      <p>
        {t('change.resumed')}{' '}
        {draft && t('draft.by', { by: writersOf(draft, nameOf), moment: fromText(draft.at) })}
      </p>
      <Button small icon="trash" onClick={() => setIsAsking(true)}>
        {t('draft.delete')}
        <span className="vh">: {t('draft.badge.changes')}</span>
      </Button>
      {isAsking && (
        <DiscardDialog {...{ title, discard, onDiscarded }} onClose={() => setIsAsking(false)} />
      )}
    </Alert>
  )
}
