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
import { ConfirmDialog } from '../components/dialogs.tsx'
import { ConvertedNote } from '../form/converted-note.tsx'
import { RowButtons, type RowTask, useEditableList } from '../form/editable-list.tsx'
import { BengaliTextField } from '../form/fields.tsx'
import { LastSaved, RecordForm } from '../form/record-form.tsx'
import { useRecordForm } from '../form/use-record-form.ts'
import { withCopy } from '../t.ts'
import {
  BLANK_TEACHER,
  FIELD,
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

/** Name of the draft of the list. */
export const LIST_DRAFT = 'teachers'

/** The form for the list from which the server makes the page. */
export function ListForm({ saved }: { saved: TeacherPage | null }) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const query = teacherPageQuery(api)
  const [isConfirming, setConfirming] = useState(false)
  const state = useRecordForm<TeacherPage>({
    draft: LIST_DRAFT,
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
      toasts.show({ tone: 'ok', text: t('teachers.saved'), records: ['teacherPage'] })
    },
  })
  const { form, save, values, dirty } = state
  const isFromFile = saved !== null && !saved.teachers && !saved.people
  const submit = (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    // Validation errors are shown before the confirmation.
    return isFromFile ? form.handleSubmit(() => setConfirming(true))() : state.submit()
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
      {isFromFile && <Alert tone="warn">{t('teachers.list.fromFile')}</Alert>}
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
      {isConfirming && (
        <ConfirmDialog
          title={t('teachers.replace.title')}
          yes={{ look: 'primary', label: t('teachers.replace.yes') }}
          onYes={() => {
            setConfirming(false)
            void state.submit()
          }}
          onClose={() => setConfirming(false)}
        >
          <p>{t('teachers.replace.byList')}</p>
        </ConfirmDialog>
      )}
    </RecordForm>
  )
}

/** Rows with pasted Bijoy cells, until the next change of the list. */
interface ConvertedPaste {
  bijoy: readonly TypedTeacher[]
  unicode: readonly TypedTeacher[]
  isConverted: boolean
  /** Selects the field that takes the focus. */
  field: string
}

interface TeacherListProps {
  /** Id of the control that the error summary links to: the first invalid cell. */
  id: string
  /** The rows as the field's value. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
  readOnly: boolean
}

/** The rows in the order of the page. Accepts a block of cells pasted from a spreadsheet. */
function TeacherList({ id, value, onChange, error, readOnly }: TeacherListProps) {
  const base = useId()
  const [converted, setConverted] = useState<ConvertedPaste | null>(null)
  const rows = rowsIn(value)
  const list = useEditableList<TypedTeacher, HTMLDivElement>({
    rows,
    onChange: (next) => {
      setConverted(null)
      onChange(rowsText(next))
    },
    rowSelector,
    removedText: ({ name }) =>
      name.trim() ? t('teachers.removed', { name: name.trim() }) : t('teachers.removed.unnamed'),
    movedText: (index) => t('teachers.movedTo', { n: toBengaliDigits(index + 1) }),
  })
  const errors = rows.map((row) => (error ? rowErrors(row) : {}))
  const firstWrong = errors.findIndex((ofRow) => Object.keys(ofRow).length > 0)
  const paste = async (text: string, start: { row: number; column: number }) => {
    const [{ parseTextTable }, { convertCells }, { isHeading }] = await Promise.all([
      import('../uploads/text-table.ts'),
      import('../uploads/convert-bijoy.ts'),
      import('../uploads/people-columns.ts'),
    ])
    const sheet = parseTextTable(text.replace(/\r?\n$/, ''))
    const unicode = convertCells(sheet)
    const hasHeadings = sheet.length > 1 && (isHeading(sheet[0]) || isHeading(unicode?.[0]))
    const first = hasHeadings ? 1 : 0
    const bijoy = pasteCells(rows, sheet.slice(first), start)
    const field = `${rowSelector(start.row)} [data-column="${start.column}"] input`
    list.setUndoable({
      message: t('teachers.pasted', { n: formatNumber(sheet.length - first) }),
      before: rows,
    })
    if (!unicode) return list.change(bijoy, field)
    show(true, { bijoy, unicode: pasteCells(rows, unicode.slice(first), start), field })
  }
  const show = (isConverted: boolean, pasted: Omit<ConvertedPaste, 'isConverted'>) => {
    list.change(isConverted ? pasted.unicode : pasted.bijoy, pasted.field)
    setConverted({ ...pasted, isConverted })
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    const cell = event.target instanceof Element ? event.target.closest('[data-column]') : null
    // A single cell is pasted as in any field.
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
                  errors={errors[index] ?? {}}
                  readOnly={readOnly}
                  onChange={(changed) => list.replace(index, changed)}
                  onTask={(task) => list.act(index, task)}
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
            <Button small icon="undo" onClick={list.undo}>
              {t('toast.undo')}
            </Button>
          </div>
        )}
        {converted && (
          <ConvertedNote
            isConverted={converted.isConverted}
            onChange={(isConverted) => show(isConverted, converted)}
          />
        )}
        <span className="vh">{list.announcement}</span>
      </div>
      <div className="row">
        <Button
          icon="plus"
          data-add
          {...(firstWrong === -1 && { id })}
          disabled={rows.length >= MAX_TEACHERS}
          onClick={() => list.put([...rows, BLANK_TEACHER], rows.length)}
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

const rowSelector = (index: number) => `tbody tr:nth-child(${index + 1})`

const rowTexts = {
  up: t('teachers.up'),
  down: t('teachers.down'),
  remove: t('teachers.remove'),
}

/** The `inputmode` of the columns without Bengali text. */
const inputModes: Partial<Record<TeacherColumn, 'tel' | 'email'>> = { phone: 'tel', email: 'email' }

interface TeacherRowProps {
  /** Id of the first invalid control, else of the first control. */
  id: string
  row: TypedTeacher
  index: number
  isLast: boolean
  errors: Partial<TypedTeacher>
  readOnly: boolean
  onChange: (row: TypedTeacher) => void
  onTask: (task: RowTask) => void
}

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
  const target = TEACHER_COLUMNS.find((column) => errors[column]) ?? TEACHER_COLUMNS[0]
  return (
    <tr role="row">
      {TEACHER_COLUMNS.map((column, at) => {
        const inputMode = inputModes[column]
        const field = {
          id: column === target ? id : `${id}-${column}`,
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
          onChange: ({ target: { value } }: { target: { value: string } }) =>
            onChange({ ...row, [column]: value }),
        }
        return (
          <td role="cell" key={column} data-column={at}>
            {inputMode ? (
              <TextField {...field} inputMode={inputMode} spellCheck={false} />
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
