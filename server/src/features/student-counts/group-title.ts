import type { Language } from '@bidyaloy/shared/api/problem'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { fill } from '@bidyaloy/shared/copy/translate'
import type { GroupKey } from '@bidyaloy/shared/school/student-count'

/** «ষষ্ঠ শ্রেণি, প্রভাতী, ক শাখা», or “Class Six, Morning, Section A”. */
export function groupTitle(
  { className, shift, section }: GroupKey,
  language: Language = 'bn',
): string {
  if (language === 'en') return `Class ${className}, ${shift}, Section ${section}`
  return [
    fill(siteCopy['enum.class.suffix'], { class: siteCopy[`enum.class.${className}`].bn }),
    siteCopy[`enum.shift.${shift}`].bn,
    fill(siteCopy['enum.section.suffix'], { section: siteCopy[`enum.section.${section}`].bn }),
  ].join(', ')
}
