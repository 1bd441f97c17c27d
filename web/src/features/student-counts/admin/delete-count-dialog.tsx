import { studentsCopy } from '@bidyaloy/shared/features/student-counts/copy'
import type { StudentCount } from '@bidyaloy/shared/features/student-counts/student-count'
import { useQueryClient } from '@tanstack/react-query'
import { DeletionDialog } from '../../../admin/components/deletion-dialog.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Bilingual } from '../../../ui/bilingual.tsx'
import { STUDENT_COUNTS_KEY } from './count-group.ts'

const t = withCopy(studentsCopy)

interface DeleteCountDialogProps {
  count: StudentCount
  onClose: () => void
  /** Called when the row, and with it the button that opened this, is gone. */
  onGone: () => void
}

/** Asks before a count is moved to the trash. */
export function DeleteCountDialog({ count, ...dialog }: DeleteCountDialogProps) {
  const queryClient = useQueryClient()
  const { _id: id, className, shift, section } = count
  return (
    <DeletionDialog
      {...dialog}
      ids={[id]}
      remove={(api) => api.deleteStudentCount({ params: { id } })}
      texts={{
        question: t('admin.students.confirmDelete', {
          class: t(`enum.class.${className}`),
          shift: t(`enum.shift.${shift}`),
          section: t(`enum.section.${section}`),
        }),
        deleted: <Bilingual {...t.pair('admin.students.deleted')} />,
        failed: <Bilingual {...t.pair('admin.students.deleteFailed')} />,
        restored: t('students.restored'),
      }}
      onSettled={() => void queryClient.invalidateQueries({ queryKey: STUDENT_COUNTS_KEY })}
    />
  )
}
