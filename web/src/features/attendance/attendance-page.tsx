import type { ReadApi } from '@bidyaloy/shared/api/api'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import type { AttendanceSummary } from '@bidyaloy/shared/features/attendance/attendance'
import { attendanceCopy } from '@bidyaloy/shared/features/attendance/copy'
import { pages } from '@bidyaloy/shared/features/attendance/paths'
import { dhakaTime, formatWeekday, SHORT_WEEKDAYS } from '@bidyaloy/shared/lib/bengali/dates'
import { formatDay, formatMonth, isWeekend } from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useSettings } from '../../school/use-school.ts'
import { Page } from '../../site/page.tsx'
import type { Address } from '../../site/page-route.ts'
import { Icon } from '../../ui/icon.tsx'
import { isExternal, NewTabLink } from '../../ui/new-tab-link.tsx'
import { useReadApi, useToday } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { isNoPeriod, MONTH_PARAM, monthOf } from '../calendar/periods.ts'
import { summaryQuery } from './queries.ts'
import './attendance-page.css'
import '../../styles/tables.css'

const t = translator(attendanceCopy, siteCopy)

/** Fetches the month that an address shows. */
export function prefetchMonth(client: QueryClient, api: ReadApi, { search, today }: Address) {
  return client.fetchQuery(summaryQuery(api, monthOf(search, today)))
}

export { isNoPeriod }

/** How many came: on the last day with numbers, on those before it, and by day of a month. */
export function AttendancePage() {
  const [search] = useSearchParams()
  const { iso: today } = useToday()
  const month = monthOf(search, today)
  const query = useQuery(summaryQuery(useReadApi(), month))
  const texts = {
    loading: t('attendance.loading'),
    error: t('attendance.error'),
    empty: t('attendance.empty'),
  }
  const hasNone = query.data?.days.length === 0
  return (
    <Page
      title={t('attendance.title')}
      tab={
        today.startsWith(month)
          ? t('attendance.title')
          : t('attendance.tab', { month: formatMonth(month) })
      }
      lead={t('attendance.lead')}
      description={t('attendance.description')}
      noindex={hasNone && !today.startsWith(month)}
    >
      <QueryState
        query={query}
        texts={texts}
        isEmpty={({ latest, previous, days }) => !latest && !previous && days.length === 0}
        whenEmpty={
          <a className="btn" href={pagePaths.attendance}>
            {t('attendance.service')}
          </a>
        }
      >
        {(summary) => (
          <div className="attendance">
            <LastDay summary={summary} />
            <Month summary={summary} />
            <ServiceElsewhere />
          </div>
        )}
      </QueryState>
    </Page>
  )
}

interface SummaryProps {
  summary: AttendanceSummary
}

/** The last day with numbers: as one figure, and by class; the days before it. */
function LastDay({ summary: { today, latest, recent } }: SummaryProps) {
  const { iso } = useToday()
  const isToday = latest?.day === iso
  return (
    <section aria-labelledby="latest">
      {latest && (
        <SectionHead
          id="latest"
          title={t(isToday ? 'attendance.today' : 'attendance.latest', {
            day: `${formatWeekday(latest.day)} ${formatDay(latest.day)}`,
          })}
        />
      )}
      {!isToday && (
        <p className="attendance__now">
          {whyNotToday(iso, today?.day === iso ? today.closed : '')}
        </p>
      )}
      {latest && (
        <>
          <p className="attendance__figure">
            <b>{percent(latest)}</b>
            <span>
              {t('attendance.of', {
                enrolled: formatNumber(latest.enrolled),
                present: formatNumber(latest.present),
              })}
            </span>
          </p>
          <h3 className="vh">{t('attendance.byClass')}</h3>
          <Bars
            bars={latest.classes.map(({ className, ...numbers }) => ({
              label: t(`enum.class.${className}`),
              ...numbers,
            }))}
          />
        </>
      )}
      {recent.length > 0 && (
        <>
          <h3 className="attendance__recent">{t('attendance.recent')}</h3>
          <Bars
            ofDays
            bars={recent.map(({ day, ...sums }) => ({ label: dayText(day), ...sums }))}
          />
        </>
      )}
    </section>
  )
}

/** Says why the present day has no numbers. */
function whyNotToday(iso: string, closed: string): string {
  if (closed) return t('attendance.today.closed', { reason: closed })
  if (isWeekend(iso)) return t('attendance.today.weekend', { weekday: formatWeekday(iso) })
  return t('attendance.today.none')
}

interface Bar {
  label: string
  enrolled: number
  present: number
  share: number | null
}

/** Shares as bars, each with its numbers. */
function Bars({ bars, ofDays = false }: { bars: readonly Bar[]; ofDays?: boolean }) {
  return (
    <ul className={ofDays ? 'attendance__bars attendance__bars--days' : 'attendance__bars'}>
      {bars.map((bar) => (
        <li key={bar.label}>
          <span>{bar.label}</span>
          <svg aria-hidden="true">
            <rect width={`${bar.share ?? 0}%`} height="100%" />
          </svg>
          <span>
            <b>{percent(bar)}</b>{' '}
            <small>{`${formatNumber(bar.present)}/${formatNumber(bar.enrolled)}`}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The days of a month as a table, between links to the nearest months that have some. */
function Month({ summary: { month, days, previous, next } }: SummaryProps) {
  const { iso } = useToday()
  const title = formatMonth(month)
  const caption = t('attendance.caption', { month: title })
  return (
    <section aria-labelledby="month">
      <SectionHead id="month" title={iso.startsWith(month) ? t('attendance.thisMonth') : title}>
        <nav className="attendance__months" aria-label={caption}>
          {previous && <MonthLink month={previous} text="attendance.previous" />}
          {next && <MonthLink month={next} text="attendance.next" />}
        </nav>
      </SectionHead>
      {days.length === 0 ? (
        <p>{t('attendance.month.none')}</p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
          <section className="table-box attendance__scroll" tabIndex={0} aria-label={caption}>
            <table className="table attendance__table">
              <caption>
                <span className="vh">{caption}</span>
              </caption>
              <thead>
                <tr>
                  <th scope="col">{t('attendance.col.day')}</th>
                  <th scope="col" className="attendance__enrolled">
                    {t('attendance.col.enrolled')}
                  </th>
                  <th scope="col">{t('attendance.col.present')}</th>
                  <th scope="col">{t('attendance.col.share')}</th>
                </tr>
              </thead>
              <tbody>
                {days.map(({ day, closed, ...sums }) => (
                  <tr key={day}>
                    <th scope="row">
                      <time dateTime={day}>{dayText(day)}</time>
                    </th>
                    {closed ? (
                      <td colSpan={3} className="muted attendance__closed">
                        {t('attendance.closed', { reason: closed })}
                      </td>
                    ) : (
                      <>
                        <td className="attendance__enrolled">{formatNumber(sums.enrolled)}</td>
                        <td>{formatNumber(sums.present)}</td>
                        <td>
                          <b>{percent(sums)}</b>
                        </td>
                      </>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </section>
  )
}

interface MonthLinkProps {
  month: string
  text: 'attendance.previous' | 'attendance.next'
}

function MonthLink({ month, text }: MonthLinkProps) {
  const { iso } = useToday()
  const query = iso.startsWith(month) ? '' : `?${MONTH_PARAM}=${month}`
  const name = formatMonth(month)
  return (
    <a href={`${pages.attendance}${query}#month`} aria-label={t(text, { month: name })}>
      {text === 'attendance.previous' && <Icon name="left" />}
      {name}
      {text === 'attendance.next' && <Icon name="right" />}
    </a>
  )
}

/** The school's service on another site, if it has one beside these numbers. */
function ServiceElsewhere() {
  const href = useSettings()?.services.attendance
  if (!href || !isExternal(href)) return null
  return (
    <p>
      <NewTabLink href={href}>
        {t('attendance.elsewhere')} <Icon name="ext" />
      </NewTabLink>
    </p>
  )
}

/** «২৩ সোম» */
function dayText(iso: string): string {
  const { day, weekday } = dhakaTime(iso)
  return `${toBengaliDigits(day)} ${SHORT_WEEKDAYS[weekday]}`
}

function percent({ share }: Pick<Bar, 'share'>): string {
  return share === null ? '–' : t('attendance.percent', { n: formatNumber(share) })
}
