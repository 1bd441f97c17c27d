import type { TeacherPage } from '@bidyaloy/shared/school/teacher-page'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { teacherPageQuery } from '../../school/school-queries.ts'
import { useToasts } from '../../ui/toaster.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { teachersText } from './teachers-text.ts'

/** Sets a page again that has just been replaced. */
export function usePutBack() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: ({ before, after }: { before: TeacherPage; after: TeacherPage }) => {
      const { html, teachers } = before
      const page = teachers ? { teachers } : { html }
      return api.updateTeacherPage({ body: { ...page, __v: after.__v } })
    },
    onSuccess: (page) => {
      queryClient.setQueryData(teacherPageQuery(api).queryKey, page)
      toasts.show({ tone: 'ok', text: teachersText('teachers.undone') })
    },
    onError: (error) =>
      toasts.show({
        tone: 'error',
        text: `${teachersText('teachers.undo.failed')} ${failureText(error)}`,
      }),
  })
}
