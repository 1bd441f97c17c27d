import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { teachersCopy } from '@bidyaloy/shared/copy/teachers-copy'
import {
  MAX_TEACHERS,
  TEACHER_COLUMNS,
  type TeacherColumn,
  type TeacherPage,
} from '@bidyaloy/shared/school/teacher-page'
import { useQueryClient } from '@tanstack/react-query'
import { type BaseSyntheticEvent, type ClipboardEvent, useId, useState } from 'react'
import { teacherPageQuery } from '../../school/use-school.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { RowButtons, type RowTask, useEditableList } from '../form/editable-list.tsx'
import { BengaliTextField } from '../form/fields.tsx'
import { LastSaved, RecordForm } from '../form/record-form.tsx'
import { useRecordForm } from '../form/use-record-form.ts'
import { withCopy } from '../t.ts'
import { ReplaceDialog } from './file-form.tsx'
import {
  BLANK_TEACHER,
  FIELD,
  isHeading,
  pasteCells,
  rowErrors,
  rowsIn,
  rowsText,
  type TypedTeacher,
  teacherResolver,
  teacherValues,
  toTeachers,
} from './teacher-rows.ts'

const t = withCopy(teachersCopy)

const blank = { [FIELD]: '' }
const nameOf = () => t('teachers.list.title')
const shown = (_: string, value: string) =>
  rowsIn(value)
    .map(({ name }) => name)
    .join(', ')

/** The list of people from which the server makes the page. */
export function ListForm({ saved }: { saved: TeacherPage | null }) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const query = teacherPageQuery(api)
  const [asking, setAsking] = useState(false)
  const state = useRecordForm<TeacherPage>({
    draft: 'teachers',
    blank,
    saved,
    toValues: teacherValues,
    resolver: teacherResolver,
    send: (values, version) =>
      api.updateTeacherPage({
        body: { teachers: toTeachers(values[FIELD] ?? ''), __v: version ?? 0 },
      }),
    reload: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    onSettled: (page, how) => {
      queryClient.setQueryData(query.queryKey, page)
      if (how === 'theirs') return
      toasts.show({ tone: 'ok', text: t('teachers.saved') })
    },
  })
  const { form, save, values, dirty } = state
  const isOfFile = saved !== null && !saved.teachers
  const submit = (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    // Validation errors are shown before the confirmation.
    if (!isOfFile) return state.submit()
    return form.handleSubmit(() => setAsking(true))()
  }
  return (
    <RecordForm
      state={{ ...state, submit }}
      label={t('teachers.list.title')}
      nameOf={nameOf}
      shown={shown}
      failed={(error) => (
        <p>
          <b>{t('teachers.failed')}</b> {failureText(error)}
        </p>
      )}
    >
      {isOfFile && <Alert tone="warn">{t('teachers.list.fromFile')}</Alert>}
      <p className="hint">{t('teachers.list.hint')}</p>
      <TeacherList
        id={state.idOf(FIELD)}
        value={values[FIELD] ?? ''}
        onChange={(rows) =>
          form.setValue(FIELD, rows, {
            shouldDirty: true,
            shouldValidate: form.formState.submitCount > 0,
          })
        }
        error={form.formState.errors[FIELD]?.message}
        readOnly={save.isPending}
      />
      <div className="formfoot">
        <Button look="primary" type="submit" busy={save.isPending}>
          {t('teachers.save')}
        </Button>
        {dirty && !save.isPending && (
          <span className="badge badge--warn">{t('teachers.unsaved')}</span>
        )}
        <LastSaved record={saved} page="/officers_teachers" />
      </div>
      {asking && (
        <ReplaceDialog
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            void state.submit()
          }}
        >
          <p>{t('teachers.replace.byList')}</p>
        </ReplaceDialog>
      )}
    </RecordForm>
  )
}

interface TeacherListProps {
  /** Of what an error summary leads to: the first cell that is wrong. */
  id: string
  /** The rows as the text of one field. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
  readOnly: boolean
}

/** People in the order in which the page shows them; takes a block of cells copied from a sheet. */
function TeacherList({ id, value, onChange, error, readOnly }: TeacherListProps) {
  const base = useId()
  // After cells in Bijoy were pasted: the rows with those cells in Unicode.
  const [unicode, setUnicode] = useState<readonly TypedTeacher[] | null>(null)
  const rows = rowsIn(value)
  const list = useEditableList<TypedTeacher, HTMLDivElement>({
    rows,
    onChange: (next) => onChange(rowsText(next)),
    rowSelector: rowOf,
    removedText: ({ name }) =>
      name.trim() ? t('teachers.removed', { name: name.trim() }) : t('teachers.removed.unnamed'),
    movedText: (index) => t('teachers.movedTo', { n: toBengaliDigits(index + 1) }),
  })
  const faults = rows.map((row) => (error ? rowErrors(row) : {}))
  const firstWrong = faults.findIndex((errors) => Object.keys(errors).length > 0)
  const act = (index: number, task: RowTask) => {
    setUnicode(null)
    list.act(index, task)
  }
  const paste = async (text: string, start: { row: number; column: number }) => {
    const [{ parseTextTable }, { unicodeTexts }] = await Promise.all([
      import('../uploads/text-table.ts'),
      import('./unicode-texts.ts'),
    ])
    const sheet = parseTextTable(text.replace(/\r?\n$/, ''))
    const inUnicode = unicodeTexts(sheet)
    const hasHeads = sheet.length > 1 && (isHeading(sheet[0]) || isHeading(inUnicode?.[0]))
    const first = hasHeads ? 1 : 0
    const cells = sheet.slice(first)
    const converted = inUnicode?.slice(first)
    list.setUndoable({
      message: t('teachers.pasted', { n: formatNumber(cells.length) }),
      before: rows,
    })
    setUnicode(converted ? pasteCells(rows, converted, start) : null)
    list.change(
      pasteCells(rows, cells, start),
      `${rowOf(start.row)} [data-column="${start.column}"] input`,
    )
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    const cell = event.target instanceof Element ? event.target.closest('[data-column]') : null
    // One cell alone is pasted as in any field.
    if (readOnly || !cell || !/[\t\n]/.test(text.trimEnd())) return
    event.preventDefault()
    event.stopPropagation()
    const row = Array.from(list.box.current?.querySelectorAll('tbody tr') ?? []).findIndex((one) =>
      one.contains(cell),
    )
    const column = Number(cell.getAttribute('data-column'))
    if (row >= 0) void paste(text, { row, column })
  }

  return (
    <div className="stack stack--4 teachers" ref={list.box} onPasteCapture={onPaste}>
      {rows.length === 0 ? (
        <p className="muted">{t('teachers.list.empty')}</p>
      ) : (
        <div className="table-box">
          <table className="table table--stack" role="table">
            <caption>
              <span className="vh">{t('teachers.list.title')}</span>
            </caption>
            <thead role="rowgroup">
              <tr role="row">
                {TEACHER_COLUMNS.map((column) => (
                  <th role="columnheader" scope="col" key={column}>
                    {t(`public.teachers.col.${column}`)}
                  </th>
                ))}
                <th role="columnheader" scope="col">
                  {t('admin.list.actions')}
                </th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              {rows.map((row, index) => (
                <TeacherRow
                  key={list.keyOf(index)}
                  id={index === firstWrong ? id : `${base}-${index}`}
                  row={row}
                  index={index}
                  isLast={index === rows.length - 1}
                  errors={faults[index] ?? {}}
                  readOnly={readOnly}
                  onChange={(changed) => list.replace(index, changed)}
                  onTask={(task) => act(index, task)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {firstWrong === -1 && <FieldError text={error} />}
      <div role="status">
        {list.undoable && (
          <div className="row">
            <span>{list.undoable.message}</span>
            <Button
              small
              icon="undo"
              onClick={() => {
                setUnicode(null)
                list.undo()
              }}
            >
              {t('toast.undo')}
            </Button>
          </div>
        )}
        {unicode && (
          <Alert tone="warn">
            <p>{t('teachers.pasted.bijoy')}</p>
            <Button
              small
              icon="swap"
              onClick={() => {
                list.change(unicode, `${rowOf(0)} input`)
                setUnicode(null)
              }}
            >
              {t('teachers.pasted.convert')}
            </Button>
          </Alert>
        )}
        <span className="vh">{list.announcement}</span>
      </div>
      <div className="row">
        <Button
          icon="plus"
          data-add
          {...(firstWrong === -1 && { id })}
          disabled={rows.length >= MAX_TEACHERS}
          onClick={() => {
            setUnicode(null)
            list.put([...rows, BLANK_TEACHER], rows.length)
          }}
        >
          {t('teachers.add')}
        </Button>
        {rows.length >= MAX_TEACHERS && (
          <p className="hint">{t('teachers.full', { max: formatNumber(MAX_TEACHERS) })}</p>
        )}
      </div>
    </div>
  )
}

const rowOf = (index: number) => `tbody tr:nth-child(${index + 1})`

const rowTexts = {
  up: t('teachers.up'),
  down: t('teachers.down'),
  remove: t('teachers.remove'),
}

/** The columns that hold no Bengali words, with the keyboard for each. */
const keyboards: Partial<Record<TeacherColumn, 'tel' | 'email'>> = { phone: 'tel', email: 'email' }

interface TeacherRowProps {
  /** Of the cell that is wrong, else of the first. */
  id: string
  row: TypedTeacher
  index: number
  isLast: boolean
  errors: Partial<TypedTeacher>
  readOnly: boolean
  onChange: (row: TypedTeacher) => void
  onTask: (task: RowTask) => void
}

/** One person of the list. */
function TeacherRow({
  id,
  row,
  index,
  isLast,
  errors,
  readOnly,
  onChange,
  onTask,
}: TeacherRowProps) {
  const nth = t('teachers.row', { n: toBengaliDigits(index + 1) })
  const led = TEACHER_COLUMNS.find((column) => errors[column]) ?? TEACHER_COLUMNS[0]
  return (
    <tr role="row">
      {TEACHER_COLUMNS.map((column, at) => {
        const keyboard = keyboards[column]
        const field = {
          id: column === led ? id : `${id}-${column}`,
          label: (
            <>
              <span className="vh">{nth}: </span>
              {t(`public.teachers.col.${column}`)}
            </>
          ),
          error: errors[column],
          autoComplete: 'off',
          readOnly,
          value: row[column],
          onChange: ({ target }: { target: { value: string } }) =>
            onChange({ ...row, [column]: target.value }),
        }
        return (
          <td role="cell" key={column} data-column={at}>
            {keyboard ? (
              <TextField {...field} inputMode={keyboard} spellCheck={false} />
            ) : (
              <BengaliTextField {...field} />
            )}
          </td>
        )
      })}
      <td role="cell" className="teachers__acts">
        <span className="row-actions">
          <RowButtons
            texts={rowTexts}
            subject={row.name.trim() || nth}
            isFirst={index === 0}
            isLast={isLast}
            readOnly={readOnly}
            onTask={onTask}
          />
        </span>
      </td>
    </tr>
  )
}
