import type { ReadApi } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'
import { orNull } from '../../ui/page-context.ts'

/** The school at a glance; null before it is first saved. */
export const schoolInfoQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['schoolInfo'],
    queryFn: ({ signal }) => orNull(api.getSchoolInfo({}, { signal })),
  })
