import type { ReadApi } from '@bidyaloy/shared/api/api'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import type {
  Attendance,
  AttendanceDay,
  NewAttendance,
} from '@bidyaloy/shared/features/attendance/attendance'
import { pages } from '@bidyaloy/shared/features/attendance/paths'
import type { EntityManager } from 'typeorm'
import type { ServerFeature } from '../../feature.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { getRecord } from '../records/record-commands.ts'
import { recordHandlers } from '../records/record-routes.ts'
import {
  attendanceModel,
  attendanceSummary,
  attendanceToday,
  listAttendance,
} from './attendance-queries.ts'

interface MonthQuery {
  query?: { month?: string | undefined }
}

/** The reads of public pages at a time. */
export const attendanceReads = (read: EntityManager, now: Date) => ({
  listAttendance: ({ query }: MonthQuery) => listAttendance(read, now, query?.month),
  attendanceSummary: ({ query }: MonthQuery) => attendanceSummary(read, now, query?.month),
  attendanceToday: () => attendanceToday(read, now),
})

function attendanceRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { read } = deps.db
  const { create, update, remove } = recordHandlers(deps, attendanceModel)
  const reads = () => attendanceReads(read, deps.clock())
  route(router, deps, 'listAttendance', (call) => reads().listAttendance(call))
  route(router, deps, 'attendanceSummary', (call) => reads().attendanceSummary(call))
  route(router, deps, 'attendanceToday', () => reads().attendanceToday())
  route(router, deps, 'getAttendance', ({ params }) => getRecord(read, attendanceModel, params.id))
  route(router, deps, 'createAttendance', create)
  route(router, deps, 'updateAttendance', update)
  route(router, deps, 'deleteAttendance', remove)
}

const group = { className: 'Six', shift: 'Morning', section: 'A' } as const
const example: NewAttendance = {
  day: '2026-11-19',
  closed: '',
  groups: [{ ...group, enrolled: 82, present: 78 }],
}
/** Returns the numbers of the present day, and the sums of each month that has a day. */
async function copyData(api: ReadApi): Promise<Record<string, unknown>> {
  const newest = await api.attendanceSummary({})
  const data: Record<string, unknown> = {
    'attendance/today': await api.attendanceToday({}),
    'attendance/summary': newest,
  }
  for (let month = newest.previous; month !== null; ) {
    const summary = await api.attendanceSummary({ query: { month } })
    data[`attendance/${month}`] = summary
    month = summary.previous
  }
  return data
}

const stored: Attendance = {
  ...example,
  closed: '',
  _id: 'p7wq2mm4hdt8',
  __v: 0,
  updatedAt: '2026-11-19T04:30:00.000Z',
}
const day: AttendanceDay = {
  day: example.day,
  closed: '',
  groups: 1,
  enrolled: 82,
  present: 78,
  share: 95,
}

/** The attendance by day: numbers without names. */
export const attendance: ServerFeature = {
  model: attendanceModel,
  routes: attendanceRoutes,
  examples: {
    bodies: {
      createAttendance: example,
      updateAttendance: { closed: '', groups: [{ ...group, enrolled: 82, present: 77 }], __v: 0 },
    },
    responses: {
      listAttendance: [stored],
      attendanceSummary: {
        today: null,
        latest: { ...day, classes: [{ className: 'Six', enrolled: 82, present: 78, share: 95 }] },
        recent: [],
        month: '2026-11',
        days: [day],
        previous: '2026-10',
        next: null,
      },
      attendanceToday: { begun: true, today: null, latest: day },
      getAttendance: stored,
      createAttendance: stored,
      updateAttendance: stored,
    },
  },
  copyData,
  searchPages: [
    {
      path: pages.attendance,
      title: siteCopy['nav.students.attendance'],
      words: 'অনুপস্থিত, কতজন এসেছে',
    },
  ],
}
