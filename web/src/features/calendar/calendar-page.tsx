import type { ReadApi } from '@bidyaloy/shared/api/api'
import { kindsOf } from '@bidyaloy/shared/collections/kinds'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { files, pages } from '@bidyaloy/shared/features/calendar/paths'
import { MONTHS } from '@bidyaloy/shared/lib/bengali/dates'
import {
  addDays,
  addMonths,
  dayOfMonth,
  formatDays,
  formatMonth,
  isWeekend,
  weeksOf,
} from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useSettings } from '../../school/use-school.ts'
import { Page } from '../../site/page.tsx'
import type { Address } from '../../site/page-route.ts'
import { stateTexts } from '../../site/pages/t.ts'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi, useSiteUrl, useToday } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { EmptyBox } from '../../ui/state-box.tsx'
import { WeekdayRow } from '../../ui/weekday-row.tsx'
import {
  DayList,
  daysOf,
  isInMonth,
  Kind,
  KindMark,
  PeriodNav,
  t,
  useKindName,
} from './calendar-dates.tsx'
import { YearOfDates } from './calendar-year.tsx'
import { type CalendarDate, listDates, lookOf } from './dates.ts'
import {
  hasMonth,
  isNoPeriod,
  MONTH_PARAM,
  monthOf,
  yearHref,
  yearOf,
  yearQuery,
} from './periods.ts'
import { UpcomingDates } from './upcoming-dates.tsx'
import './calendar.css'
import '../../styles/tables.css'

/** The dates of all weeks that have days of a month; for a month without any, the next one. */
function monthQuery(api: ReadApi, month: string) {
  return queryOptions({
    queryKey: ['month', month],
    queryFn: async ({ signal }) => {
      const days = weeksOf(month).flat()
      const range = { from: days.at(0) ?? '', to: days.at(-1) ?? '' }
      const dates = await listDates(api, range, signal)
      const isEmpty = !dates.some((date) => isInMonth(date, month))
      const from = `${addMonths(month, 1)}-01`
      const [next = null] = isEmpty ? await listDates(api, { from, limit: 1 }, signal) : []
      return { dates, isEmpty, next }
    },
  })
}

/** Fetches the dates of the month or year that an address shows. */
export function prefetchPeriod(client: QueryClient, api: ReadApi, { search, today }: Address) {
  const year = yearOf(search, today)
  return year
    ? client.fetchQuery(yearQuery(api, year))
    : client.fetchQuery(monthQuery(api, monthOf(search, today)))
}

export { isNoPeriod }

/** Fragment of the month's address: its heading. */
const MONTH_ID = 'month'

/** The calendar: of a month, or of the year that its address names. */
export function CalendarPage() {
  const [search] = useSearchParams()
  const { iso: today } = useToday()
  const year = yearOf(search, today)
  return year ? <YearOfDates year={year} /> : <Month month={monthOf(search, today)} />
}

/** The next seven days, and one month as a grid, on phones as a list. */
function Month({ month }: { month: string }) {
  const { iso: today } = useToday()
  const query = useQuery(monthQuery(useReadApi(), month))
  const isEmpty = query.data?.isEmpty ?? false
  const neighbour = (other: string, text: 'calendar.previous' | 'calendar.next') =>
    hasMonth(other, today)
      ? { href: monthHref(other, today), name: t(text, { month: formatMonth(other) }) }
      : undefined
  return (
    <Page
      title={t('calendar.title', { year: toBengaliDigits(month.slice(0, 4)) })}
      tab={t('calendar.tab', { month: formatMonth(month) })}
      description={t('calendar.lead')}
      noindex={isEmpty && !today.startsWith(month)}
    >
      <div className="stack">
        <div className="calendar__next">
          <UpcomingDates
            aside={<span className="muted">{formatDays(today, addDays(today, 6), false)}</span>}
            mark={(date) => <KindMark date={date} />}
          />
        </div>
        <section className="stack stack--4" aria-labelledby={MONTH_ID}>
          <div className="calbar">
            <PeriodNav
              id={MONTH_ID}
              title={formatMonth(month)}
              previous={neighbour(addMonths(month, -1), 'calendar.previous')}
              next={neighbour(addMonths(month, 1), 'calendar.next')}
            />
            <KindKey />
            <a className="more" href={yearHref(month.slice(0, 4))}>
              {t('calendar.year')} <Icon name="right" />
            </a>
          </div>
          <QueryState query={query} texts={stateTexts('events')} isEmpty={() => false}>
            {({ dates, isEmpty, next }) => (
              <>
                {isEmpty && <NoDates next={next} />}
                <MonthGrid month={month} dates={dates} />
                {!isEmpty && (
                  <div className="card card--flush callist-box">
                    <MonthList month={month} dates={dates} />
                  </div>
                )}
              </>
            )}
          </QueryState>
          <p className="muted">{t('calendar.weekend')}</p>
        </section>
        <Subscription />
      </div>
    </Page>
  )
}

/** Says that a month has no dates, and links to the month of the next one. */
function NoDates({ next }: { next: CalendarDate | null }) {
  const { iso: today } = useToday()
  const month = next?.startsOn.slice(0, 7) ?? ''
  return (
    <div className="card">
      <EmptyBox {...stateTexts('events').empty}>
        {next && hasMonth(month, today) && (
          <a className="btn" href={monthHref(month, today)}>
            {t('calendar.nextDate', { day: formatDays(next.startsOn) })}
          </a>
        )}
      </EmptyBox>
    </div>
  )
}

function monthHref(month: string, today: string): string {
  const query = today.startsWith(month) ? '' : `?${MONTH_PARAM}=${month}`
  return `${pages.calendar}${query}#${MONTH_ID}`
}

/** Says what the looks of the kinds mean. */
function KindKey() {
  const kinds = kindsOf('events', useSettings())
  return (
    <ul className="evkey" aria-label={t('calendar.key')}>
      {kinds.map(({ id, name }) => (
        <li key={id}>
          <Kind kind={id}>{name}</Kind>
        </li>
      ))}
    </ul>
  )
}

interface MonthProps {
  month: string
  dates: readonly CalendarDate[]
}

function MonthGrid({ month, dates }: MonthProps) {
  const weeks = weeksOf(month)
  return (
    <div className="table-box calgrid-box">
      <table className="calgrid">
        <caption>
          <span className="vh">{t('calendar.caption', { month: formatMonth(month) })}</span>
        </caption>
        <thead>
          <WeekdayRow week={weeks[0] ?? []} />
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell key={day} day={day} month={month} dates={dates} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DayCell({ day, month, dates }: MonthProps & { day: string }) {
  const isToday = day === useToday().iso
  const own = dates.filter(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)
  const isOut = !day.startsWith(month)
  const looks = [isWeekend(day) && 'rest', isOut && 'out', isToday && 'is-today']
  return (
    <td className={looks.filter(Boolean).join(' ') || undefined} aria-current={isToday && 'date'}>
      <time className="calgrid__d" dateTime={day}>
        {dayOfMonth(day)}
        {isOut && <span className="vh"> {MONTHS[Number(day.slice(5, 7)) - 1]}</span>}
        {isToday && <span className="vh"> {t('unit.today')}</span>}
      </time>
      {own.length > 0 && (
        <ul className="calgrid__e">
          {own.map((date) => (
            <li key={date._id}>
              <GridDate date={date} />
            </li>
          ))}
        </ul>
      )}
    </td>
  )
}

function GridDate({ date }: { date: CalendarDate }) {
  const { look, icon } = lookOf(date.kind)
  return (
    <a className={`ev ev--${look}`} href={entryPath(date.collection, date._id)}>
      <Icon name={icon} />
      <span>
        <span className="vh">{useKindName(date)}: </span>
        {date.title}
      </span>
    </a>
  )
}

/** Days with dates that are over are folded away if there are more. */
const MAX_PAST_DAYS = 10

/** A month as a list. Dates of several days are at their first. */
function MonthList({ month, dates }: MonthProps) {
  const { iso: today } = useToday()
  const own = dates.filter((date) => isInMonth(date, month))
  const past = daysOf(
    month,
    own.filter(({ endsOn }) => today.startsWith(month) && endsOn < today),
  )
  if (past.length <= MAX_PAST_DAYS) return <DayList days={daysOf(month, own)} />
  return (
    <>
      <details className="callist-past">
        <summary>{t('calendar.past', { n: formatNumber(past.length) })}</summary>
        <DayList days={past} />
      </details>
      <DayList
        days={daysOf(
          month,
          own.filter(({ endsOn }) => endsOn >= today),
        )}
      />
    </>
  )
}

/** Links that add the dates to the visitor's own calendar. */
function Subscription() {
  const siteUrl = useSiteUrl()
  const address = siteUrl && siteUrl.replace(/^https?:/, 'webcal:') + files.calendar
  // Without the site's address the link is a placeholder of the same size.
  const needs = address ? undefined : 'script'
  return (
    <section className="card stack stack--4 subscription" aria-labelledby="subscription">
      <h2 id="subscription">{t('calendar.subscribe.title')}</h2>
      <p>
        <span data-needs={needs}>{t('calendar.subscribe.body')}</span>{' '}
        {t('calendar.subscribe.once')}
      </p>
      <p className="row">
        <a className="btn btn--primary" href={address} data-needs={needs}>
          <Icon name="calendar" /> {t('calendar.subscribe.add')}
        </a>
        <a className="btn" href={files.calendar} download>
          <Icon name="download" />
          <span>
            {t('calendar.subscribe.file')} <span lang="en">(.ics)</span>
          </span>
        </a>
      </p>
    </section>
  )
}
