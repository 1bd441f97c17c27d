import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { TEACHER_COLUMNS, type TeacherColumn } from '@bidyaloy/shared/school/teacher-page'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { BengaliTextField } from '../form/bengali-field.tsx'
import type { TypedTeacher } from './teacher-rows.ts'
import { teachersText } from './teachers-text.ts'

export type TeacherTask = 'up' | 'down' | 'remove'

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
export function TeacherRow({
  id,
  row,
  place,
  isLast,
  wrong,
  readOnly,
  onChange,
  onTask,
}: TeacherRowProps) {
  const nth = teachersText('teachers.row', { n: toBengaliDigits(place + 1) })
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
              {teachersText(`public.teachers.col.${column}`)}
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
              title={teachersText(`teachers.${task}`)}
              disabled={readOnly || cannot[task]}
              onClick={() => onTask(task)}
            >
              <span className="vh">
                {teachersText(`teachers.${task}`)}: {row.name.trim() || nth}
              </span>
            </Button>
          ))}
        </span>
      </td>
    </tr>
  )
}
