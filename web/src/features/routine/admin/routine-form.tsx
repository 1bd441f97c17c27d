import { routineAdminCopy } from '@bidyaloy/shared/features/routine/admin-copy'
import { MAX_PERIODS, NewRoutine, type Routine } from '@bidyaloy/shared/features/routine/routine'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { type Group, groupKey } from '@bidyaloy/shared/school/class-groups'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { failureText } from '../../../admin/api/failure-text.ts'
import { useWriteApi } from '../../../admin/api/use-write-api.ts'
import { contractResolver } from '../../../admin/form/contract-resolver.ts'
import { DayField } from '../../../admin/form/day-field.tsx'
import { BengaliTextField } from '../../../admin/form/fields.tsx'
import { RecordForm } from '../../../admin/form/record-form.tsx'
import { type RecordFormState, useRecordForm } from '../../../admin/form/use-record-form.ts'
import { withCopy } from '../../../admin/t.ts'
import { Button } from '../../../ui/button.tsx'
import { peopleQuery } from '../../people/queries.ts'
import { ROUTINES_KEY, routinesQuery } from '../queries.ts'
import { groupName, weekdayName } from '../t.ts'
import {
  blankValues,
  formDays,
  hoursField,
  shownPeriods,
  subjectField,
  teacherField,
  toRoutine,
  toValues,
  valueErrors,
} from './routine-values.ts'
import './routine-form.css'

const t = withCopy(routineAdminCopy)

interface RoutineFormProps {
  group: Group
  /** Null for a new one. */
  saved: Routine | null
  onDone: () => void
}

/** The week of a class in a grid, written by hand. */
export function RoutineForm({ group, saved, onDone }: RoutineFormProps) {
  const { api, notifySaved } = useWriteApi()
  const queryClient = useQueryClient()
  const [today] = useState(() => dhakaTime(new Date()).iso)
  const [resolver] = useState(() =>
    contractResolver(NewRoutine, (values) => toRoutine(values, group), valueErrors),
  )
  const state = useRecordForm<Routine>({
    draft: `routine:${groupKey(group)}`,
    blank: blankValues(today),
    saved,
    toValues,
    resolver,
    send: (values, version, idempotencyKey) => {
      const body = NewRoutine.parse(toRoutine(values, group))
      return saved && version !== null
        ? api.updateRoutine({ params: { id: saved._id }, body: { ...body, __v: version } })
        : api.createRoutine({ body }, { idempotencyKey })
    },
    reload: async () => {
      const rows = await queryClient.fetchQuery({ ...routinesQuery(api), staleTime: 0 })
      return rows.find((row) => groupKey(row) === groupKey(group)) ?? null
    },
    onSettled: (_, how) => {
      void queryClient.invalidateQueries({ queryKey: ROUTINES_KEY })
      if (how !== 'theirs') notifySaved({ text: t('routineAdmin.saved.toast') })
      onDone()
    },
  })
  return (
    <RecordForm
      state={state}
      label={t('routineAdmin.form.of', { group: groupName(group) })}
      nameOf={nameOf}
      bare
      failed={(error) => (
        <p>
          <b>{t('routineAdmin.failed')}</b> {failureText(error)}
        </p>
      )}
    >
      <div className="grid2">
        <DayField
          id={state.idOf('validFrom')}
          label={t('routineAdmin.validFrom')}
          value={state.values.validFrom ?? ''}
          error={state.form.formState.errors.validFrom?.message}
          onChange={(day) => state.form.setValue('validFrom', day)}
        />
        <BengaliTextField
          {...state.field('room')}
          label={t('routineAdmin.room')}
          autoComplete="off"
        />
      </div>
      <p className="hint">{t('routineAdmin.hint')}</p>
      <Grid state={state} days={formDays(saved)} />
      <div className="formfoot">
        <Button look="primary" type="submit" busy={state.save.isPending}>
          {t('routineAdmin.save')}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {t('dialog.cancel')}
        </Button>
      </div>
    </RecordForm>
  )
}

const periodName = (at: number) => t('routineAdmin.period', { n: toBengaliDigits(at + 1) })

/** Returns the label of a field in messages. */
function nameOf(field: string): string {
  if (field === 'validFrom' || field === 'room') return t(`routineAdmin.${field}`)
  const [kind, at, day] = field.split('_')
  const period = periodName(Number(at))
  if (day === undefined) return period
  const text = kind === 'teacher' ? 'routineAdmin.teacher.of' : 'routineAdmin.subject.of'
  return t(text, { day: weekdayName(Number(day)), period })
}

interface GridProps {
  state: RecordFormState
  days: readonly number[]
}

/** A row a period, a column a day; the names of the staff are offered as teachers. */
function Grid({ state, days }: GridProps) {
  const { api } = useWriteApi()
  const { data: people = [] } = useQuery(peopleQuery(api))
  const names = useId()
  const [more, setMore] = useState(0)
  const shown = Math.min(shownPeriods(state.values) + more, MAX_PERIODS)
  const rows = Array.from({ length: shown }, (_, at) => at)
  const cell = (field: string, label: string, list?: string) => {
    const { error, ...input } = state.field(field)
    return (
      <input
        {...input}
        className="input"
        aria-label={nameOf(field)}
        aria-invalid={error ? true : undefined}
        placeholder={label}
        autoComplete="off"
        list={list}
      />
    )
  }
  return (
    <>
      <datalist id={names}>
        {people.map(({ _id, title }) => (
          <option key={_id} value={title} />
        ))}
      </datalist>
      <p className="hint">{t('routineAdmin.hours')}</p>
      <div className="weekgrid">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('routineAdmin.hours.short')}</th>
              {days.map((day) => (
                <th key={day} scope="col">
                  {weekdayName(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((at) => (
              <tr key={at}>
                <th scope="row">{cell(hoursField(at), toBengaliDigits(at + 1))}</th>
                {days.map((day) => (
                  <td key={day}>
                    {cell(subjectField(at, day), t('routineAdmin.subject'))}
                    {cell(teacherField(at, day), t('routineAdmin.teacher'), names)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown < MAX_PERIODS && (
        <p>
          <Button small icon="plus" onClick={() => setMore(more + 1)}>
            {t('routineAdmin.addPeriod')}
          </Button>
        </p>
      )}
    </>
  )
}
