import type { ReadApi } from '@bidyaloy/shared/api/api'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { translator } from '@bidyaloy/shared/copy/translate'
import { attendanceFrontCopy } from '@bidyaloy/shared/features/attendance/front-copy'
import { pages } from '@bidyaloy/shared/features/attendance/paths'
import { routineLinkCopy } from '@bidyaloy/shared/features/routine/link-copy'
import { pages as routinePages } from '@bidyaloy/shared/features/routine/paths'
import { formatWeekday } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays, countDays, formatDay } from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { dayState, upcomingQuery } from '../../features/calendar/dates.ts'
import { useReadApi, useToday } from '../../ui/page-context.ts'
import { t } from '../../ui/t.ts'
import { neededLinksQuery } from '../menu.ts'

const attendanceText = translator(attendanceFrontCopy)

/** The sums of the present day. Not of the page of attendance: a chunk of both would be one more request. */
const todayQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['attendance', 'today'],
    queryFn: ({ signal }) => api.attendanceToday({}, { signal }),
  })

/** Fetches what the line says besides the dates. */
export const prefetchToday = (client: QueryClient, api: ReadApi) =>
  client.fetchQuery(todayQuery(api))

/**
 * Says whether the school is open today and tomorrow, by its calendar and the weekend, and how far away
 * the next examination is. A calendar without dates says nothing of other days than the weekend.
 */
export function TodayLine() {
  const today = useToday()
  const api = useReadApi()
  const { data } = useQuery(upcomingQuery(api, today.iso))
  const { data: needed = [] } = useQuery(neededLinksQuery(api))
  const { data: attendance } = useQuery(todayQuery(api))
  const share = attendance?.today?.share ?? null
  const { week = [], nextExam = null, isMaintained = false } = data ?? {}
  const tomorrow = addDays(today.iso, 1)
  const sentence = (day: string, which: 'today' | 'tomorrow') => {
    const { state, date } = dayState(day, week)
    if (state === 'open' && !isMaintained) return undefined
    return t(`front.${which}.${state}`, {
      title: date?.title ?? '',
      weekday: formatWeekday(day),
    })
  }
  const now = sentence(today.iso, 'today')
  const next = sentence(tomorrow, 'tomorrow')
  return (
    <div className="today">
      <p className="today__date">
        <time dateTime={today.iso}>
          {today.weekday}, {formatDay(today.iso)}
        </time>{' '}
        · {today.bangla}
      </p>
      {(now || next) && (
        <p className="today__state">
          {now && <b>{now}</b>}
          {now && next && ' · '}
          {next}
        </p>
      )}
      <p className="today__links">
        {needed.includes(routinePages.routine) && (
          <a href={routinePages.routine}>{routineLinkCopy['routine.todays']}</a>
        )}
        {share !== null && (
          <a href={pages.attendance}>
            {attendanceText('attendance.front', { n: formatNumber(share) })}
          </a>
        )}
        {nextExam && (
          <a href={entryPath(nextExam.collection, nextExam._id)}>
            {t('front.exam', {
              title: nextExam.title,
              day: formatDay(nextExam.startsOn),
              n: formatNumber(countDays(today.iso, nextExam.startsOn) - 1),
            })}
          </a>
        )}
      </p>
    </div>
  )
}
