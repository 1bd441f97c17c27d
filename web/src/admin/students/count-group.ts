import type { Api } from '@bidyaloy/shared/api/api'
import { studentsCopy } from '@bidyaloy/shared/copy/students-copy'
import type { GroupKey } from '@bidyaloy/shared/school/student-count'
import { queryOptions } from '@tanstack/react-query'
import { orNull } from '../../ui/page-context.ts'
import { withCopy } from '../t.ts'

/** Everything of the counts: the list, and each looked up alone. */
export const STUDENT_COUNTS_KEY = ['studentCounts'] as const

/** The count of one class, shift and section; null where there is none. */
export const countQuery = (api: Api, group: GroupKey) =>
  queryOptions({
    queryKey: [...STUDENT_COUNTS_KEY, group.className, group.shift, group.section],
    queryFn: ({ signal }) => orNull(api.getStudentCount({ params: group }, { signal })),
  })

const t = withCopy(studentsCopy)

/** «নবম শ্রেণি, প্রভাতী শিফট, ক শাখার» */
export function groupText({ className, shift, section }: GroupKey): string {
  return t('students.group', {
    class: t(`enum.class.${className}`),
    shift: t(`enum.shift.${shift}`),
    section: t(`enum.section.${section}`),
  })
}
