import type { NewAttendance } from '@bidyaloy/shared/features/attendance/attendance'
import type { NewStudentCount } from '@bidyaloy/shared/features/student-counts/student-count'
import { addDays, isWeekend } from '@bidyaloy/shared/lib/bengali/days'
import type * as z from 'zod'

/** School days of the sample: two weeks. */
const SCHOOL_DAYS = 10
/** The one of them that is a holiday, from the last day back. */
const CLOSED = 5

type Count = Pick<z.output<typeof NewStudentCount>, 'className' | 'shift' | 'section' | 'girls'>

/** Returns the attendance of the sample school on its last school days, the last one first. */
export function demoAttendance(counts: readonly Count[], today: string): NewAttendance[] {
  const days: string[] = []
  for (let day = today; days.length < SCHOOL_DAYS; day = addDays(day, -1)) {
    if (!isWeekend(day)) days.push(day)
  }
  return days.map((day, nth) =>
    nth === CLOSED
      ? { day, closed: 'প্রতিষ্ঠাবার্ষিকী', groups: [] }
      : {
          day,
          closed: '',
          groups: counts.map((count, at) => attendanceOf(count, at * 3, (nth * 7) % 5)),
        },
  )
}

/** Varies the share of the absent by group and by day. */
function attendanceOf({ className, shift, section, girls }: Count, mix: number, ofDay: number) {
  const absent = Math.round((girls * (3 + (mix % 7) + ofDay)) / 100)
  return { className, shift, section, enrolled: girls, present: girls - absent }
}
