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
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { PrintButton, StackedTable } from './page-parts.tsx'
import { examQuery } from './queries.ts'
import { states, t } from './t.ts'
import './routine.css'

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
        <PrintButton />
      </p>
    </Page>
  )
}

function Sittings({ exam: { title, note, sittings } }: { exam: Exam }) {
  const hasRooms = sittings.some(({ room }) => room)
  const rows = [...sittings].sort(bySitting)
  const heads = (['date', 'time', 'classes', 'subject', 'room'] as const)
    .filter((head) => head !== 'room' || hasRooms)
    .map((head) => t(`exam.${head}`))
  return (
    <div className="stack stack--4">
      {note && <p className="examnote">{note}</p>}
      <StackedTable look="examtable" caption={title} heads={heads}>
        <tbody role="rowgroup">
          {rows.map((sitting) => (
            <Row key={keyOf(sitting)} sitting={sitting} hasRooms={hasRooms} />
          ))}
        </tbody>
      </StackedTable>
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
