import type { ReadApi } from '@bidyaloy/shared/api/api'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { translator } from '@bidyaloy/shared/copy/translate'
import { attendanceFrontCopy } from '@bidyaloy/shared/features/attendance/front-copy'
import { pages } from '@bidyaloy/shared/features/attendance/paths'
import { formatWeekday } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays, countDays, formatDay, isWeekend } from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { type CalendarDate, upcomingQuery } from '../../features/calendar/dates.ts'
import { useReadApi, useToday } from '../../ui/page-context.ts'
import { t } from '../../ui/t.ts'

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

/** What a day is for the school, in the order in which one hides the next. */
type DayState = 'holiday' | 'exam' | 'weekend' | 'open'

/**
 * Says whether the school is open today and tomorrow, by its calendar and the weekend, and how far away
 * the next examination is. A calendar without dates says nothing of other days than the weekend.
 */
export function TodayLine() {
  const today = useToday()
  const { data } = useQuery(upcomingQuery(useReadApi(), today.iso))
  const { data: attendance } = useQuery(todayQuery(useReadApi()))
  const share = attendance?.today?.share ?? null
  const { week = [], nextExam = null, isMaintained = false } = data ?? {}
  const tomorrow = addDays(today.iso, 1)
  const sentence = (day: string, which: 'today' | 'tomorrow') => {
    const { state, title } = stateOf(day, week)
    if (state === 'open' && !isMaintained) return undefined
    return t(`front.${which}.${state}`, { title, weekday: formatWeekday(day) })
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
      {share !== null && (
        <p className="today__exam">
          <a href={pages.attendance}>
            {attendanceText('attendance.front', { n: formatNumber(share) })}
          </a>
        </p>
      )}
      {nextExam && (
        <p className="today__exam">
          <a href={entryPath(nextExam.collection, nextExam._id)}>
            {t('front.exam', {
              title: nextExam.title,
              day: formatDay(nextExam.startsOn),
              n: formatNumber(countDays(today.iso, nextExam.startsOn) - 1),
            })}
          </a>
        </p>
      )}
    </div>
  )
}

function stateOf(day: string, dates: readonly CalendarDate[]): { state: DayState; title: string } {
  const ofKind = (kind: string) =>
    dates.find((date) => date.kind === kind && date.startsOn <= day && day <= date.endsOn)
  const holiday = ofKind('holiday')
  if (holiday) return { state: 'holiday', title: holiday.title }
  const exam = ofKind('exam')
  // Examinations of several weeks pause at the weekends between their first and last day.
  if (exam && (!isWeekend(day) || exam.startsOn === day || exam.endsOn === day)) {
    return { state: 'exam', title: exam.title }
  }
  return { state: isWeekend(day) ? 'weekend' : 'open', title: '' }
}
