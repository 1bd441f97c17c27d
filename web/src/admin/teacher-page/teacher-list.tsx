import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { teachersCopy } from '@bidyaloy/shared/copy/teachers-copy'
import {
  MAX_TEACHERS,
  TEACHER_COLUMNS,
  type TeacherColumn,
} from '@bidyaloy/shared/school/teacher-page'
import { type ClipboardEvent, useId, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { BengaliTextField } from '../form/fields.tsx'
import { insertedAt, removedAt, replacedAt } from '../form/list-order.ts'
import { withCopy } from '../t.ts'
import {
  BLANK_TEACHER,
  isHeading,
  pasteCells,
  rowsIn,
  rowsText,
  type TypedTeacher,
  wrongInRow,
} from './teacher-rows.ts'

const t = withCopy(teachersCopy)

interface TeacherListProps {
  /** Of what an error summary leads to: the first cell that is wrong. */
  id: string
  /** The rows as the text of one field. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
  readOnly: boolean
}

/** What has just been done, and can be taken back. */
interface Done {
  said: string
  before: readonly TypedTeacher[]
  /** Where the cells were pasted are in Bijoy: how the list reads in Unicode. */
  unicode?: readonly TypedTeacher[]
}

/** People in the order in which the page shows them; takes a block of cells copied from a sheet. */
export function TeacherList({ id, value, onChange, error, readOnly }: TeacherListProps) {
  const base = useId()
  const box = useRef<HTMLDivElement>(null)
  // Rows have no names: when their order changes they are made anew.
  const [order, setOrder] = useState(0)
  const [done, setDone] = useState<Done | null>(null)
  const [said, setSaid] = useState('')
  const rows = rowsIn(value)
  const faults = rows.map((row) => (error ? wrongInRow(row) : {}))
  const firstWrong = faults.findIndex((wrong) => Object.keys(wrong).length > 0)

  const change = (next: readonly TypedTeacher[], focus: string) => {
    onChange(rowsText(next))
    setOrder(order + 1)
    // What is to have the focus is drawn with the next frame.
    requestAnimationFrame(() => {
      const target = box.current?.querySelector<HTMLElement>(focus)
      const add = box.current?.querySelector<HTMLElement>('[data-add]')
      ;(target ?? add)?.focus()
    })
  }
  const add = () => {
    setDone(null)
    change([...rows, BLANK_TEACHER], `${rowOf(rows.length)} input`)
  }
  const act = (index: number, task: TeacherTask) => {
    const row = rows[index]
    if (!row) return
    const others = removedAt(rows, index)
    if (task === 'remove') {
      setSaid('')
      const name = row.name.trim()
      setDone({
        said: name ? t('teachers.removed', { name }) : t('teachers.removed.unnamed'),
        before: rows,
      })
      change(others, buttonOf(Math.min(index, others.length - 1), task))
      return
    }
    const to = task === 'up' ? index - 1 : index + 1
    setDone(null)
    setSaid(t('teachers.movedTo', { n: toBengaliDigits(to + 1) }))
    // At the end of the way the button rests; the one back works.
    const isAtEnd = to === 0 || to === rows.length - 1
    const other = task === 'up' ? 'down' : 'up'
    change(insertedAt(others, to, row), buttonOf(to, isAtEnd ? other : task))
  }
  const paste = async (text: string, place: { row: number; column: number }) => {
    const [{ readTextTable }, { unicodeTexts }] = await Promise.all([
      import('../students/import/read-text-table.ts'),
      import('./unicode-texts.ts'),
    ])
    const sheet = readTextTable(text.replace(/\r?\n$/, '')).map((line) => line.map(String))
    const inUnicode = unicodeTexts(sheet)
    const hasHeads = sheet.length > 1 && (isHeading(sheet[0]) || isHeading(inUnicode?.[0]))
    const first = hasHeads ? 1 : 0
    const cells = sheet.slice(first)
    const converted = inUnicode?.slice(first)
    setDone({
      said: t('teachers.pasted', { n: formatNumber(cells.length) }),
      before: rows,
      ...(converted && { unicode: pasteCells(rows, converted, place) }),
    })
    change(
      pasteCells(rows, cells, place),
      `${rowOf(place.row)} [data-column="${place.column}"] input`,
    )
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    const cell = event.target instanceof Element ? event.target.closest('[data-column]') : null
    // One cell alone is pasted as in any field.
    if (readOnly || !cell || !/[\t\n]/.test(text.trimEnd())) return
    event.preventDefault()
    event.stopPropagation()
    const row = Array.from(box.current?.querySelectorAll('tbody tr') ?? []).findIndex((one) =>
      one.contains(cell),
    )
    const column = Number(cell.getAttribute('data-column'))
    if (row >= 0) void paste(text, { row, column })
  }

  return (
    <div className="stack stack--4 teachers" ref={box} onPasteCapture={onPaste}>
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
                  // biome-ignore lint/suspicious/noArrayIndexKey: the order is part of the key
                  key={`${order}-${index}`}
                  id={index === firstWrong ? id : `${base}-${index}`}
                  row={row}
                  place={index}
                  isLast={index === rows.length - 1}
                  wrong={faults[index] ?? {}}
                  readOnly={readOnly}
                  onChange={(changed) => onChange(rowsText(replacedAt(rows, index, changed)))}
                  onTask={(task) => act(index, task)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {firstWrong === -1 && <FieldError text={error} />}
      <div role="status">
        {done && (
          <div className="row">
            <span>{done.said}</span>
            <Button
              small
              icon="undo"
              onClick={() => {
                setDone(null)
                change(done.before, `${rowOf(0)} input`)
              }}
            >
              {t('toast.undo')}
            </Button>
          </div>
        )}
        {done?.unicode && (
          <Alert tone="warn">
            <p>{t('teachers.pasted.bijoy')}</p>
            <Button
              small
              icon="swap"
              onClick={() => {
                if (done.unicode) change(done.unicode, `${rowOf(0)} input`)
                setDone({ said: done.said, before: done.before })
              }}
            >
              {t('teachers.pasted.convert')}
            </Button>
          </Alert>
        )}
        <span className="vh">{said}</span>
      </div>
      <div className="row">
        <Button
          icon="plus"
          data-add
          {...(firstWrong === -1 && { id })}
          disabled={rows.length >= MAX_TEACHERS}
          onClick={add}
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
const buttonOf = (index: number, task: TeacherTask) => `${rowOf(index)} [data-task="${task}"]`

type TeacherTask = 'up' | 'down' | 'remove'

const TASKS = [
  { task: 'up', icon: 'down' },
  { task: 'down', icon: 'down' },
  { task: 'remove', icon: 'trash' },
] as const

/** The columns that hold no Bengali words, with the keyboard for each. */
const keyboards: Partial<Record<TeacherColumn, 'tel' | 'email'>> = { phone: 'tel', email: 'email' }

interface TeacherRowProps {
  /** Of the cell that is wrong, else of the first. */
  id: string
  row: TypedTeacher
  /** 0 is the first. */
  place: number
  isLast: boolean
  wrong: Partial<TypedTeacher>
  readOnly: boolean
  onChange: (row: TypedTeacher) => void
  onTask: (task: TeacherTask) => void
}

/** One person of the list. */
function TeacherRow({
  id,
  row,
  place,
  isLast,
  wrong,
  readOnly,
  onChange,
  onTask,
}: TeacherRowProps) {
  const nth = t('teachers.row', { n: toBengaliDigits(place + 1) })
  const led = TEACHER_COLUMNS.find((column) => wrong[column]) ?? TEACHER_COLUMNS[0]
  const cannot = { up: place === 0, down: isLast, remove: false }
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
          error: wrong[column],
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
          {TASKS.map(({ task, icon }) => (
            <Button
              small
              key={task}
              {...(task === 'remove' && { look: 'danger' })}
              icon={icon}
              data-task={task}
              title={t(`teachers.${task}`)}
              disabled={readOnly || cannot[task]}
              onClick={() => onTask(task)}
            >
              <span className="vh">
                {t(`teachers.${task}`)}: {row.name.trim() || nth}
              </span>
            </Button>
          ))}
        </span>
      </td>
    </tr>
  )
}
