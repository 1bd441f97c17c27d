import { attendanceAdminCopy } from '@bidyaloy/shared/features/attendance/admin-copy'
import { attendance as type } from '@bidyaloy/shared/features/attendance/record'
import { studentCounts } from '@bidyaloy/shared/features/student-counts/record'
import {
  dhakaTime,
  formatDate,
  formatWeekday,
  startOfDay,
} from '@bidyaloy/shared/lib/bengali/dates'
import { addDays, isDay, isWeekend } from '@bidyaloy/shared/lib/bengali/days'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { HOME_PATH } from '../../../admin/api/return-path.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { UnreadNote } from '../../../admin/desktop-state/desktop-only.tsx'
import { DayField } from '../../../admin/form/day-field.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Icon } from '../../../ui/icon.tsx'
import { EmptyBox } from '../../../ui/state-box.tsx'
import { holidayQuery } from '../../calendar/holidays.ts'
import { studentCountsQuery } from '../../student-counts/queries.ts'
import { ATTENDANCE_KEY, daysQuery } from '../queries.ts'
import { AttendanceForm } from './attendance-form.tsx'
import { formGroups } from './attendance-values.ts'
import './attendance.css'

const t = withCopy(attendanceAdminCopy)

/** The attendance of one day, by default of today. */
export function AttendanceScreen() {
  const api = useAdminApi()
  const [today] = useState(() => dhakaTime(new Date()).iso)
  const [search, setSearch] = useSearchParams()
  const asked = search.get('day') ?? ''
  const day = isDay(asked) && asked <= today ? asked : today
  const query = useQuery({
    queryKey: [...ATTENDANCE_KEY, 'day', day],
    queryFn: async ({ client }) => {
      const [counts, days] = await Promise.all([
        client.fetchQuery(studentCountsQuery(api)),
        client.fetchQuery(daysQuery(api, day.slice(0, 7))),
      ])
      const saved = days.find((one) => one.day === day) ?? null
      return { saved, groups: formGroups(counts, saved) }
    },
  })
  const { data: holiday = null } = useQuery(holidayQuery(api, day))
  const weekday = formatWeekday(day)
  return (
    <>
      <ScreenHead title={t('attendanceAdmin.title')}>
        {t('attendanceAdmin.day', { weekday, date: formatDate(startOfDay(day)) })}
        {'। '}
        {t('attendanceAdmin.privacy')}
      </ScreenHead>
      <div className="attendance-day">
        <DayLink day={addDays(day, -1)}>
          <Icon name="left" />{' '}
          {t(day === today ? 'attendanceAdmin.yesterday' : 'attendanceAdmin.before')}
        </DayLink>
        {day < today && (
          <DayLink day={addDays(day, 1)}>
            {t('attendanceAdmin.after')} <Icon name="right" />
          </DayLink>
        )}
        {day < today && <DayLink day={null}>{t('attendanceAdmin.toToday')}</DayLink>}
      </div>
      <UnreadNote list="/api/attendance" />
      <QueryState
        query={query}
        texts={{ loading: t('attendanceAdmin.loading'), error: t('attendanceAdmin.error') }}
      >
        {({ saved, groups }) =>
          groups.length === 0 && !saved ? (
            <NoGroups />
          ) : (
            <AttendanceForm
              key={day}
              day={day}
              isToday={day === today}
              saved={saved}
              groups={groups}
              holiday={holiday ?? (isWeekend(day) ? weekday : null)}
              isOfCalendar={holiday !== null}
            />
          )
        }
      </QueryState>
      <details className="behind">
        <summary>{t('attendanceAdmin.pick')}</summary>
        <DayField
          label={t('attendanceAdmin.pick')}
          value={day}
          near={today}
          onChange={(value) => {
            if (isDay(value)) setSearch(value === today ? {} : { day: value })
          }}
        />
      </details>
    </>
  )
}

/** @param day null: today */
function DayLink({ day, children }: { day: string | null; children: ReactNode }) {
  const query = day === null ? '' : `?day=${day}`
  return (
    <Link className="btn btn--small" to={`${HOME_PATH}/${type.screen}${query}`}>
      {children}
    </Link>
  )
}

/** Says what is missing before attendance can be typed. */
function NoGroups() {
  return (
    <div className="card">
      <EmptyBox bn={t('attendanceAdmin.noGroups')}>
        <Link className="btn btn--primary" to={`${HOME_PATH}/${studentCounts.screen}`}>
          {t('attendanceAdmin.noGroups.link')}
        </Link>
      </EmptyBox>
    </div>
  )
}
