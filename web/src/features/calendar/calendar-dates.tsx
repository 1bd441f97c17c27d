import { kindsOf } from '@bidyaloy/shared/collections/kinds'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import { calendarCopy } from '@bidyaloy/shared/features/calendar/copy'
import { MONTHS } from '@bidyaloy/shared/lib/bengali/dates'
import { dayOfMonth, formatDays } from '@bidyaloy/shared/lib/bengali/days'
import type { ReactNode } from 'react'
import { useSettings } from '../../school/use-school.ts'
import { Icon } from '../../ui/icon.tsx'
import { useToday } from '../../ui/page-context.ts'
import { Weekday } from '../../ui/weekday-row.tsx'
import { type CalendarDate, lookOf } from './dates.ts'

export const t = translator(calendarCopy, siteCopy)

/** A kind with its icon and its look. */
export function Kind({ kind, children }: { kind: string | undefined; children: ReactNode }) {
  const { look, icon } = lookOf(kind)
  return (
    <span className={`ev ev--${look}`}>
      <Icon name={icon} />
      <span>{children}</span>
    </span>
  )
}

/** The kind of a date. */
export function KindMark({ date }: { date: CalendarDate }) {
  return <Kind kind={date.kind}>{useKindName(date)}</Kind>
}

/** The name of a date's kind; that of its collection for a notice without one. */
export function useKindName({ collection, kind }: CalendarDate): string {
  const name = kindsOf(collection, useSettings()).find(({ id }) => id === kind)?.name
  return name ?? t(collection === 'notices' ? 'public.notices.one' : 'calendar.otherKind')
}

/** Whether a date has days in a month. */
export const isInMonth = ({ startsOn, endsOn }: CalendarDate, month: string) =>
  startsOn.slice(0, 7) <= month && month <= endsOn.slice(0, 7)

type Day = readonly [day: string, dates: readonly CalendarDate[]]

/** Groups dates by their first day in a month. */
export function daysOf(month: string, dates: readonly CalendarDate[]): Day[] {
  const days = new Map<string, CalendarDate[]>()
  for (const date of dates) {
    const day = date.startsOn.startsWith(month) ? date.startsOn : `${month}-01`
    days.set(day, [...(days.get(day) ?? []), date])
  }
  return [...days]
}

/** Days with their dates. Dates of several days are at their first. */
export function DayList({ days }: { days: readonly Day[] }) {
  const { iso: today } = useToday()
  return (
    <ol className="callist">
      {days.map(([day, dates]) => (
        <li key={day} className={day === today ? 'is-today' : undefined}>
          <p className="callist__date">
            <time dateTime={day}>
              <b>{dayOfMonth(day)}</b>
              <span>
                {day === today ? t('unit.today') : <Weekday day={day} />}
                <span className="vh">, {MONTHS[Number(day.slice(5, 7)) - 1]}</span>
              </span>
            </time>
          </p>
          <ul className="callist__items">
            {dates.map((date) => (
              <ListDate key={date._id} date={date} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function ListDate({ date }: { date: CalendarDate }) {
  const { collection, _id, title, startsOn, endsOn, time } = date
  const days = endsOn > startsOn && formatDays(startsOn, endsOn, false)
  return (
    <li>
      <KindMark date={date} />
      <a href={entryPath(collection, _id)}>{title}</a>
      {(days || time) && <span className="muted">{[days, time].filter(Boolean).join(' · ')}</span>}
    </li>
  )
}

interface Period {
  href: string
  name: string
}

interface PeriodNavProps {
  /** Id of the heading. */
  id: string
  title: string
  /** Absent beyond the months and years that the calendar has. */
  previous: Period | undefined
  next: Period | undefined
}

/** The heading of a month or a year, between links to its neighbours. */
export function PeriodNav({ id, title, previous, next }: PeriodNavProps) {
  const link = (icon: 'left' | 'right', period: Period | undefined) =>
    period && (
      <a className="btn" href={period.href}>
        <Icon name={icon} />
        <span className="vh">{period.name}</span>
      </a>
    )
  return (
    <div className="calbar__nav">
      {link('left', previous)}
      <h2 id={id}>{title}</h2>
      {link('right', next)}
    </div>
  )
}
