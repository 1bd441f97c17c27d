import * as z from 'zod'
import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { recordEndpoints } from '../../api/record-endpoints.ts'
import {
  Attendance,
  AttendanceChange,
  AttendanceDay,
  AttendanceQuery,
  AttendanceSummary,
  AttendanceToday,
  NewAttendance,
} from './attendance.ts'
import { paths } from './paths.ts'

const tag = 'attendance'
const { list, create, update, remove } = recordEndpoints({
  name: 'attendance',
  tag,
  created: NewAttendance,
  changed: AttendanceChange,
  stored: Attendance,
})

export const attendanceEndpoints = {
  listAttendance: {
    ...paths.listAttendance,
    summary: 'List the days of a month with their numbers, newest first',
    ...list,
    query: AttendanceQuery,
  },
  attendanceSummary: {
    ...paths.attendanceSummary,
    summary: 'The sums of the last days and of a month',
    tag,
    access: 'public',
    query: AttendanceQuery,
    status: 200,
    response: AttendanceSummary,
  },
  attendanceToday: {
    ...paths.attendanceToday,
    summary: 'The sums of the present day',
    tag,
    access: 'public',
    status: 200,
    response: AttendanceToday,
  },
  getAttendance: {
    ...paths.getAttendance,
    summary: 'The attendance of a day by its id',
    tag,
    access: 'public',
    params: z.object({ id: z.string() }),
    status: 200,
    response: Attendance,
    problems: ['not_found'],
  },
  createAttendance: {
    ...paths.createAttendance,
    summary: 'Store the attendance of a day',
    ...create,
  },
  updateAttendance: {
    ...paths.updateAttendance,
    summary: 'Replace the numbers of a day',
    ...update,
  },
  deleteAttendance: {
    ...paths.deleteAttendance,
    summary: 'Move a day to the trash',
    ...remove,
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const attendanceSchemas = {
  NewAttendance,
  Attendance,
  AttendanceChange,
  AttendanceDay,
  AttendanceSummary,
  AttendanceToday,
}
