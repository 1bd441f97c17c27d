import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { failureText } from '../api/failure-text.ts'
import { ConfirmDialog } from '../components/dialogs.tsx'
import { focusOnMount } from '../components/focus.ts'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

interface DiscardDialogProps {
  title: string
  /** Whether it is a change of a published entry: these are not kept in the trash. */
  isChange: boolean
  discard: UseMutationResult<unknown, Error, void>
  onDiscarded: () => void
  onClose: () => void
}

/** Asks before a draft or a change is discarded. */
export function DiscardDialog({
  title,
  isChange,
  discard,
  onDiscarded,
  onClose,
}: DiscardDialogProps) {
  const onYes = async () => {
    // Not by a callback of `mutate`: the list may be fetched first, and has this row no longer.
    await discard.mutateAsync()
    flushSync(onClose)
    onDiscarded()
  }
  return (
    <ConfirmDialog
      title={t(isChange ? 'draft.discard.change' : 'draft.discard.draft')}
      yes={{ icon: 'trash', label: t('draft.discard.yes'), busy: discard.isPending }}
      onYes={() => void onYes().catch(() => undefined)}
      onClose={onClose}
    >
      {discard.isError && (
        <Alert tone="error" ref={focusOnMount}>
          {t('draft.deleteFailed')} {failureText(discard.error)}
        </Alert>
      )}
      <p className="quote">{title}</p>
      <p>{t(isChange ? 'draft.discard.gone' : 'draft.discard.trash')}</p>
    </ConfirmDialog>
  )
}

interface DiscardButtonProps extends Omit<DiscardDialogProps, 'onClose'> {
  /** What the button is about, for screen readers. */
  about: string
}

/** Discards a draft or a change, after a question. */
export function DiscardButton({ about, ...dialog }: DiscardButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button small icon="trash" onClick={() => setIsAsking(true)}>
        {t('draft.delete')}
        <span className="vh">: {about}</span>
      </Button>
      {isAsking && <DiscardDialog {...dialog} onClose={() => setIsAsking(false)} />}
    </>
  )
}
