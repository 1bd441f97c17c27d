import { studentsCopy } from '@bidyaloy/shared/copy/students-copy'
import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert } from '../../ui/alert.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { failureText, hasCode } from '../api/failure-text.ts'
import { useUndo } from '../api/use-undo.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { ConfirmDialog } from '../components/dialogs.tsx'
import { withCopy } from '../t.ts'
import { STUDENT_COUNTS_KEY } from './count-group.ts'

const t = withCopy(studentsCopy)

interface DeleteCountDialogProps {
  count: StudentCount
  onClose: () => void
  /** Called when the row, and with it the button that opened this, is gone. */
  onGone: () => void
}

/** Asks before a count is moved to the trash. */
export function DeleteCountDialog({ count, onClose, onGone }: DeleteCountDialogProps) {
  const { api, notifySaved } = useWriteApi()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: STUDENT_COUNTS_KEY })
  const restore = useUndo<void>({
    done: t('students.restored'),
    records: [count._id],
    undo: () => api.restoreTrash({ params: { id: count._id } }),
    onRun: onGone,
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: async () => {
      try {
        await api.deleteStudentCount({ params: { id: count._id } })
        return 'deleted'
      } catch (error) {
        // Another admin has deleted it.
        if (hasCode(error, 'not_found')) return 'gone'
        throw error
      }
    },
    onSuccess: (outcome) => {
      onClose()
      onGone()
      notifySaved(
        outcome === 'gone'
          ? { text: t('dialog.delete.gone') }
          : {
              text: <Bilingual {...t.pair('admin.students.deleted')} />,
              records: [count._id],
              action: restore(),
            },
      )
    },
    onSettled: refresh,
  })
  return (
    <ConfirmDialog
      title={t('admin.students.confirmDelete', {
        class: t(`enum.class.${count.className}`),
        shift: t(`enum.shift.${count.shift}`),
        section: t(`enum.section.${count.section}`),
      })}
      yes={{ icon: 'trash', label: t('dialog.yesDelete'), busy: remove.isPending }}
      onYes={() => remove.mutate()}
      onClose={onClose}
    >
      {remove.isError && (
        <Alert tone="error">
          <b>
            <Bilingual {...t.pair('admin.students.deleteFailed')} />
          </b>{' '}
          {failureText(remove.error)}
        </Alert>
      )}
      <p className="muted">{t('dialog.delete.warning')}</p>
    </ConfirmDialog>
  )
}
