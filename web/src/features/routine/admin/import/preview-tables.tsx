import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { routineAdminCopy } from '@bidyaloy/shared/features/routine/admin-copy'
import { formatHour } from '@bidyaloy/shared/features/routine/week'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { groupKey } from '@bidyaloy/shared/school/class-groups'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import { type Column, RecordTable } from '../../../../admin/components/record-table.tsx'
import { RejectedRows } from '../../../../admin/sheet-import/rejected-rows.tsx'
import { withCopy } from '../../../../admin/t.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { groupName, weekdayName } from '../../t.ts'
import { WeekTable } from '../../week-table.tsx'
import { type ComparedRoutine, clashesOf, type Difference } from './compare-routines.ts'
import { placeKey } from './keep-old.ts'
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

type ChangedCell = Difference & { id: string; group: GroupKey }

/** Keeps a cell of a saved routine, or takes that of the sheet: key of its group, and of its place. */
export type KeepCell = (group: string, place: string, isKept: boolean) => void

interface ChangedCellsProps {
  rows: readonly ComparedRoutine[]
  onKeep: KeepCell
}

/** Each cell that differs, as it is and as it will be; what is there now can be kept. */
export function ChangedCells({ rows, onKeep }: ChangedCellsProps) {
  const cells = rows.flatMap(({ group, differences }) =>
    differences.map((one): ChangedCell => {
      return { ...one, group, id: `${groupKey(group)} ${placeKey(one)}` }
    }),
  )
  const n = cells.filter(({ isKept }) => !isKept).length
  const columns: Column<ChangedCell>[] = [
    { id: 'group', head: t('routineImport.col.group'), cell: ({ group }) => groupName(group) },
    { id: 'place', head: t('routineImport.col.place'), cell: placeText },
    {
      id: 'before',
      head: t('routineImport.col.before'),
      label: t('routineImport.col.before'),
      cell: ({ before, isKept }) => {
        if (!before) return t('routineImport.none')
        return isKept ? <b>{before}</b> : <s>{before}</s>
      },
    },
    {
      id: 'after',
      head: t('routineImport.col.after'),
      label: t('routineImport.col.after'),
      cell: ({ after, isKept }) => {
        if (!after) return t('routineImport.none')
        return isKept ? <s>{after}</s> : <ins>{after}</ins>
      },
    },
    {
      id: 'keep',
      className: 'actions',
      head: t('routineImport.keep'),
      cell: ({ isKept, group, ...place }) => (
        <Button
          small
          icon={isKept ? 'swap' : 'undo'}
          onClick={() => onKeep(groupKey(group), placeKey(place), !isKept)}
        >
          {t(isKept ? 'routineImport.keep.undo' : 'routineImport.keep')}
          <span className="vh">
            : {groupName(group)}, {placeText(place)}
          </span>
        </Button>
      ),
    },
  ]
  return (
    <section className="stack stack--3">
      <h3>{t('routineImport.changes', { n: toBengaliDigits(n) })}</h3>
      <RecordTable
        caption={t('routineImport.changes', { n: toBengaliDigits(n) })}
        columns={columns}
        rows={cells}
        keyOf={({ id }) => id}
      />
    </section>
  )
}

function placeText({ day, period }: Pick<Difference, 'day' | 'period'>): string {
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
