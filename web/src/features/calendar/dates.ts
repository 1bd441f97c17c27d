import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { Entry, ListQuery } from '@bidyaloy/shared/collections/entry'
import { datedCollections } from '@bidyaloy/shared/collections/registry'
import { pages } from '@bidyaloy/shared/features/calendar/paths'
import { addDays, addMonths } from '@bidyaloy/shared/lib/bengali/days'
import { queryOptions } from '@tanstack/react-query'
import type { IconName } from '../../ui/icon.tsx'

/** What the calendar shows of an entry with dates. */
export interface CalendarDate
  extends Pick<Entry, '_id' | 'title' | 'kind' | 'time'>,
    Readonly<Record<'startsOn' | 'endsOn', string>> {
  collection: (typeof datedCollections)[number]
}

/**
 * Loads dates in their order; those that only overlap, too.
 * @param query `limit` is the number of dates of each collection
 */
export async function listDates(
  api: ReadApi,
  query: Pick<ListQuery, 'class' | 'from' | 'to' | 'limit'>,
  signal: AbortSignal,
): Promise<CalendarDate[]> {
  const lists = datedCollections.map(async (collection) => {
    const request = { params: { collection }, query: { ...query, sort: 'startsOn' } } as const
    const entries = await api.listEntries(request, { signal })
    return entries.flatMap(({ _id, title, kind, startsOn, endsOn = startsOn, time }) =>
      startsOn && endsOn
        ? {
            collection,
            _id,
            title,
            startsOn,
            endsOn,
            ...(kind && { kind }),
            ...(time && { time }),
          }
        : [],
    )
  })
  const dates: CalendarDate[] = (await Promise.all(lists)).flat()
  return dates.sort((a, b) => (a.startsOn < b.startsOn ? -1 : a.startsOn > b.startsOn ? 1 : 0))
}

/** Days ahead from which an examination is counted down. */
const EXAM_DAYS = 30

export interface Upcoming {
  /** The dates of the seven days from today on. */
  week: CalendarDate[]
  /** The next examination that begins after tomorrow. */
  nextExam: CalendarDate | null
  /** Whether the coming weeks have dates at all. */
  isMaintained: boolean
}

/** What is ahead from `today` on. */
export function upcomingQuery(api: ReadApi, today: string) {
  const query = { from: today, to: addDays(today, EXAM_DAYS) }
  const tomorrow = addDays(today, 1)
  const lastOfWeek = addDays(today, 6)
  return queryOptions({
    queryKey: ['upcoming', today],
    queryFn: async ({ signal }): Promise<Upcoming> => {
      const dates = await listDates(api, query, signal)
      return {
        week: dates.filter(({ startsOn }) => startsOn <= lastOfWeek),
        nextExam:
          dates.find(({ kind, startsOn }) => kind === 'exam' && startsOn > tomorrow) ?? null,
        isMaintained: dates.length > 0,
      }
    },
  })
}

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

/** Looks of a kind: those of other kinds are those of events. */
const looks: Readonly<Partial<Record<string, IconName>>> = {
  exam: 'exam',
  holiday: 'rest',
  meeting: 'users',
}

/** Returns the icon of a kind of dates and the name of its style. */
export function lookOf(kind = ''): { look: string; icon: IconName } {
  const icon = looks[kind]
  return icon ? { look: kind, icon } : { look: 'event', icon: 'star' }
}
