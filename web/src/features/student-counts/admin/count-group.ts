import type { Api } from '@bidyaloy/shared/api/api'
import { studentsCopy } from '@bidyaloy/shared/features/student-counts/copy'
import { GroupKey } from '@bidyaloy/shared/school/group-key'
import { queryOptions } from '@tanstack/react-query'
import { withCopy } from '../../../admin/t.ts'
import { orNull } from '../../../ui/page-context.ts'

/** Prefix of the queries of the list and of single counts. */
export const STUDENT_COUNTS_KEY = ['studentCounts'] as const

/** The count of one class, shift and section, or null. */
export const countQuery = (api: Api, group: GroupKey) =>
  queryOptions({
    queryKey: [...STUDENT_COUNTS_KEY, group.className, group.shift, group.section],
    queryFn: ({ signal }) => orNull(api.getStudentCount({ params: group }, { signal })),
  })

/** Name of the draft of a group's count. */
export const countDraft = ({ className, shift, section }: GroupKey) =>
  `studentCount:${className}:${shift}:${section}`

const t = withCopy(studentsCopy)

/** «নবম শ্রেণি, প্রভাতী শিফট, ক শাখার» */
export function groupText({ className, shift, section }: GroupKey): string {
  return t('students.group', {
    class: t(`enum.class.${className}`),
    shift: t(`enum.shift.${shift}`),
    section: t(`enum.section.${section}`),
  })
}

/** Values of the class, shift and section selects; empty if nothing is selected. */
export type GroupChoice = Readonly<Record<keyof GroupKey, string>>

export const NO_GROUP: GroupChoice = { className: '', shift: '', section: '' }

/** Returns the group, or null unless all three are selected. */
export function groupOf(choice: GroupChoice): GroupKey | null {
  return GroupKey.safeParse(choice).data ?? null
}
