import { attendanceAdminCopy } from '@bidyaloy/shared/features/attendance/admin-copy'
import { NewAttendance } from '@bidyaloy/shared/features/attendance/attendance'
import { attendanceTexts, attendance as type } from '@bidyaloy/shared/features/attendance/record'
import { formatDate, startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { isDay } from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { groupKey, SECTIONS, SHIFTS } from '@bidyaloy/shared/school/class-groups'
import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'
import type { AdminFeature } from '../../admin/feature.ts'
import { withCopy } from '../../admin/t.ts'

const t = withCopy(attendanceAdminCopy)

/** The names of all groups by their keys, which are the fields of a comparison. */
const groupNames = Object.fromEntries(
  CLASS_NAMES.flatMap((className) =>
    SHIFTS.flatMap((shift) =>
      SECTIONS.map((section) => [
        groupKey({ className, shift, section }),
        t('attendanceAdmin.field.group', {
          class: t(`enum.class.${className}`),
          shift: t(`enum.shift.${shift}`),
          section: t(`enum.section.${section}`),
        }),
      ]),
    ),
  ),
)

export const adminFeature: AdminFeature = {
  name: type.name,
  link: {
    path: type.screen,
    label: attendanceTexts['admin.sidebar.attendance'],
    icon: 'users',
    help: 'attendance',
    right: 'publish',
    group: 'days',
    isLast: true,
  },
  screens: [
    {
      path: type.screen,
      load: async () => (await import('./admin/attendance-screen.tsx')).AttendanceScreen,
    },
  ],
  fieldNames: { updateAttendance: { closed: t('attendanceAdmin.reason'), ...groupNames } },
  comparedData(data) {
    const { closed, groups } = NewAttendance.parse(data)
    const numbers = groups.map((group) => [
      groupKey(group),
      `${formatNumber(group.present)}/${formatNumber(group.enrolled)}`,
    ])
    return { closed, ...Object.fromEntries(numbers) }
  },
  titleOf: (named) => (isDay(named) ? formatDate(startOfDay(named)) : null),
}
