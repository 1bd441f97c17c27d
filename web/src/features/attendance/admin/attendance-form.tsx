import { validationText } from '@bidyaloy/shared/api/issue-text'
import { attendanceAdminCopy } from '@bidyaloy/shared/features/attendance/admin-copy'
import type { Attendance } from '@bidyaloy/shared/features/attendance/attendance'
import { ClosedReason } from '@bidyaloy/shared/features/attendance/attendance'
import { pages } from '@bidyaloy/shared/features/attendance/paths'
import { attendance as type } from '@bidyaloy/shared/features/attendance/record'
import { formatDate, startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod'
import { failureText } from '../../../admin/api/failure-text.ts'
import { useWriteApi } from '../../../admin/api/use-write-api.ts'
import { DeletionDialog } from '../../../admin/components/deletion-dialog.tsx'
import { versionsPath } from '../../../admin/components/screen-links.ts'
import { contractResolver } from '../../../admin/form/contract-resolver.ts'
import type { TextValues } from '../../../admin/form/drafts.ts'
import { BengaliTextField } from '../../../admin/form/fields.tsx'
import { RecordForm } from '../../../admin/form/record-form.tsx'
import { useRecordForm } from '../../../admin/form/use-record-form.ts'
import { withCopy } from '../../../admin/t.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useToasts } from '../../../ui/toast.tsx'
import { ATTENDANCE_KEY, daysQuery } from '../queries.ts'
import {
  blankValues,
  type FormGroup,
  fieldOf,
  formErrors,
  groupText,
  NUMBERS,
  toBody,
  toValues,
} from './attendance-values.ts'
import { EntryGrid } from './entry-grid.tsx'

const t = withCopy(attendanceAdminCopy)
const REQUIRED = validationText('valid.required').bn

const SheetFill = lazy(async () => ({ default: (await import('./sheet-fill.tsx')).SheetFill }))

interface AttendanceFormProps {
  day: string
  isToday: boolean
  /** The record of the day; null before the first save. */
  saved: Attendance | null
  groups: readonly FormGroup[]
  /** Why the day may be closed: the calendar's holiday, or its weekday at the weekend. */
  holiday: string | null
  isOfCalendar: boolean
}

/** The numbers of a day, or why the school was closed. */
export function AttendanceForm(props: AttendanceFormProps) {
  const { day, saved, groups } = props
  const [fills, setFills] = useState(false)
  const toasts = useToasts()
  const state = useAttendanceForm(props)
  const { values, form } = state
  const fill = (typed: TextValues) => {
    for (const [name, value] of Object.entries(typed)) {
      form.setValue(name, value ?? '', { shouldDirty: true })
    }
  }
  const setState = (next: 'open' | 'closed', reason = '') => {
    fill({ state: next, ...(next === 'closed' && !values.closed && { closed: reason }) })
  }
  if (fills) {
    return (
      <Suspense fallback={null}>
        <SheetFill
          groups={groups}
          values={values}
          onBack={() => setFills(false)}
          onFill={(typed, n) => {
            fill({ state: 'open', ...typed })
            setFills(false)
            const text = t('attendanceAdmin.sheet.done', { n: toBengaliDigits(n) })
            toasts.show({ tone: 'ok', text })
          }}
        />
      </Suspense>
    )
  }
  const isClosed = values.state === 'closed'
  return (
    <RecordForm
      state={state}
      label={t('attendanceAdmin.grid')}
      nameOf={(name) => nameOf(groups, name)}
      shown={(name, value) =>
        name === 'state'
          ? t(`attendanceAdmin.field.state.${value === 'closed' ? 'closed' : 'open'}`)
          : toBengaliDigits(value)
      }
      failed={(error) => (
        <p>
          <b>{t('attendanceAdmin.failed')}</b> {failureText(error)}
        </p>
      )}
    >
      <DayNote {...props} isClosed={isClosed} onClose={(reason) => setState('closed', reason)} />
      <div className="row">
        {isClosed ? (
          <Button small icon="undo" onClick={() => setState('open')}>
            {t('attendanceAdmin.open')}
          </Button>
        ) : (
          <>
            <Button small icon="upload" onClick={() => setFills(true)}>
              {t('attendanceAdmin.sheet')}
            </Button>
            <Button small onClick={() => setState('closed', closedFor(props))}>
              {t(props.isToday ? 'attendanceAdmin.close.today' : 'attendanceAdmin.close.day')}
            </Button>
          </>
        )}
      </div>
      {isClosed ? (
        <BengaliTextField
          {...state.field('closed')}
          label={t('attendanceAdmin.reason')}
          hint={t('attendanceAdmin.reason.hint')}
          maxLength={100}
          required
          autoComplete="off"
        />
      ) : (
        <EntryGrid groups={groups} values={values} field={state.field} onFill={fill} />
      )}
      <Foot day={day} saved={saved} groups={groups} state={state} />
    </RecordForm>
  )
}

/** The reason that is offered: that of the calendar. */
const closedFor = ({ holiday, isOfCalendar }: AttendanceFormProps) =>
  isOfCalendar ? (holiday ?? '') : ''

interface DayNoteProps extends AttendanceFormProps {
  isClosed: boolean
  onClose: (reason: string) => void
}

/** Says that the day is a holiday or at the weekend. */
function DayNote({ saved, holiday, isOfCalendar, isClosed, onClose }: DayNoteProps) {
  if (holiday === null || saved || isClosed) return null
  if (!isOfCalendar)
    return <p className="hint">{t('attendanceAdmin.weekend', { weekday: holiday })}</p>
  return (
    <Alert tone="warn">
      <p>{t('attendanceAdmin.holiday', { title: holiday })}</p>
      <Button small onClick={() => onClose(holiday)}>
        {t('attendanceAdmin.holiday.take')}
      </Button>
    </Alert>
  )
}

type FormState = ReturnType<typeof useAttendanceForm>

interface FootProps extends Pick<AttendanceFormProps, 'day' | 'saved' | 'groups'> {
  state: FormState
}

/** Publishes, says what state the numbers are in, and deletes the day. */
function Foot({ day, saved, groups, state }: FootProps) {
  const queryClient = useQueryClient()
  const [deletes, setDeletes] = useState(false)
  const { dirty, save, values } = state
  const wrong = Object.keys(formErrors(groups, values)).length
  const typed = toBody(groups, values)
  const hasSome = typed.groups.length > 0 || typed.closed !== ''
  const text = dirty ? 'typed' : saved ? 'public' : 'none'
  return (
    <>
      <div className="formfoot savebar">
        <Button look="primary" type="submit" busy={save.isPending}>
          {t(save.isPending ? 'form.saving' : 'attendanceAdmin.save')}
        </Button>
        <p className="savebar__state" role="status">
          {t(`attendanceAdmin.state.${text}`)}
          {hasSome && wrong > 0 && (
            <> · {t('attendanceAdmin.state.wrong', { n: toBengaliDigits(wrong) })}</>
          )}
        </p>
      </div>
      {saved && !saved.queued && (
        <div className="row">
          <a className="btn btn--quiet" href={`${pages.attendance}?month=${day.slice(0, 7)}`}>
            <Icon name="eye" /> {t('attendanceAdmin.view')}
          </a>
          {saved.__v > 0 && (
            <Link className="btn btn--quiet" to={versionsPath(type.name, saved._id)}>
              <Icon name="clock" /> {t('admin.versions.open')}
            </Link>
          )}
          <Button look="quiet" icon="trash" onClick={() => setDeletes(true)}>
            {t('attendanceAdmin.delete')}
          </Button>
        </div>
      )}
      {deletes && saved && (
        <DeletionDialog
          ids={[saved._id]}
          remove={(api) => api.deleteAttendance({ params: { id: saved._id } })}
          texts={{
            question: t('attendanceAdmin.delete.question', { day: formatDate(startOfDay(day)) }),
            deleted: t('attendanceAdmin.deleted'),
            failed: t('attendanceAdmin.deleteFailed'),
            restored: t('attendanceAdmin.restored'),
          }}
          onSettled={() => void queryClient.invalidateQueries({ queryKey: ATTENDANCE_KEY })}
          onClose={() => setDeletes(false)}
          onGone={() => document.getElementById('main')?.focus()}
        />
      )}
    </>
  )
}

function useAttendanceForm({ day, saved, groups }: AttendanceFormProps) {
  const { api, notifySaved } = useWriteApi()
  const queryClient = useQueryClient()
  const resolver = useMemo(
    () =>
      contractResolver(
        z.object({ closed: ClosedReason }),
        ({ closed }) => ({ closed }),
        (values) => ({
          ...formErrors(groups, values),
          ...(values.state === 'closed' && !values.closed?.trim() && { closed: REQUIRED }),
        }),
      ),
    [groups],
  )
  return useRecordForm<Attendance>({
    draft: `attendance/${day}`,
    blank: blankValues(groups),
    saved,
    toValues: (record) => toValues(groups, record),
    resolver,
    send: (values, version, idempotencyKey) => {
      const body = toBody(groups, values)
      return saved && version !== null
        ? api.updateAttendance({ params: { id: saved._id }, body: { ...body, __v: version } })
        : api.createAttendance({ body: { day, ...body } }, { idempotencyKey })
    },
    reload: async () => {
      const days = await queryClient.fetchQuery({
        ...daysQuery(api, day.slice(0, 7)),
        staleTime: 0,
      })
      return days.find((one) => one.day === day) ?? null
    },
    onSettled: (_, how) => {
      void queryClient.invalidateQueries({ queryKey: ATTENDANCE_KEY })
      if (how !== 'theirs') notifySaved({ text: t('attendanceAdmin.saved') })
    },
  })
}

function nameOf(groups: readonly FormGroup[], name: string): string {
  if (name === 'state') return t('attendanceAdmin.field.state')
  if (name === 'closed') return t('attendanceAdmin.reason')
  for (const group of groups) {
    for (const number of NUMBERS) {
      if (fieldOf(number, group) !== name) continue
      return t(`attendanceAdmin.${number}.of`, { group: groupText(group) })
    }
  }
  return name
}
