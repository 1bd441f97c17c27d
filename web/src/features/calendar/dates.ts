import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { Entry, ListQuery } from '@bidyaloy/shared/collections/entry'
import { datedCollections } from '@bidyaloy/shared/collections/registry'
import { addDays, isWeekend } from '@bidyaloy/shared/lib/bengali/days'
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

/** What a day is for the school, in the order in which one hides the next. */
export interface DayState {
  state: 'holiday' | 'exam' | 'weekend' | 'open'
  /** The holiday or examination. */
  date?: CalendarDate
}

/** Returns what a day is by the dates of the calendar and the weekend. */
export function dayState(day: string, dates: readonly CalendarDate[]): DayState {
  const ofKind = (kind: string) =>
    dates.find((date) => date.kind === kind && date.startsOn <= day && day <= date.endsOn)
  const holiday = ofKind('holiday')
  if (holiday) return { state: 'holiday', date: holiday }
  const exam = ofKind('exam')
  // Examinations of several weeks pause at the weekends between their first and last day.
  if (exam && (!isWeekend(day) || exam.startsOn === day || exam.endsOn === day)) {
    return { state: 'exam', date: exam }
  }
  return { state: isWeekend(day) ? 'weekend' : 'open' }
}
