import type { ReadApi } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'
import { ROUTINES_KEY } from '../routine/queries.ts'

/** The tables of all examinations, the latest first. */
export const examsQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: [...ROUTINES_KEY, 'exams'],
    queryFn: ({ signal }) => api.listExams({}, { signal }),
  })
