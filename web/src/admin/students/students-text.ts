import { adminStudentsCopy } from '@bidyaloy/shared/copy/students-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import type { GroupKey } from '@bidyaloy/shared/school/student-count'
import { siteText } from '../../ui/site-text.ts'

/** The texts of this screen alone: no other needs to load them. */
export const studentsText = translator(adminStudentsCopy)

/** «নবম শ্রেণি, প্রভাতী শিফট, ক শাখার» */
export function groupText({ className, shift, section }: GroupKey): string {
  return studentsText('students.group', {
    class: siteText(`enum.class.${className}`),
    shift: siteText(`enum.shift.${shift}`),
    section: siteText(`enum.section.${section}`),
  })
}
