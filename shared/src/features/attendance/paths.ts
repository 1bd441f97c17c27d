import type { Paths, ReadPaths } from '../../feature.ts'

export const reads = {
  listAttendance: { method: 'GET', path: '/api/attendance' },
  attendanceSummary: { method: 'GET', path: '/api/attendance/summary' },
  attendanceToday: { method: 'GET', path: '/api/attendance/today' },
} as const satisfies ReadPaths

export const paths = {
  ...reads,
  getAttendance: { method: 'GET', path: '/api/attendance/:id' },
  createAttendance: { method: 'POST', path: '/api/attendance' },
  updateAttendance: { method: 'PUT', path: '/api/attendance/:id' },
  deleteAttendance: { method: 'DELETE', path: '/api/attendance/:id' },
} as const satisfies Paths

export const pages = { attendance: '/attendance' } as const
