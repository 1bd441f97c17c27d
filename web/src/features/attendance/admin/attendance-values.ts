import { attendanceAdminCopy } from '@bidyaloy/shared/features/attendance/admin-copy'
import type { Attendance, GroupAttendance } from '@bidyaloy/shared/features/attendance/attendance'
import {
  MAX_COUNT,
  type StudentCount,
} from '@bidyaloy/shared/features/student-counts/student-count'
import { readNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { compareGroups, type Group, groupKey } from '@bidyaloy/shared/school/class-groups'
import type { TextValues } from '../../../admin/form/drafts.ts'
import { withCopy } from '../../../admin/t.ts'

const t = withCopy(attendanceAdminCopy)

/* The form of a day: its values are texts, those of a group named by its key. */

export const NUMBERS = ['enrolled', 'present'] as const
export type NumberName = (typeof NUMBERS)[number]

/** Returns the name of a field. It has no space: it is part of an element's id. */
export const fieldOf = (name: NumberName, group: Group) =>
  `${name}-${groupKey(group).replaceAll(' ', '-')}`

/** A group of the form. */
export interface FormGroup extends Group {
  /** Students by the student counts; 0 if these have none. */
  offered: number
}

/** Returns the groups that have students, or numbers on this day, in their order. */
export function formGroups(
  counts: readonly StudentCount[],
  saved: Pick<Attendance, 'groups'> | null,
): FormGroup[] {
  const groups = new Map<string, FormGroup>()
  for (const { className, shift, section, girls, boys } of counts) {
    const group = { className, shift, section, offered: girls + boys }
    if (group.offered > 0) groups.set(groupKey(group), group)
  }
  for (const { className, shift, section } of saved?.groups ?? []) {
    const group = { className, shift, section, offered: 0 }
    if (!groups.has(groupKey(group))) groups.set(groupKey(group), group)
  }
  return [...groups.values()].sort(compareGroups)
}

const text = (number: number | undefined) =>
  number === undefined || number === 0 ? '' : toBengaliDigits(number)

/** Values of a day without a record: the totals are offered. */
export const blankValues = (groups: readonly FormGroup[]): TextValues => ({
  state: 'open',
  closed: '',
  ...Object.fromEntries(
    groups.flatMap((group) => [
      [fieldOf('enrolled', group), text(group.offered)],
      [fieldOf('present', group), ''],
    ]),
  ),
})

/** Values of a record. Groups without numbers keep the offered total. */
export function toValues(groups: readonly FormGroup[], saved: Attendance): TextValues {
  const own = saved.groups.flatMap((group) => [
    [fieldOf('enrolled', group), toBengaliDigits(group.enrolled)],
    [fieldOf('present', group), toBengaliDigits(group.present)],
  ])
  return {
    ...blankValues(groups),
    state: saved.closed ? 'closed' : 'open',
    closed: saved.closed,
    ...Object.fromEntries(own),
  }
}

/** Returns what is wrong with the numbers of a group, by the field; a blank one is right. */
export function groupErrors(group: Group, values: TextValues): Partial<Record<NumberName, string>> {
  const [enrolled, present] = NUMBERS.map((name) => readNumber(values[fieldOf(name, group)] ?? ''))
  const isWrong = (number: number | null | undefined) =>
    number !== null &&
    number !== undefined &&
    (!Number.isInteger(number) || number < 0 || number > MAX_COUNT)
  if (isWrong(enrolled)) return { enrolled: t('attendanceAdmin.notNumber') }
  if (isWrong(present)) return { present: t('attendanceAdmin.notNumber') }
  if (present === null || present === undefined) return {}
  if (enrolled === null || enrolled === undefined) return { enrolled: t('attendanceAdmin.noTotal') }
  return present > enrolled
    ? { present: t('attendanceAdmin.over', { n: toBengaliDigits(enrolled) }) }
    : {}
}

/** Returns the typed numbers of each group that has some; a wrong total counts as 0. */
export function typedGroups(groups: readonly Group[], values: TextValues): GroupAttendance[] {
  return groups.flatMap(({ className, shift, section }) => {
    const group = { className, shift, section }
    const present = readNumber(values[fieldOf('present', group)] ?? '')
    if (present === null || Number.isNaN(present)) return []
    const enrolled = readNumber(values[fieldOf('enrolled', group)] ?? '') || 0
    return [{ ...group, enrolled, present }]
  })
}

/** Returns what is wrong with the form, by field. */
export function formErrors(
  groups: readonly FormGroup[],
  values: TextValues,
): Record<string, string> {
  if (values.state === 'closed') return {}
  const wrong = groups.flatMap((group) =>
    Object.entries(groupErrors(group, values)).map(
      ([name, message]) =>
        [fieldOf(name === 'enrolled' ? name : 'present', group), message] as const,
    ),
  )
  const [first] = groups
  const isBlank = wrong.length === 0 && typedGroups(groups, values).length === 0
  return {
    ...(isBlank && first && { [fieldOf('present', first)]: t('attendanceAdmin.none') }),
    ...Object.fromEntries(wrong),
  }
}

/** Returns what is sent. */
export function toBody(
  groups: readonly FormGroup[],
  values: TextValues,
): Pick<Attendance, 'closed' | 'groups'> {
  return values.state === 'closed'
    ? { closed: values.closed?.trim() ?? '', groups: [] }
    : { closed: '', groups: typedGroups(groups, values) }
}

/** «ষষ্ঠ প্রভাতী ক» */
export function groupText({ className, shift, section }: Group): string {
  return t('attendanceAdmin.field.group', {
    class: t(`enum.class.${className}`),
    shift: t(`enum.shift.${shift}`),
    section: t(`enum.section.${section}`),
  })
}
