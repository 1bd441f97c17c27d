import { type EntryOfCollection, MAX_NOTE_LENGTH } from '@bidyaloy/shared/collections/entry'
import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useWriteApi } from '../api/use-write-api.ts'
import { ChangeFailure } from '../components/change-failure.tsx'
import { focusOnMount } from '../components/focus.ts'
import { BengaliTextArea } from '../form/fields.tsx'
import { RadioPicks } from '../form/radio-picks.tsx'
import { withCopy } from '../t.ts'
import { decide } from './decide.ts'

const t = withCopy(approvalCopy)

const READY = ['approval.back.date', 'approval.back.signature', 'approval.back.spelling'] as const

/** It stands where the buttons were, at the foot of the view. */
const scrollToOnMount = (form: HTMLFormElement | null) => form?.scrollIntoView({ block: 'nearest' })

interface SendBackProps {
  entry: EntryOfCollection
  onSent: () => void
  onCancel: () => void
}

/** Sends what waits back to its writer, with a sentence. Takes the focus. */
export function SendBack({ entry, onSent, onCancel }: SendBackProps) {
  const { _id: id, title } = entry
  const { api, notifySaved } = useWriteApi()
  const queryClient = useQueryClient()
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const fieldId = useId()
  const toasts = useToasts()
  const send = useMutation({
    mutationFn: () => decide(api, entry, { status: 'draft', note: note.trim() }),
    onSuccess: (sent) => {
      if (!sent) return toasts.show({ tone: 'error', text: t('approval.changed') })
      notifySaved({ text: t('approval.back.sent', { title }), records: [id] })
      onSent()
    },
    onSettled: () => queryClient.invalidateQueries(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isEmpty = note.trim() === ''
    setMissing(isEmpty)
    if (isEmpty) document.getElementById(fieldId)?.focus()
    else send.mutate()
  }
  return (
    <form className="stack" noValidate onSubmit={submit} ref={scrollToOnMount}>
      <RadioPicks
        legend={t('approval.back.ready')}
        options={READY.map((key) => ({ value: t(key), label: t(key) }))}
        value={note}
        onChange={setNote}
        tabIndex={-1}
        ref={focusOnMount}
      />
      <BengaliTextArea
        id={fieldId}
        label={t('approval.back.note')}
        hint={t('approval.back.hint')}
        error={isMissing && note.trim() === '' ? t('approval.back.required') : undefined}
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        required
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <ChangeFailure change={send} text={t('approval.back.failed')} />
      <div className="decision">
        <Button onClick={onCancel}>{t('dialog.cancel')}</Button>
        <Button look="primary" type="submit" icon="send" busy={send.isPending}>
          {t(send.isPending ? 'approval.back.sending' : 'approval.back.send')}
        </Button>
      </div>
    </form>
  )
}
