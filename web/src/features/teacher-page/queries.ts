import type { ReadApi } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'
import { orNull } from '../../ui/page-context.ts'

/** The page of officers and teachers; null before it is first saved. */
export const teacherPageQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['teacherPage'],
    queryFn: ({ signal }) => orNull(api.getTeacherPage({}, { signal })),
  })
