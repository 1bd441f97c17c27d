import { pages } from '@bidyaloy/shared/features/calendar/paths'
import { formatMonth } from '@bidyaloy/shared/lib/bengali/days'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../site/page.tsx'
import { stateTexts } from '../../site/pages/t.ts'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi, useToday } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { DayList, daysOf, isInMonth, PeriodNav, t } from './calendar-dates.tsx'
import { hasYear, YEAR_ID, yearHref, yearQuery } from './periods.ts'

const MONTH_NUMBERS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/** The dates of a year by month, for the eyes of a whole year and for the wall. */
export function YearOfDates({ year }: { year: string }) {
  const query = useQuery(yearQuery(useReadApi(), year))
  const { iso: today } = useToday()
  const shown = toBengaliDigits(year)
  const neighbour = (other: number, text: 'calendar.previousYear' | 'calendar.nextYear') =>
    hasYear(String(other), today)
      ? { href: yearHref(String(other)), name: t(text, { year: toBengaliDigits(other) }) }
      : undefined
  return (
    <Page
      title={t('calendar.title', { year: shown })}
      description={t('calendar.lead')}
      noindex={query.data?.length === 0}
    >
      <section className="stack stack--4" aria-labelledby={YEAR_ID}>
        <div className="calbar">
          <PeriodNav
            id={YEAR_ID}
            title={shown}
            previous={neighbour(Number(year) - 1, 'calendar.previousYear')}
            next={neighbour(Number(year) + 1, 'calendar.nextYear')}
          />
          <a className="more" href={pages.calendar}>
            {t('calendar.byMonth')} <Icon name="right" />
          </a>
        </div>
        <QueryState query={query} texts={stateTexts('events')}>
          {(dates) => (
            <div className="calyear">
              {MONTH_NUMBERS.map((number) => {
                const month = `${year}-${number}`
                const own = dates.filter((date) => isInMonth(date, month))
                if (own.length === 0) return null
                return (
                  <section key={month} className="card card--flush" aria-labelledby={`m${month}`}>
                    <h3 id={`m${month}`}>{formatMonth(month)}</h3>
                    <DayList days={daysOf(month, own)} />
                  </section>
                )
              })}
            </div>
          )}
        </QueryState>
        <p className="muted">{t('calendar.weekend')}</p>
      </section>
    </Page>
  )
}
