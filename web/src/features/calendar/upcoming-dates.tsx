import { entryPath } from '@bidyaloy/shared/collections/registry'
import { pages } from '@bidyaloy/shared/features/calendar/paths'
import { formatDays } from '@bidyaloy/shared/lib/bengali/days'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DayMark } from '../../ui/date-text.tsx'
import { useReadApi, useToday } from '../../ui/page-context.ts'
import { SectionHead } from '../../ui/section-head.tsx'
import { t } from '../../ui/t.ts'
import { type CalendarDate, upcomingQuery } from './dates.ts'

interface UpcomingProps {
  /** Beside the heading. Default: a link to the calendar. */
  aside?: ReactNode
  /** Below a date. */
  mark?: (date: CalendarDate) => ReactNode
}

/** The dates of the next seven days; nothing without any. */
export function UpcomingDates({ aside, mark }: UpcomingProps) {
  const { iso: today } = useToday()
  const { data } = useQuery(upcomingQuery(useReadApi(), today))
  const dates = data?.week ?? []
  if (dates.length === 0) return null
  const all = { href: pages.calendar, label: t('public.events.title') }
  return (
    <section className="upcoming">
      <SectionHead id="upcoming" title={t('public.home.upcoming')} {...(!aside && { all })}>
        {aside}
      </SectionHead>
      <DateRows dates={dates} {...(mark && { mark })} />
    </section>
  )
}

interface DateRowsProps extends Pick<UpcomingProps, 'mark'> {
  dates: readonly CalendarDate[]
}

/** Dates from today on, each at its first day that is not over. */
export function DateRows({ dates, mark }: DateRowsProps) {
  const { iso: today } = useToday()
  return (
    <ul className="noticelist">
      {dates.map((date) => {
        const { collection, _id, title, startsOn, endsOn, time } = date
        const day = startsOn > today ? startsOn : today
        return (
          <li key={_id}>
            <DayMark moment={day} below="weekday" />
            <div>
              <a className="noticelist__title" href={entryPath(collection, _id)}>
                {title}
              </a>
              <p className="meta">
                {day === today && <span>{t('unit.today')}</span>}
                {endsOn > startsOn && <span>{formatDays(startsOn, endsOn, false)}</span>}
                {time && <span>{time}</span>}
              </p>
              {mark?.(date)}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
