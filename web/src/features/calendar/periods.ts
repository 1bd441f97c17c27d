import type { ReadApi } from '@bidyaloy/shared/api/api'
import { pages } from '@bidyaloy/shared/features/calendar/paths'
import { addMonths } from '@bidyaloy/shared/lib/bengali/days'
import { queryOptions } from '@tanstack/react-query'
import { listDates } from './dates.ts'

/* The months and years that the calendar shows. */

/** Query parameter of the calendar with its month, `YYYY-MM`. */
export const MONTH_PARAM = 'month'

/** Months before and after the present one that the calendar has. */
const MAX_MONTHS = 60

/** Whether the calendar has a month. */
export function hasMonth(month: string, today: string): boolean {
  const present = today.slice(0, 7)
  return (
    /^\d{4}-(0[1-9]|1[0-2])$/.test(month) &&
    month >= addMonths(present, -MAX_MONTHS) &&
    month <= addMonths(present, MAX_MONTHS)
  )
}

/** Returns the month that an address shows: the present one unless it names another. */
export function monthOf(search: URLSearchParams, today: string): string {
  const month = search.get(MONTH_PARAM) ?? ''
  return hasMonth(month, today) ? month : today.slice(0, 7)
}

/** Query parameter of the calendar with its year, `YYYY`, instead of a month. */
export const YEAR_PARAM = 'year'

/** Whether the calendar has a year. */
export function hasYear(year: string, today: string): boolean {
  return hasMonth(`${year}-01`, today) || hasMonth(`${year}-12`, today)
}

/** Returns the year that an address shows; undefined if it shows a month. */
export function yearOf(search: URLSearchParams, today: string): string | undefined {
  const year = search.get(YEAR_PARAM) ?? ''
  return hasYear(year, today) ? year : undefined
}

/** Whether the calendar has neither the month nor the year of an address. */
export function isNoPeriod(search: URLSearchParams, today: string): boolean {
  const [month, year] = [search.get(MONTH_PARAM), search.get(YEAR_PARAM)]
  return (month !== null && !hasMonth(month, today)) || (year !== null && !hasYear(year, today))
}

/** Fragment of the year's address: its heading. */
export const YEAR_ID = 'year'

export function yearHref(year: string): string {
  return `${pages.calendar}?${YEAR_PARAM}=${year}#${YEAR_ID}`
}

/** All dates of a year. */
export function yearQuery(api: ReadApi, year: string) {
  return queryOptions({
    queryKey: ['year', year],
    queryFn: ({ signal }) => listDates(api, { from: `${year}-01-01`, to: `${year}-12-31` }, signal),
  })
}
