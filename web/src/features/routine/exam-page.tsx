import type { Exam, Sitting } from '@bidyaloy/shared/features/exams/exam'
import { bySitting, examDays } from '@bidyaloy/shared/features/exams/exam-days'
import { pages } from '@bidyaloy/shared/features/routine/paths'
import { formatHours } from '@bidyaloy/shared/features/routine/week'
import { formatDate, formatWeekday } from '@bidyaloy/shared/lib/bengali/dates'
import { formatDays } from '@bidyaloy/shared/lib/bengali/days'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../site/page.tsx'
import { NotFoundPage } from '../../site/pages/not-found-page.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { examQuery } from './queries.ts'
import { states, t } from './t.ts'
import './routine.css'
import '../../styles/tables.css'

/** The table of an examination. */
export function ExamPage({ id }: { id: string }) {
  const query = useQuery(examQuery(useReadApi(), id))
  if (query.data === null) return <NotFoundPage />
  const title = query.data?.title ?? t('routine.exams')
  const days = query.data && examDays(query.data.sittings)
  return (
    <Page
      title={title}
      above={{ href: pages.routine, label: t('routine.title') }}
      {...(days && { lead: t('exam.lead', { days: formatDays(days.startsOn, days.endsOn) }) })}
    >
      <QueryState query={query} texts={{ ...states, empty: '' }} isEmpty={(exam) => exam === null}>
        {(exam) => exam && <Sittings exam={exam} />}
      </QueryState>
      <p className="row">
        <button className="btn" type="button" data-needs="script" onClick={() => print()}>
          <Icon name="print" /> {t('routine.print')}
        </button>
      </p>
    </Page>
  )
}

function Sittings({ exam: { title, note, sittings } }: { exam: Exam }) {
  const hasRooms = sittings.some(({ room }) => room)
  const rows = sittings.toSorted(bySitting)
  return (
    <div className="stack stack--4">
      {note && <p className="examnote">{note}</p>}
      <div className="table-box">
        <table className="table table--stack examtable" role="table">
          <caption>
            <span className="vh">{title}</span>
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                {t('exam.date')}
              </th>
              <th role="columnheader" scope="col">
                {t('exam.time')}
              </th>
              <th role="columnheader" scope="col">
                {t('exam.classes')}
              </th>
              <th role="columnheader" scope="col">
                {t('exam.subject')}
              </th>
              {hasRooms && (
                <th role="columnheader" scope="col">
                  {t('exam.room')}
                </th>
              )}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((sitting) => (
              <Row key={keyOf(sitting)} sitting={sitting} hasRooms={hasRooms} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const keyOf = ({ date, from, classes, subject }: Sitting) =>
  [date, from, ...classes, subject].join(' ')

function Row({ sitting, hasRooms }: { sitting: Sitting; hasRooms: boolean }) {
  const { date, classes, subject, room } = sitting
  return (
    <tr role="row">
      <td role="cell">
        <b>{formatDate(date)}</b>, {formatWeekday(date)}
      </td>
      <td role="cell">{formatHours(sitting)}</td>
      <td role="cell">{formatClasses(classes)}</td>
      <td role="cell">{subject}</td>
      {hasRooms && (
        <td role="cell" data-label={room ? t('exam.room') : undefined}>
          {room}
        </td>
      )}
    </tr>
  )
}
