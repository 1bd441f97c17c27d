import { compareGroups, type Group } from '../../school/class-groups.ts'
import { CLASS_NAMES, type ClassName } from '../../school/classes.ts'

/*
 * Fields and totals of student counts. Free of zod: the public site's bundle imports this file.
 */

/** Number fields of a student count, in table order. */
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

/** Builds a record with a value for each of `COUNT_FIELDS`, in that order. */
export function byCountField<T>(make: (field: CountField) => T): Record<CountField, T> {
  // `Object.fromEntries` loses the key type.
  return Object.fromEntries(COUNT_FIELDS.map((field) => [field, make(field)])) as Record<
    CountField,
    T
  >
}

export type CountTotals = Record<CountField, number> & { total: number }

/** Sums each field of `rows`; `total` is girls plus boys. Missing numbers count as 0. */
export function sumCounts(rows: readonly Partial<Record<CountField, number>>[]): CountTotals {
  const sums = byCountField((field) => rows.reduce((sum, row) => sum + (row[field] ?? 0), 0))
  return { ...sums, total: sums.boys + sums.girls }
}

/** Groups rows by class in class order, with totals; skips empty classes. */
export function groupByClass<Row extends Group & Partial<Record<CountField, number>>>(
  rows: readonly Row[],
): { className: ClassName; rows: Row[]; totals: CountTotals }[] {
  return CLASS_NAMES.flatMap((className) => {
    const ofClass = rows.filter((row) => row.className === className).sort(compareGroups)
    return ofClass.length > 0 ? [{ className, rows: ofClass, totals: sumCounts(ofClass) }] : []
  })
}
