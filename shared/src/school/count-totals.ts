import type { StudentCount } from './student-count.ts'
import {
  byCountField,
  CLASS_NAMES,
  type ClassName,
  type CountField,
  SECTIONS,
  SHIFTS,
} from './student-groups.ts'

/** Class order Three to Ten, then shift Morning, Day, then section A to D. */
export function compareGroups(
  a: Pick<StudentCount, 'className' | 'shift' | 'section'>,
  b: Pick<StudentCount, 'className' | 'shift' | 'section'>,
): number {
  return (
    CLASS_NAMES.indexOf(a.className) - CLASS_NAMES.indexOf(b.className) ||
    SHIFTS.indexOf(a.shift) - SHIFTS.indexOf(b.shift) ||
    SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section)
  )
}

export type CountTotals = Record<CountField, number> & { total: number }

/** Sums every number of `rows`; `total` is girls and boys. A missing number counts as 0. */
export function sumCounts(rows: readonly Partial<Record<CountField, number>>[]): CountTotals {
  const sums = byCountField((field) => rows.reduce((sum, row) => sum + (row[field] ?? 0), 0))
  return { ...sums, total: sums.boys + sums.girls }
}

/** The rows of each class that has any, in class order, each with its totals. */
export function groupByClass(
  rows: readonly StudentCount[],
): { className: ClassName; rows: StudentCount[]; totals: CountTotals }[] {
  return CLASS_NAMES.flatMap((className) => {
    const ofClass = rows.filter((row) => row.className === className).sort(compareGroups)
    return ofClass.length > 0 ? [{ className, rows: ofClass, totals: sumCounts(ofClass) }] : []
  })
}
