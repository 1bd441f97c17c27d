import type { ReadApi } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'
import { orNull } from '../ui/or-null.ts'

/** The school at a glance; null before it was first saved. */
export const schoolInfoQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['schoolInfo'],
    queryFn: ({ signal }) => orNull(api.getSchoolInfo({}, { signal })),
  })

/** The contact record; null before it was first saved. */
export const contactQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['contact'],
    queryFn: ({ signal }) => orNull(api.getContact({}, { signal })),
  })

/** The site's settings. */
export const settingsQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => api.getSettings({}, { signal }),
  })

/** Student counts in class order. */
export const studentCountsQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['studentCounts'],
    queryFn: ({ signal }) => api.listStudentCounts({}, { signal }),
  })

/** The page of officers and teachers; null before there is one. */
export const teacherPageQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['teacherPage'],
    queryFn: ({ signal }) => orNull(api.getTeacherPage({}, { signal })),
  })
