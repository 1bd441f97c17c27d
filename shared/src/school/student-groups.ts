import type { StudentCount } from './student-count.ts'

/*
 * How students are grouped and counted, apart from the schemas: the public site's bundle uses
 * these without carrying the validation library.
 */
export const CLASS_NAMES = [
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
] as const
export const SHIFTS = ['Morning', 'Day'] as const
export const SECTIONS = ['A', 'B', 'C', 'D'] as const

export type ClassName = (typeof CLASS_NAMES)[number]
export type Shift = (typeof SHIFTS)[number]
export type Section = (typeof SECTIONS)[number]

/** Every number of a student count, in the order in which tables show them. */
export const COUNT_FIELDS = [
  'boys',
  'girls',
  'muslim',
  'hindu',
  'bouddho',
  'christian',
  'science',
  'business',
  'humanities',
  'muktiJoddha',
  'muktiJoddharSontan',
  'autistic',
  'physicalDisabled',
] as const
export type CountField = (typeof COUNT_FIELDS)[number]

/** A record with what `make` gives for every number, in the order of `COUNT_FIELDS`. */
export function byCountField<T>(make: (field: CountField) => T): Record<CountField, T> {
  // `fromEntries` knows no names.
  return Object.fromEntries(COUNT_FIELDS.map((field) => [field, make(field)])) as Record<
    CountField,
    T
  >
}

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
