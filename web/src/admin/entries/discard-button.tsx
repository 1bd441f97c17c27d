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

interface DiscardButtonProps {
  /** What the button is about, for screen readers. */
  about: string
  title: string
  /** Whether it is a change of a published entry: these are not kept in the trash. */
  isChange: boolean
  discard: UseMutationResult<unknown, Error, void>
  onDiscarded: () => void
  look?: 'quiet'
}

/** Discards a draft or a change, after a question. */
export function DiscardButton({
  about,
  title,
  isChange,
  discard,
  onDiscarded,
  ...button
}: DiscardButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const onYes = async () => {
    // Not by a callback of `mutate`: the list may be fetched first, and has this button no longer.
    await discard.mutateAsync()
    flushSync(() => setIsAsking(false))
    onDiscarded()
  }
  return (
    <>
      <Button small icon="trash" onClick={() => setIsAsking(true)} {...button}>
        {t('draft.delete')}
        <span className="vh">: {about}</span>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t(isChange ? 'draft.discard.change' : 'draft.discard.draft')}
          yes={{ icon: 'trash', label: t('draft.discard.yes'), busy: discard.isPending }}
          onYes={() => void onYes().catch(() => undefined)}
          onClose={() => setIsAsking(false)}
        >
          {discard.isError && (
            <Alert tone="error" ref={focusOnMount}>
              {t('draft.deleteFailed')} {failureText(discard.error)}
            </Alert>
          )}
          <p className="quote">{title}</p>
          <p>{t(isChange ? 'draft.discard.gone' : 'draft.discard.trash')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
