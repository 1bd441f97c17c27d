import { photoRequestAdminCopy } from '@bidyaloy/shared/features/photo-requests/admin-copy'
import { MAX_REASON_LENGTH } from '@bidyaloy/shared/features/photo-requests/photo-address'
import {
  PhotoAnswer,
  type PhotoRequest,
} from '@bidyaloy/shared/features/photo-requests/photo-request'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failureText, hasCode } from '../../../admin/api/failure-text.ts'
import { ChangeFailure } from '../../../admin/components/change-failure.tsx'
import { ConfirmDialog, FormDialog } from '../../../admin/components/dialogs.tsx'
import { focusOnMount } from '../../../admin/components/focus.ts'
import { schemaErrors } from '../../../admin/form/contract-resolver.ts'
import { BengaliTextArea } from '../../../admin/form/fields.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Alert } from '../../../ui/alert.tsx'
import { useToasts } from '../../../ui/toast.tsx'

const t = withCopy(photoRequestAdminCopy)

interface RequestDialogProps {
  request: PhotoRequest
  onClose: () => void
  /** Called when the request is no longer where it was. */
  onGone: () => void
}

/** Asks why the photo stays. */
export function RefuseDialog({ request: { _id: id, title }, onClose, onGone }: RequestDialogProps) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const refuse = useMutation({
    mutationFn: () =>
      api.answerPhotoRequest({ params: { id }, body: { answer: 'refused', reason } }),
    onSuccess: () => {
      onClose()
      onGone()
      toasts.show({ tone: 'ok', text: t('photoRequests.refused'), records: [id] })
    },
    onSettled: () => queryClient.invalidateQueries(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const error = schemaErrors(PhotoAnswer, { answer: 'refused', reason }).reason
    setWrong(error)
    if (error) field.current?.focus()
    else refuse.mutate()
  }
  return (
    <FormDialog
      title={t('photoRequests.refuse.title')}
      onClose={onClose}
      isDirty={reason !== ''}
      focus={field}
      onSubmit={submit}
      submit={t('photoRequests.refuse.save')}
      busy={refuse.isPending}
    >
      <p className="quote">{title}</p>
      {refuse.isError && (
        <Alert tone="error" ref={focusOnMount} key={refuse.submittedAt}>
          <b>{t('photoRequests.failed')}</b>{' '}
          {hasCode(refuse.error, 'conflict')
            ? t('photoRequests.conflict')
            : failureText(refuse.error)}
        </Alert>
      )}
      <BengaliTextArea
        label={t('photoRequests.refuse.reason')}
        hint={t('photoRequests.refuse.hint')}
        error={wrong}
        rows={2}
        maxLength={MAX_REASON_LENGTH}
        required
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        ref={field}
      />
    </FormDialog>
  )
}

/** Asks before a request is deleted. */
export function DeleteRequestDialog({ request, onClose, onGone }: RequestDialogProps) {
  const { _id: id, title } = request
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const deletion = useMutation({
    mutationFn: () => api.removePhotoRequest({ params: { id } }),
    onSuccess: () => {
      onClose()
      onGone()
      toasts.show({ tone: 'ok', text: t('photoRequests.deleted'), records: [id] })
    },
    onSettled: () => queryClient.invalidateQueries(),
  })
  return (
    <ConfirmDialog
      title={t('photoRequests.delete.title')}
      yes={{ icon: 'trash', label: t('dialog.yesDelete'), busy: deletion.isPending }}
      onYes={() => deletion.mutate()}
      onClose={onClose}
    >
      <ChangeFailure change={deletion} text={t('photoRequests.delete.failed')} />
      <p className="quote">{title}</p>
      <p>{t('photoRequests.delete.what')}</p>
    </ConfirmDialog>
  )
}
