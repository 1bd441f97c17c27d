import { studentsCopy } from '@bidyaloy/shared/copy/students-copy'
import type { GroupKey } from '@bidyaloy/shared/school/student-count'
import { withCopy } from '../t.ts'

const t = withCopy(studentsCopy)

/** «নবম শ্রেণি, প্রভাতী শিফট, ক শাখার» */
export function groupText({ className, shift, section }: GroupKey): string {
  return t('students.group', {
    class: t(`enum.class.${className}`),
    shift: t(`enum.shift.${shift}`),
    section: t(`enum.section.${section}`),
  })
}
