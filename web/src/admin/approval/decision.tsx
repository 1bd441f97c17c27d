import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { failureText, hasCode } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { focusOnMount } from '../components/focus.ts'
import { fromText } from '../entries/timing.ts'
import { withCopy } from '../t.ts'
import { decide } from './decide.ts'
import { SendBack } from './send-back.tsx'

const t = withCopy(approvalCopy)

export interface DecisionProps {
  /** As the head sees it. */
  entry: EntryOfCollection
  /** Called with what is published now. */
  onApproved: (approved: EntryOfCollection) => void
  onSentBack: () => void
}

/**
 * The buttons that publish what waits or send it back.
 * @param isSticky keeps them at the foot of the view, in reach of the thumb
 */
export function Decision({
  entry,
  onApproved,
  onSentBack,
  isSticky = false,
}: DecisionProps & { isSticky?: boolean }) {
  const approve = useApprove(entry, onApproved)
  const [step, setStep] = useState<'deciding' | 'sendingBack' | 'cancelled'>('deciding')
  const [now] = useState(() => Date.now())
  const { publishAt } = entry
  const isLater = publishAt !== undefined && Date.parse(publishAt) > now
  const isConflict = hasCode(approve.error, 'conflict')
  if (step === 'sendingBack') {
    return <SendBack entry={entry} onSent={onSentBack} onCancel={() => setStep('cancelled')} />
  }
  return (
    <>
      {isLater && <p className="hint">{t('approval.later', { moment: fromText(publishAt) })}</p>}
      {approve.isError && (
        <Alert tone="error" ref={focusOnMount} key={approve.submittedAt}>
          <b>{t('approval.approve.failed')}</b>{' '}
          {isConflict ? t('approval.conflict') : failureText(approve.error)}{' '}
          {isConflict && (
            <Button small icon="check" onClick={() => approve.mutate({ anyway: true })}>
              {t('approval.anyway')}
            </Button>
          )}
        </Alert>
      )}
      <div className={isSticky ? 'decision formfoot savebar' : 'decision'}>
        <Button
          icon="undo"
          ref={step === 'cancelled' ? focusOnMount : undefined}
          onClick={() => setStep('sendingBack')}
        >
          {t('approval.back')}
        </Button>
        <Button
          look="primary"
          icon="check"
          busy={approve.isPending}
          onClick={() => approve.mutate({ anyway: false })}
        >
          {t(approve.isPending ? 'approval.approving' : 'approval.approve')}
        </Button>
      </div>
    </>
  )
}

/** Publishes what waits, if it is still what the head has seen. */
function useApprove(entry: EntryOfCollection, onApproved: DecisionProps['onApproved']) {
  const { api } = useWriteApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { collection, _id: id } = entry
  return useMutation({
    /** @param anyway although the published entry has been changed since this change was started */
    mutationFn: async ({ anyway }: { anyway: boolean }) => {
      const present = anyway ? await api.getEntry({ params: { collection, id } }) : entry
      return decide(api, entry, { status: 'published', __v: present.__v })
    },
    onSuccess: (approved) => {
      if (approved) onApproved({ ...approved, collection })
      else toasts.show({ tone: 'error', text: t('approval.changed') })
    },
    // Lists and the activity change as well.
    onSettled: () => queryClient.invalidateQueries(),
  })
}
