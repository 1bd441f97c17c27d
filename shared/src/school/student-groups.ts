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
