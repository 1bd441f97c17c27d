import type { Language } from '../api/problem.ts'
import { pageCopy } from '../copy/page-copy.ts'
import { siteCopy } from '../copy/site-copy.ts'
import { fill } from '../copy/translate.ts'
import type { Group } from './class-groups.ts'

/** Returns the title of a group: «ষষ্ঠ শ্রেণি, প্রভাতী, ক শাখা», or “Class Six, Morning, Section A”. */
export function groupTitle(
  { className, shift, section }: Group,
  language: Language = 'bn',
): string {
  if (language === 'en') return `Class ${className}, ${shift}, Section ${section}`
  return [
    fill(siteCopy['enum.class.suffix'], { class: siteCopy[`enum.class.${className}`].bn }),
    pageCopy[`enum.shift.${shift}`].bn,
    fill(pageCopy['enum.section.suffix'], { section: pageCopy[`enum.section.${section}`].bn }),
  ].join(', ')
}
