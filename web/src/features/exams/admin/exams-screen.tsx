import { examAdminCopy } from '@bidyaloy/shared/features/exams/admin-copy'
import type { Exam } from '@bidyaloy/shared/features/exams/exam'
import { examClasses, examDays } from '@bidyaloy/shared/features/exams/exam-days'
import { examPath } from '@bidyaloy/shared/features/routine/week'
import { formatDays } from '@bidyaloy/shared/lib/bengali/days'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { DeletionDialog } from '../../../admin/components/deletion-dialog.tsx'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { type Column, RecordTable } from '../../../admin/components/record-table.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { UnreadNote } from '../../../admin/desktop-state/desktop-only.tsx'
import { withCopy } from '../../../admin/t.ts'
import { collectionKey } from '../../../collections/entry-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ROUTINES_KEY } from '../../routine/queries.ts'
import { examsQuery } from '../queries.ts'

const t = withCopy(examAdminCopy)

/** The tables of examinations. A changed sheet is brought again under the same name. */
export function ExamsScreen() {
  const query = useQuery(examsQuery(useAdminApi()))
  const [deleted, setDeleted] = useState<Exam | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const columns: Column<Exam>[] = [
    {
      id: 'title',
      head: t('examAdmin.name'),
      cell: ({ _id, title }) => <a href={examPath(_id)}>{title}</a>,
    },
    {
      id: 'days',
      head: t('examAdmin.days'),
      label: t('examAdmin.days'),
      cell: ({ sittings }) => {
        const { startsOn, endsOn } = examDays(sittings)
        return formatDays(startsOn, endsOn)
      },
    },
    {
      id: 'classes',
      head: t('examAdmin.classes'),
      cell: ({ sittings }) => formatClasses(examClasses(sittings)),
    },
    {
      id: 'actions',
      className: 'actions',
      head: t('admin.list.actions'),
      cell: (exam) => (
        <span className="row-actions">
          <Button small icon="trash" look="danger" onClick={() => setDeleted(exam)}>
            {t('form.delete')}
            <span className="vh">: {exam.title}</span>
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      <ScreenHead title={t('examAdmin.title')}>{t('examAdmin.lead')}</ScreenHead>
      <p className="row">
        <Link className="btn btn--primary" to="import">
          <Icon name="upload" /> {t('examAdmin.import')}
        </Link>
      </p>
      <section className="stack stack--3" aria-labelledby="saved-exams">
        <h2 id="saved-exams" tabIndex={-1} ref={heading}>
          {t('examAdmin.saved')}
        </h2>
        <UnreadNote list="/api/exams" />
        <QueryState
          query={query}
          texts={{
            loading: t('examAdmin.loading'),
            error: t('examAdmin.error'),
            empty: t('examAdmin.empty'),
          }}
        >
          {(exams) => (
            <RecordTable
              caption={t('examAdmin.saved')}
              columns={columns}
              rows={exams}
              keyOf={({ _id }) => _id}
            />
          )}
        </QueryState>
      </section>
      {deleted && (
        <DeleteExam
          exam={deleted}
          onClose={() => setDeleted(null)}
          onGone={() => heading.current?.focus()}
        />
      )}
    </>
  )
}

interface DeleteExamProps {
  exam: Exam
  onClose: () => void
  onGone: () => void
}

function DeleteExam({ exam: { _id: id, title }, ...dialog }: DeleteExamProps) {
  const queryClient = useQueryClient()
  return (
    <DeletionDialog
      {...dialog}
      ids={[id]}
      remove={(api) => api.deleteExam({ params: { id } })}
      texts={{
        question: t('examAdmin.delete', { title }),
        deleted: t('examAdmin.deleted'),
        failed: t('examAdmin.deleteFailed'),
        restored: t('examAdmin.restored'),
      }}
      onSettled={() => {
        void queryClient.invalidateQueries({ queryKey: collectionKey('events') })
        void queryClient.invalidateQueries({ queryKey: ROUTINES_KEY })
      }}
    />
  )
}
