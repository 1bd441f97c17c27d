import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { routineAdminCopy } from '@bidyaloy/shared/features/routine/admin-copy'
import { formatHour } from '@bidyaloy/shared/features/routine/week'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { type Column, RecordTable } from '../../../../admin/components/record-table.tsx'
import { RejectedRows } from '../../../../admin/sheet-import/rejected-rows.tsx'
import { withCopy } from '../../../../admin/t.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { groupName, weekdayName } from '../../t.ts'
import { WeekTable } from '../../week-table.tsx'
import { type ComparedRoutine, clashesOf, type Difference } from './compare-routines.ts'
import type { RejectedCell, Rejection } from './parse-routine-sheet.ts'
import '../../routine.css'

const t = withCopy(sheetCopy, routineAdminCopy)

/** What was left out, each with its row and reason, and teachers with two classes at once. */
export function Doubts({
  rejected,
  rows,
}: {
  rejected: readonly RejectedCell[]
  rows: readonly ComparedRoutine[]
}) {
  const clashes = clashesOf(rows)
  return (
    <>
      {rejected.length > 0 && (
        <RejectedRows rows={numbered(rejected)} reasonText={({ reason }) => reasonText(reason)} />
      )}
      {clashes.length > 0 && (
        <Alert tone="warn">
          <p>
            <b>{t('routineImport.clashes', { n: toBengaliDigits(clashes.length) })}</b>{' '}
            {t('routineImport.clashes.text')}
          </p>
          <ul>
            {clashes.map(({ teacher, day, from, groups }) => (
              <li key={`${teacher} ${day} ${from}`}>
                {t('routineImport.clash', {
                  teacher,
                  day: weekdayName(day),
                  time: formatHour(from),
                  groups: groups.map(groupName).join('; '),
                })}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

/** Rows are told apart by worksheet and line, of which several cells may be left out. */
function numbered(cells: readonly RejectedCell[]): RejectedCell[] {
  const rows = new Map<string, RejectedCell>()
  for (const cell of cells) {
    const key = `${cell.sheet}:${cell.line}`
    const former = rows.get(key)
    rows.set(key, former ? { ...former, text: `${former.text} · ${cell.text}` } : cell)
  }
  return [...rows.values()]
}

function reasonText(reason: Rejection): string {
  return reason.kind === 'long'
    ? t('routineImport.reason.long')
    : t(`routineImport.reason.${reason.kind}`, { text: reason.text })
}

type ChangedCell = Difference & { id: string; group: string }

/** Each cell that changes, as it is and as it will be. */
export function ChangedCells({ rows }: { rows: readonly ComparedRoutine[] }) {
  const cells = rows.flatMap(({ group, differences }) =>
    differences.map((one): ChangedCell => {
      const name = groupName(group)
      return { ...one, group: name, id: `${name} ${one.day} ${one.period}` }
    }),
  )
  const columns: Column<ChangedCell>[] = [
    { id: 'group', head: t('routineImport.col.group'), cell: ({ group }) => group },
    { id: 'place', head: t('routineImport.col.place'), cell: placeText },
    {
      id: 'before',
      head: t('routineImport.col.before'),
      label: t('routineImport.col.before'),
      cell: ({ before }) => (before ? <s>{before}</s> : t('routineImport.none')),
    },
    {
      id: 'after',
      head: t('routineImport.col.after'),
      label: t('routineImport.col.after'),
      cell: ({ after }) => (after ? <ins>{after}</ins> : t('routineImport.none')),
    },
  ]
  return (
    <section className="stack stack--3">
      <h3>{t('routineImport.changes', { n: toBengaliDigits(cells.length) })}</h3>
      <RecordTable
        caption={t('routineImport.changes', { n: toBengaliDigits(cells.length) })}
        columns={columns}
        rows={cells}
        keyOf={({ id }) => id}
      />
    </section>
  )
}

function placeText({ day, period }: Difference): string {
  if (period === '') return t('routineImport.place.room')
  if (day === null) return t('routineImport.place.time', { period })
  return t('routineImport.place.cell', { day: weekdayName(day), period })
}

/** The weeks of groups that have no routine yet. */
export function NewRoutines({ rows }: { rows: readonly ComparedRoutine[] }) {
  return (
    <section className="stack stack--3">
      <h3>{t('routineImport.new', { n: toBengaliDigits(rows.length) })}</h3>
      {rows.map(({ group, periods }, at) => (
        <details className="behind" key={groupName(group)} open={at === 0}>
          <summary>{groupName(group)}</summary>
          <WeekTable week={{ periods }} caption={groupName(group)} />
        </details>
      ))}
    </section>
  )
}
