import { validationText } from '@bidyaloy/shared/api/issue-text'
import { SECTIONS, SHIFTS } from '@bidyaloy/shared/school/class-groups'
import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'
import { t } from '../../../admin/t.ts'

/** The selects of a class, shift and section. */
export const groupSelects = [
  {
    name: 'className',
    label: t('students.col.class'),
    missing: validationText('valid.enum.class').bn,
    options: CLASS_NAMES.map((value) => ({ value, label: t.both(`enum.class.${value}`) })),
  },
  {
    name: 'shift',
    label: t('students.col.shift'),
    missing: validationText('valid.enum.shift').bn,
    options: SHIFTS.map((value) => ({ value, label: t.both(`enum.shift.${value}`) })),
  },
  {
    name: 'section',
    label: t('students.col.section'),
    missing: validationText('valid.enum.section').bn,
    options: SECTIONS.map((value) => ({ value, label: t.both(`enum.section.${value}`) })),
  },
] as const
