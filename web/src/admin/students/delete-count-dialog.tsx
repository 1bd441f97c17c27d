import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert } from '../../ui/alert.tsx'
import { siteText } from '../../ui/site-text.ts'
import { useToasts } from '../../ui/toaster.tsx'
import { AdminText, adminText } from '../admin-text.tsx'
import { failureText, hasCode } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { STUDENT_COUNTS_KEY } from './count-query.ts'
import { studentsText } from './students-text.ts'

interface DeleteCountDialogProps {
  count: StudentCount
  onClose: () => void
  /** The row, and with it the button that opened this, is no longer there. */
  onGone: () => void
}

/** Asks before a count goes to the bin. Opens on the button that leaves it where it is. */
export function DeleteCountDialog({ count, onClose, onGone }: DeleteCountDialogProps) {
  const writing = useWriteApi()
  const { api } = writing
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const refresh = () => queryClient.invalidateQueries({ queryKey: STUDENT_COUNTS_KEY })
  const restore = useMutation({
    mutationFn: () => api.restoreTrash({ params: { id: count._id } }),
    onSuccess: () => toasts.show({ tone: 'ok', text: studentsText('students.restored') }),
    onError: (error) =>
      toasts.show({
        tone: 'error',
        text: `${adminText('toast.undo.failed')} ${failureText(error)}`,
        action: undo,
      }),
    onSettled: refresh,
  })
  const undo = {
    label: adminText('toast.undo'),
    icon: 'undo',
    run: () => {
      restore.mutate()
      // The button that was pressed goes with its message.
      onGone()
    },
  } as const
  const remove = useMutation({
    mutationFn: async () => {
      try {
        await api.deleteStudentCount({ params: { id: count._id } })
        return 'deleted'
      } catch (error) {
        // Someone else was quicker: what was wanted is so.
        if (hasCode(error, 'not_found')) return 'gone'
        throw error
      }
    },
    onSuccess: (outcome) => {
      onClose()
      onGone()
      writing.notifySaved(
        outcome === 'gone'
          ? { text: adminText('dialog.delete.gone') }
          : { text: <AdminText id="admin.students.deleted" />, action: undo },
      )
    },
    onSettled: refresh,
  })
  return (
    <ConfirmDialog
      title={adminText('dialog.delete.title')}
      yes={{ icon: 'trash', label: adminText('dialog.yesDelete'), busy: remove.isPending }}
      onYes={() => remove.mutate()}
      onClose={onClose}
    >
      {remove.isError && (
        <Alert tone="error">
          <b>
            <AdminText id="admin.students.deleteFailed" />
          </b>{' '}
          {failureText(remove.error)}
        </Alert>
      )}
      <p>
        {adminText('admin.students.confirmDelete', {
          class: siteText(`enum.class.${count.className}`),
          shift: siteText(`enum.shift.${count.shift}`),
          section: siteText(`enum.section.${count.section}`),
        })}
      </p>
      <p className="muted">{adminText('dialog.delete.warning')}</p>
    </ConfirmDialog>
  )
}
