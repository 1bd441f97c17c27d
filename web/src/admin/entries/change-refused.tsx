import type { RefObject } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { adminText } from '../admin-text.tsx'
import { failureText, hasCode } from '../api/failure-text.ts'
import { EntriesText, type EntriesTextKey } from './entries-text.tsx'
import type { useCurrentEntry } from './use-current-entry.ts'

interface ChangeRefusedProps {
  error: Error
  /** What did not work. */
  failed: EntriesTextKey
  entry: ReturnType<typeof useCurrentEntry>
  onReloaded: () => void
  ref: RefObject<HTMLDivElement | null>
}

/** Why a change was refused; where someone else was quicker, the way to see what is there now. */
export function ChangeRefused({ error, failed, entry, onReloaded, ref }: ChangeRefusedProps) {
  if (hasCode(error, 'not_found')) {
    return (
      <Alert tone="error" ref={ref}>
        {adminText('dialog.delete.gone')}
      </Alert>
    )
  }
  if (!hasCode(error, 'conflict')) {
    return (
      <Alert tone="error" ref={ref}>
        <b>
          <EntriesText id={failed} />
        </b>{' '}
        {failureText(error)}
      </Alert>
    )
  }
  const { reload } = entry
  return (
    <Alert tone="warn" ref={ref}>
      <p>{adminText('dialog.conflict')}</p>
      {reload.isError && <p>{failureText(reload.error)}</p>}
      <Button
        small
        icon="refresh"
        busy={reload.isPending}
        onClick={() => reload.mutate(undefined, { onSuccess: onReloaded })}
      >
        {adminText('dialog.conflict.reload')}
      </Button>
    </Alert>
  )
}
