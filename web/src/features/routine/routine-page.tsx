import { entryPath } from '@bidyaloy/shared/collections/registry'
import type { Routine } from '@bidyaloy/shared/features/routine/routine'
import {
  allRoutinesPath,
  periodsOn,
  routineFile,
  teachersPath,
} from '@bidyaloy/shared/features/routine/week'
import { formatDate, formatWeekday } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays, formatDay } from '@bidyaloy/shared/lib/bengali/days'
import type { Group } from '@bidyaloy/shared/school/class-groups'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../site/page.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi, useToday } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { type CalendarDate, dayState } from '../calendar/dates.ts'
import { ChoiceForm } from './choice-form.tsx'
import { DayLessons } from './day-lessons.tsx'
import { PrintButton } from './page-parts.tsx'
import { DAYS_AHEAD, routineIndexQuery, routineQuery, weekDatesQuery } from './queries.ts'
import { groupName, sectionName, shiftName, states, t } from './t.ts'
import { WeekTable } from './week-table.tsx'
import './routine.css'

/** The routine of a class: today first, then the whole week. */
export function RoutinePage({ group }: { group: Group }) {
  const api = useReadApi()
  const query = useQuery(routineQuery(api, group))
  const { data: index } = useQuery(routineIndexQuery(api))
  const [name, shift, section] = [
    t(`enum.class.${group.className}`),
    shiftName(group),
    sectionName(group),
  ]
  const since = query.data && t('routine.validFrom', { day: formatDate(query.data.validFrom) })
  const facts = [shift, section, since].filter(Boolean)
  return (
    <Page
      title={t('routine.of', { class: name })}
      tab={t('routine.tab', { class: name, shift, section: t(`enum.section.${group.section}`) })}
      lead={facts.join(' · ')}
      noindex={query.data === null}
    >
      <ChoiceForm groups={index?.groups ?? []} current={group} />
      <QueryState
        query={query}
        texts={{ ...states, empty: t('routine.none') }}
        isEmpty={(routine) => routine === null}
      >
        {(routine) => routine && <Week routine={routine} />}
      </QueryState>
    </Page>
  )
}

function Week({ routine }: { routine: Routine }) {
  const { iso: today } = useToday()
  const { data: dates = [] } = useQuery(weekDatesQuery(useReadApi(), routine, today))
  const tomorrow = addDays(today, 1)
  const isOpen = (day: string) => hasLessons(routine, day, dates)
  const next =
    isOpen(today) || isOpen(tomorrow)
      ? undefined
      : Array.from({ length: DAYS_AHEAD - 1 }, (_, at) => addDays(today, at + 2)).find(isOpen)
  return (
    <>
      <div className="routine">
        <OneDay routine={routine} day={today} dates={dates} title="routine.today" />
        <OneDay routine={routine} day={tomorrow} dates={dates} title="routine.tomorrow" />
        {next && <OneDay routine={routine} day={next} dates={dates} title="routine.next" />}
        <section className="routine__week" aria-labelledby="routine-week">
          <h2 id="routine-week">{t('routine.week')}</h2>
          <WeekTable
            week={routine}
            caption={t('routine.caption', { group: groupName(routine) })}
            today={weekdayOf(today)}
          />
        </section>
      </div>
      <p className="row">
        <PrintButton />
        {routine.periods.some(({ from, to }) => from && to) && (
          <a className="btn" href={routineFile(routine)} download>
            <Icon name="calendar" /> {t('routine.ics')}
          </a>
        )}
        <a className="btn btn--quiet" href={allRoutinesPath}>
          {t('routine.all')}
        </a>
        <a className="btn btn--quiet" href={teachersPath}>
          {t('routine.teachers')}
        </a>
      </p>
    </>
  )
}

const weekdayOf = (day: string) => new Date(day).getUTCDay()

/** Whether the class has lessons on a day: its routine may have some at the weekend. */
function hasLessons(routine: Routine, day: string, dates: readonly CalendarDate[]): boolean {
  const isClosed = dayState(day, dates).state === 'holiday' || day < routine.validFrom
  return !isClosed && periodsOn(routine, weekdayOf(day)).length > 0
}

interface OneDayProps {
  routine: Routine
  /** `YYYY-MM-DD`. */
  day: string
  /** Dates of the calendar around it. */
  dates: readonly CalendarDate[]
  title: 'routine.today' | 'routine.tomorrow' | 'routine.next'
}

/** The lessons of a day, or why there are none. */
function OneDay({ routine, day, dates, title }: OneDayProps) {
  const isToday = title === 'routine.today'
  const { state, date } = dayState(day, dates)
  const id = `routine-${day}`
  const isOpen = hasLessons(routine, day, dates)
  const isPlain = isOpen && !date
  const looks = isToday ? 'routine__today' : isPlain ? 'routine__next is-plain' : 'routine__next'
  return (
    <section className={looks} aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{t(title, { weekday: formatWeekday(day), day: formatDay(day) })}</h2>
        {isToday && routine.room && (
          <span className="muted">{t('routine.room', { room: routine.room })}</span>
        )}
      </div>
      {(state === 'holiday' || state === 'exam') && date && (
        <p className="daynote">
          <Icon name="warn" />
          <span>
            {t(`routine.${state}`, { title: date.title })}{' '}
            <a href={entryPath(date.collection, date._id)}>{t('routine.see')}</a>
          </span>
        </p>
      )}
      {isOpen ? (
        <DayLessons week={routine} day={weekdayOf(day)} {...(isToday && { today: day })} />
      ) : (
        state !== 'holiday' && <p className="muted">{whyNone(routine, day, state)}</p>
      )}
    </section>
  )
}

function whyNone({ validFrom }: Routine, day: string, state: string): string {
  if (day < validFrom) return t('routine.notYet', { day: formatDate(validFrom) })
  return t(state === 'weekend' ? 'routine.weekend' : 'routine.noLessons')
}
