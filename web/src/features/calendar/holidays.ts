import type { ReadApi } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'
import { listDates } from './dates.ts'

/** Title of the calendar's holiday on a day; null without one. */
export const holidayQuery = (api: ReadApi, day: string) =>
  queryOptions({
    queryKey: ['holiday', day],
    queryFn: async ({ signal }) => {
      const dates = await listDates(api, { from: day, to: day }, signal)
      return dates.find(({ kind }) => kind === 'holiday')?.title ?? null
    },
  })
