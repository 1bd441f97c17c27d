import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import type { CountTotals } from '@bidyaloy/shared/features/student-counts/student-groups'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import type { ReactNode } from 'react'

const t = translator(pageCopy, siteCopy)

/** Texts of the states of the counts. */
export const countStates = {
  loading: t.pair('public.students.loading'),
  error: t.pair('public.students.error'),
  empty: t.pair('public.students.empty'),
}

const details = [
  { label: 'students.col.religion', fields: ['muslim', 'hindu', 'bouddho', 'christian'] },
  { label: 'students.col.department', fields: ['science', 'business', 'humanities'] },
  { label: 'students.col.ffGroup', fields: ['muktiJoddha', 'muktiJoddharSontan'] },
  { label: 'students.col.disabilityGroup', fields: ['autistic', 'physicalDisabled'] },
] as const

/** Columns of the public table, by group. */
export const publicColumns = [{ label: null, fields: ['girls', 'total'] }, ...details] as const
/** All numbers, boys included, for the dashboard. A total is to the right of its parts. */
export const adminColumns = [
  { label: null, fields: ['boys', 'girls', 'total'] },
  ...details,
] as const

type ColumnGroup = (typeof adminColumns | typeof publicColumns)[number]
type CountField = ColumnGroup['fields'][number]

interface CountColumnsProps {
  columns: readonly ColumnGroup[]
}

/** Returns the single columns; the first of a group is separated by a line. */
export function eachColumn(columns: readonly ColumnGroup[]) {
  return columns.flatMap(({ fields }) =>
    fields.map((field: CountField, index) => ({ field, opensGroup: index === 0 })),
  )
}

/** The two heading rows of a table of counts. @param children headings of further columns */
export function CountHead({ columns, children }: CountColumnsProps & { children?: ReactNode }) {
  return (
    <thead>
      <tr>
        <th rowSpan={2} scope="col" className="apart">
          {t('students.col.class')}
        </th>
        <th rowSpan={2} scope="col" className="txt apart">
          {t('students.col.shift')}
        </th>
        <th rowSpan={2} scope="col" className="txt apart">
          {t('students.col.section')}
        </th>
        <th rowSpan={2} scope="col" className="figures__group">
          {(['class', 'shift', 'section'] as const)
            .map((part) => t(`students.col.${part}`))
            .join(' · ')}
        </th>
        {columns.map((group) =>
          group.label === null ? (
            eachColumn([group]).map((column) => (
              <ColumnHead key={column.field} {...column} rowSpan={2} />
            ))
          ) : (
            <th key={group.label} colSpan={group.fields.length} scope="colgroup">
              {t(group.label)}
            </th>
          ),
        )}
        {children}
      </tr>
      <tr>
        {eachColumn(columns.filter(({ label }) => label !== null)).map((column) => (
          <ColumnHead key={column.field} {...column} />
        ))}
      </tr>
    </thead>
  )
}

function ColumnHead(head: { field: CountField; opensGroup: boolean; rowSpan?: number }) {
  const { field, opensGroup, rowSpan } = head
  return (
    <th rowSpan={rowSpan} scope="col" className={opensGroup ? 'gs' : undefined}>
      {t(`students.col.${field}`)}
    </th>
  )
}

interface GroupHeadProps {
  className: GroupKey['className']
  /** Parts after the class, such as «প্রভাতী», «ক». */
  parts: readonly string[]
  /** Shown after the last part. */
  children?: ReactNode
}

/**
 * The row heading on a narrow screen: class, shift and section in one sticky cell. Wide screens show
 * the cells with the class `apart` instead.
 */
export function GroupHead({ className, parts, children }: GroupHeadProps) {
  return (
    <th scope="row" className="figures__group">
      <b>{t(`enum.class.${className}`)}</b>
      {parts.map((part) => ` · ${part}`)}
      {children}
    </th>
  )
}

/** Headings of the last row: one for the three columns of wide screens, one for `GroupHead`. */
export function TotalsHead() {
  const title = t('students.totals.title')
  return (
    <>
      <th scope="row" colSpan={3} className="apart">
        {title}
      </th>
      <th scope="row" className="figures__group">
        {title}
      </th>
    </>
  )
}

/** Returns shift and section of a row, for `GroupHead`. */
export function shiftAndSection({ shift, section }: Omit<GroupKey, 'className'>): string[] {
  return [t(`enum.shift.${shift}`), t(`enum.section.${section}`)]
}

/** The numbers of one row; zeros are muted. */
export function CountCells({ columns, totals }: CountColumnsProps & { totals: CountTotals }) {
  return eachColumn(columns).map(({ field, opensGroup }) => {
    const isTotal = field === 'total'
    const classes = [opensGroup && 'gs', isTotal && 'tot', !isTotal && totals[field] === 0 && 'z']
    return (
      <td key={field} className={classes.filter(Boolean).join(' ') || undefined}>
        {formatNumber(totals[field])}
      </td>
    )
  })
}
