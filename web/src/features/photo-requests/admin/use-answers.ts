import { photoRequestAdminCopy } from '@bidyaloy/shared/features/photo-requests/admin-copy'
import type { PhotoRequest } from '@bidyaloy/shared/features/photo-requests/photo-request'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failureText, hasCode } from '../../../admin/api/failure-text.ts'
import { useUndo } from '../../../admin/api/use-undo.ts'
import { withCopy } from '../../../admin/t.ts'
import { useToasts } from '../../../ui/toast.tsx'

const t = withCopy(photoRequestAdminCopy)

/** Hides the photo of a request, and takes answers back. */
export function useAnswers() {
  const api = useAdminApi()
  const toasts = useToasts()
  const queryClient = useQueryClient()
  // Lists, the trash, the home and the activity change as well.
  const onSettled = () => void queryClient.invalidateQueries()
  const reopenRequest = ({ _id: id }: PhotoRequest) => api.reopenPhotoRequest({ params: { id } })
  const fail = (failed: string, error: Error) =>
    toasts.show({
      tone: 'error',
      text: `${failed} ${hasCode(error, 'conflict') ? t('photoRequests.conflict') : failureText(error)}`,
    })
  const undo = useUndo<PhotoRequest>({
    done: t('photoRequests.reopened'),
    records: ({ _id }) => [_id],
    undo: reopenRequest,
    onSettled,
  })
  const hide = useMutation({
    mutationFn: ({ _id: id }: PhotoRequest) =>
      api.answerPhotoRequest({ params: { id }, body: { answer: 'hidden' } }),
    onSuccess: (answered) =>
      toasts.show({
        tone: 'ok',
        text: t('photoRequests.hidden'),
        records: [answered._id],
        ...(answered.answer?.canReopen && { action: undo(answered) }),
      }),
    onError: (error) => fail(t('photoRequests.failed'), error),
    onSettled,
  })
  const reopen = useMutation({
    mutationFn: reopenRequest,
    onSuccess: ({ _id }) =>
      toasts.show({ tone: 'ok', text: t('photoRequests.reopened'), records: [_id] }),
    onError: (error) => fail(t('photoRequests.reopen.failed'), error),
    onSettled,
  })
  return { hide, reopen }
}
