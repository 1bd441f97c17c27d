import { attendanceAdminCopy } from '@bidyaloy/shared/features/attendance/admin-copy'
import { attendanceCopy } from '@bidyaloy/shared/features/attendance/copy'
import { presentShare } from '@bidyaloy/shared/features/attendance/share'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { groupKey } from '@bidyaloy/shared/school/class-groups'
import { type ClipboardEvent, type ComponentPropsWithRef, type KeyboardEvent, useId } from 'react'
import type { TextValues } from '../../../admin/form/drafts.ts'
import { withCopy } from '../../../admin/t.ts'
import { parseTextTable } from '../../../lib/tables/text-table.ts'
import {
  type FormGroup,
  fieldOf,
  groupErrors,
  NUMBERS,
  type NumberName,
  typedGroups,
} from './attendance-values.ts'

const t = withCopy(attendanceAdminCopy, attendanceCopy)

type Control = ComponentPropsWithRef<'input'> & { id: string }

interface EntryGridProps {
  groups: readonly FormGroup[]
  values: TextValues
  /** The props of a field's control, by its name. */
  field: (name: string) => Control & { error: string | undefined }
  /** Called with the numbers of pasted cells, by field. */
  onFill: (values: TextValues) => void
}

/** One row a group; Enter goes down, pasted cells fill downwards. */
export function EntryGrid({ groups, values, field, onFill }: EntryGridProps) {
  const hint = useId()
  const right = groups.filter((group) => Object.keys(groupErrors(group, values)).length === 0)
  const typed = typedGroups(right, values)
  const focus = (at: number, name: NumberName): boolean => {
    const group = groups[at]
    if (!group) return false
    const input = document.getElementById(field(fieldOf(name, group)).id)
    input?.focus()
    if (input instanceof HTMLInputElement) input.select()
    return true
  }
  const onKeyDown = (event: KeyboardEvent, at: number, name: NumberName) => {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
    // Enter in the last row publishes nothing by itself.
    if (step !== undefined && (focus(at + step, name) || event.key === 'Enter')) {
      event.preventDefault()
    }
  }
  const onPaste = (event: ClipboardEvent, at: number, name: NumberName) => {
    const cells = parseTextTable(event.clipboardData.getData('text'))
    if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return
    event.preventDefault()
    onFill(pastedValues(cells, groups.slice(at), name))
  }
  return (
    <div className="stack stack--3">
      <p className="hint" id={hint}>
        {t('attendanceAdmin.grid.hint')}
      </p>
      <table className="entrygrid" aria-describedby={hint}>
        <caption>
          <span className="vh">{t('attendanceAdmin.grid')}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col" className="entrygrid__wide">
              {t('attendanceAdmin.col.class')}
            </th>
            <th scope="col">{t('attendanceAdmin.col.group')}</th>
            <th scope="col">{t('attendanceAdmin.col.enrolled')}</th>
            <th scope="col">{t('attendanceAdmin.col.present')}</th>
            <th scope="col" className="entrygrid__wide">
              {t('attendanceAdmin.col.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group, at) => (
            <Row
              key={groupKey(group)}
              group={group}
              isFirstOfClass={groups[at - 1]?.className !== group.className}
              values={values}
              control={(name) => ({
                ...field(fieldOf(name, group)),
                onKeyDown: (event) => onKeyDown(event, at, name),
                onPaste: (event) => onPaste(event, at, name),
              })}
            />
          ))}
        </tbody>
        <Totals all={groups.length} typed={typed} />
      </table>
    </div>
  )
}

/** Returns the numbers of pasted cells, from a column on; further columns and rows are left out. */
function pastedValues(
  cells: readonly (readonly string[])[],
  groups: readonly FormGroup[],
  first: NumberName,
): TextValues {
  const names = NUMBERS.slice(NUMBERS.indexOf(first))
  const pasted = cells.slice(0, groups.length).flatMap((row, at) =>
    names.flatMap((name, column) => {
      const group = groups[at]
      const cell = row[column]?.trim()
      return group && cell ? [[fieldOf(name, group), cell] as const] : []
    }),
  )
  return Object.fromEntries(pasted)
}

interface RowProps {
  group: FormGroup
  isFirstOfClass: boolean
  values: TextValues
  control: (name: NumberName) => Control & { error: string | undefined }
}

function Row({ group, isFirstOfClass, values, control }: RowProps) {
  const { className, shift, section } = group
  const errors = groupErrors(group, values)
  const [numbers] = typedGroups([group], values)
  const share = numbers && !errors.present && !errors.enrolled ? presentShare(numbers) : null
  const ofClass = t(`enum.class.${className}`)
  const name = t('attendanceAdmin.group', {
    shift: t(`enum.shift.${shift}`),
    section: t(`enum.section.${section}`),
  })
  const label = `${ofClass} ${name}`
  const isWrong = errors.present !== undefined || errors.enrolled !== undefined
  return (
    <tr className={isWrong ? 'bad' : undefined}>
      <td className="entrygrid__wide">{isFirstOfClass && <b>{ofClass}</b>}</td>
      <th scope="row">
        <span className={isFirstOfClass ? 'entrygrid__class' : 'vh'}>{ofClass} </span>
        {name}
      </th>
      <td>
        <NumberCell
          {...control('enrolled')}
          label={t('attendanceAdmin.enrolled.of', { group: label })}
          wrong={errors.enrolled}
        />
      </td>
      <td>
        <NumberCell
          {...control('present')}
          label={t('attendanceAdmin.present.of', { group: label })}
          wrong={errors.present}
        />
      </td>
      <td className="entrygrid__wide">
        {share !== null && t('attendance.percent', { n: formatNumber(share) })}
      </td>
    </tr>
  )
}

interface NumberCellProps extends Control {
  label: string
  /** What is wrong with what is typed now. */
  wrong: string | undefined
  /** What was wrong when it was sent. */
  error: string | undefined
}

function NumberCell({ label, wrong, error, ...input }: NumberCellProps) {
  const text = wrong ?? error
  const errorId = `${input.id}-error`
  return (
    <>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        {...input}
        className="input"
        aria-label={label}
        aria-invalid={text ? true : undefined}
        aria-describedby={text ? errorId : undefined}
      />
      {text && (
        <p className="fielderror" id={errorId}>
          {text}
        </p>
      )}
    </>
  )
}

interface TotalsProps {
  all: number
  typed: ReturnType<typeof typedGroups>
}

function Totals({ all, typed }: TotalsProps) {
  const sum = (name: NumberName) => typed.reduce((total, group) => total + group[name], 0)
  const sums = { enrolled: sum('enrolled'), present: sum('present') }
  const share = presentShare(sums)
  const title = t('attendanceAdmin.total', {
    all: formatNumber(all),
    n: formatNumber(typed.length),
  })
  return (
    <tfoot>
      <tr>
        <td className="entrygrid__wide" />
        <th scope="row">{title}</th>
        <td>{formatNumber(sums.enrolled)}</td>
        <td>{formatNumber(sums.present)}</td>
        <td className="entrygrid__wide">
          {share !== null && t('attendance.percent', { n: formatNumber(share) })}
        </td>
      </tr>
    </tfoot>
  )
}
