import type { ReadApi } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'

/* All begin with the same key: a change of one day makes all of them read again. */

export const ATTENDANCE_KEY = ['attendance'] as const

/** What the page of a month shows. */
export const summaryQuery = (api: ReadApi, month: string) =>
  queryOptions({
    queryKey: [...ATTENDANCE_KEY, month],
    queryFn: ({ signal }) => api.attendanceSummary({ query: { month } }, { signal }),
  })

/** The days of a month with their numbers. */
export const daysQuery = (api: ReadApi, month: string) =>
  queryOptions({
    queryKey: [...ATTENDANCE_KEY, 'list', month],
    queryFn: ({ signal }) => api.listAttendance({ query: { month } }, { signal }),
  })
