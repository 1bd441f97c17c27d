import { routineAdminCopy } from '@bidyaloy/shared/features/routine/admin-copy'
import { type Routine, routinePath } from '@bidyaloy/shared/features/routine/routine'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { groupKey } from '@bidyaloy/shared/school/class-groups'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { DeletionDialog } from '../../../admin/components/deletion-dialog.tsx'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { type Column, RecordTable } from '../../../admin/components/record-table.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { UnreadNote } from '../../../admin/desktop-state/desktop-only.tsx'
import { SelectField } from '../../../admin/form/fields.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { groupOf, NO_GROUP } from '../../student-counts/admin/count-group.ts'
import { groupSelects } from '../../student-counts/admin/group-selects.ts'
import { ROUTINES_KEY, routinesQuery } from '../queries.ts'
import { groupName } from '../t.ts'
import { RoutineForm } from './routine-form.tsx'

const t = withCopy(routineAdminCopy)

/** The routines of all classes, with the form for one of them. */
export function RoutinesScreen() {
  const query = useQuery(routinesQuery(useAdminApi()))
  const [choice, setChoice] = useState<typeof NO_GROUP | null>(null)
  const [deleted, setDeleted] = useState<Routine | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const group = choice && groupOf(choice)
  const close = () => {
    setChoice(null)
    heading.current?.focus()
  }
  return (
    <>
      <ScreenHead title={t('routineAdmin.title')}>{t('routineAdmin.lead')}</ScreenHead>
      <p className="row">
        <Link className="btn btn--primary" to="import">
          <Icon name="upload" /> {t('routineAdmin.import')}
        </Link>
        {!choice && (
          <Button icon="edit" onClick={() => setChoice(NO_GROUP)}>
            {t('routineAdmin.new')}
          </Button>
        )}
      </p>
      {choice && (
        <section className="card stack" aria-label={t('routineAdmin.form')}>
          <div className="grid3">
            {groupSelects.map(({ name, label, options }) => (
              <SelectField
                key={name}
                label={label}
                options={options}
                value={choice[name]}
                required
                onChange={({ target }) => setChoice({ ...choice, [name]: target.value })}
              />
            ))}
          </div>
          {group && query.data && (
            <RoutineForm
              key={groupKey(group)}
              group={group}
              saved={query.data.find((one) => groupKey(one) === groupKey(group)) ?? null}
              onDone={close}
            />
          )}
        </section>
      )}
      <section className="stack stack--3" aria-labelledby="saved-routines">
        <h2 id="saved-routines" tabIndex={-1} ref={heading}>
          {t('routineAdmin.saved')}
        </h2>
        <UnreadNote list="/api/routines" />
        <QueryState
          query={query}
          texts={{
            loading: t('routineImport.waiting'),
            error: t('routineAdmin.failed'),
            empty: t('routineAdmin.empty'),
          }}
        >
          {(routines) => (
            <RecordTable
              caption={t('routineAdmin.saved')}
              columns={columns({
                onEdit: ({ className, shift, section }) => setChoice({ className, shift, section }),
                onDelete: setDeleted,
              })}
              rows={routines}
              keyOf={({ _id }) => _id}
            />
          )}
        </QueryState>
      </section>
      {deleted && (
        <DeleteRoutine
          routine={deleted}
          onClose={() => setDeleted(null)}
          onGone={() => heading.current?.focus()}
        />
      )}
    </>
  )
}

interface Actions {
  onEdit: (routine: Routine) => void
  onDelete: (routine: Routine) => void
}

function columns({ onEdit, onDelete }: Actions): Column<Routine>[] {
  return [
    {
      id: 'group',
      head: t('routineAdmin.group'),
      cell: (routine) => <a href={routinePath(routine)}>{groupName(routine)}</a>,
    },
    {
      id: 'lessons',
      head: t('routineAdmin.lessons'),
      label: t('routineAdmin.lessons'),
      cell: ({ periods }) =>
        t('routineAdmin.lessons.n', {
          n: toBengaliDigits(periods.flatMap(({ lessons }) => lessons).length),
        }),
    },
    {
      id: 'validFrom',
      head: t('routineAdmin.validFrom'),
      label: t('routineAdmin.validFrom'),
      cell: ({ validFrom }) => formatDate(validFrom),
    },
    {
      id: 'actions',
      className: 'actions',
      head: t('admin.list.actions'),
      cell: (routine) => (
        <span className="row-actions">
          <Button small icon="edit" onClick={() => onEdit(routine)}>
            {t('form.edit')}
            <span className="vh">: {groupName(routine)}</span>
          </Button>
          <Button small icon="trash" look="danger" onClick={() => onDelete(routine)}>
            {t('form.delete')}
            <span className="vh">: {groupName(routine)}</span>
          </Button>
        </span>
      ),
    },
  ]
}

interface DeleteRoutineProps {
  routine: Routine
  onClose: () => void
  onGone: () => void
}

function DeleteRoutine({ routine, ...dialog }: DeleteRoutineProps) {
  const queryClient = useQueryClient()
  const { _id: id } = routine
  return (
    <DeletionDialog
      {...dialog}
      ids={[id]}
      remove={(api) => api.deleteRoutine({ params: { id } })}
      texts={{
        question: t('routineAdmin.delete', { group: groupName(routine) }),
        deleted: t('routineAdmin.deleted'),
        failed: t('routineAdmin.deleteFailed'),
        restored: t('routineAdmin.restored'),
      }}
      onSettled={() => void queryClient.invalidateQueries({ queryKey: ROUTINES_KEY })}
    />
  )
}
