import { pages } from '@bidyaloy/shared/features/routine/paths'
import type { TeacherRoutine } from '@bidyaloy/shared/features/routine/routine'
import {
  formatHours,
  routinePath,
  teacherPath,
  teachersPath,
} from '@bidyaloy/shared/features/routine/week'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../site/page.tsx'
import { NotFoundPage } from '../../site/pages/not-found-page.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { PrintButton, StackedTable } from './page-parts.tsx'
import { routineIndexQuery, teacherRoutineQuery } from './queries.ts'
import { shiftName, states, t, weekdayName } from './t.ts'
import './routine.css'

/** The teachers with lessons. */
export function TeachersPage() {
  const query = useQuery(routineIndexQuery(useReadApi()))
  return (
    <Page
      title={t('routine.teachers.title')}
      above={{ href: pages.routine, label: t('routine.title') }}
    >
      <QueryState
        query={query}
        texts={{ ...states, empty: t('routine.teachers.empty') }}
        isEmpty={({ teachers }) => teachers.length === 0}
      >
        {({ teachers }) => (
          <ul className="teacherlist">
            {teachers.map((name) => (
              <li key={name}>
                <a href={teacherPath(name)}>{name}</a>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Page>
  )
}

/** The lessons of a teacher, by day. */
export function TeacherPage({ name }: { name: string }) {
  const query = useQuery(teacherRoutineQuery(useReadApi(), name))
  if (query.data === null) return <NotFoundPage />
  const n = query.data && toBengaliDigits(query.data.lessons.length)
  return (
    <Page
      title={t('routine.teacher', { name })}
      {...(n && { lead: t('routine.teacher.lead', { n }) })}
      above={{ href: teachersPath, label: t('routine.teachers.title') }}
    >
      <QueryState query={query} texts={states} isEmpty={(one) => one === null}>
        {(routine) => routine && <Lessons lessons={routine.lessons} />}
      </QueryState>
      <p className="row">
        <PrintButton />
      </p>
    </Page>
  )
}

/** Sunday before Friday; Saturday, where it is a school day, begins the week. */
const WEEK = [6, 0, 1, 2, 3, 4, 5]

function Lessons({ lessons }: Pick<TeacherRoutine, 'lessons'>) {
  const days = WEEK.filter((day) => lessons.some((lesson) => lesson.day === day))
  const heads = [t('routine.day'), t('routine.time'), t('routine.class'), t('exam.subject')]
  return (
    <StackedTable look="teacherweek" heads={heads}>
      {days.map((day) => (
        <tbody role="rowgroup" key={day}>
          {lessons
            .filter((lesson) => lesson.day === day)
            .sort((a, b) => ((a.from || a.period) < (b.from || b.period) ? -1 : 1))
            .map((lesson) => (
              <tr role="row" key={`${routinePath(lesson)} ${lesson.period}`}>
                <td role="cell">
                  <b>{weekdayName(day)}</b>
                </td>
                <td role="cell">{formatHours(lesson) || lesson.period}</td>
                <td role="cell">
                  <a href={routinePath(lesson)}>
                    {t('routine.classOf', {
                      class: t(`enum.class.${lesson.className}`),
                      section: t(`enum.section.${lesson.section}`),
                    })}
                  </a>
                  , {shiftName(lesson)}
                </td>
                <td role="cell">
                  {lesson.subject}
                  {lesson.room && `, ${t('routine.room', { room: lesson.room })}`}
                </td>
              </tr>
            ))}
        </tbody>
      ))}
    </StackedTable>
  )
}
