import { attendanceAdminCopy } from '@bidyaloy/shared/features/attendance/admin-copy'
import type { AttendanceToday } from '@bidyaloy/shared/features/attendance/attendance'
import { dhakaTime, formatWeekday } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays, formatDay, isWeekend } from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { useRights } from '../../../admin/api/session.ts'
import { withCopy } from '../../../admin/t.ts'
import { holidayQuery } from '../../calendar/holidays.ts'
import { studentCountsQuery } from '../../student-counts/queries.ts'
import { ATTENDANCE_KEY } from '../queries.ts'
import { formGroups } from './attendance-values.ts'

const t = withCopy(attendanceAdminCopy)

/** Days after which a school that types no attendance any more is not asked for it. */
const ASKED_DAYS = 30

/** What is asked, and what was given the last time. */
export interface OpenAttendance {
  text: string
  remark: string
}

/**
 * Returns the question for today's attendance to those who may give it: only on a school day, and
 * only if the school has given it lately.
 */
export function useOpenAttendance(): OpenAttendance | undefined {
  const api = useAdminApi()
  const [today] = useState(() => dhakaTime(new Date()).iso)
  const mayGive = useRights()('publish') && !isWeekend(today)
  const { data } = useQuery({
    queryKey: [...ATTENDANCE_KEY, 'today'],
    queryFn: ({ signal }) => api.attendanceToday({}, { signal }),
    enabled: mayGive,
  })
  const latest = data && !data.today ? usedLately(data, today) : undefined
  const isOpen = latest !== undefined
  const holiday = useQuery({ ...holidayQuery(api, today), enabled: mayGive && isOpen })
  const counts = useQuery({ ...studentCountsQuery(api), enabled: mayGive && isOpen })
  if (!latest || holiday.data !== null || !counts.data) return undefined
  const { day, groups } = latest
  const isYesterday = day === addDays(today, -1)
  return {
    text: t('attendanceAdmin.open.task'),
    remark: t(isYesterday ? 'attendanceAdmin.open.yesterday' : 'attendanceAdmin.open.last', {
      day: `${formatWeekday(day)} ${formatDay(day)}`,
      n: formatNumber(groups),
      all: formatNumber(Math.max(groups, formGroups(counts.data, null).length)),
    }),
  }
}

function usedLately({ latest }: AttendanceToday, today: string) {
  return latest && latest.day >= addDays(today, -ASKED_DAYS) ? latest : undefined
}
