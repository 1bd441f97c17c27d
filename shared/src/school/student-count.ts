import * as z from 'zod'
import { Version } from '../collections/entry.ts'

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

export const MAX_COUNT = 100_000

const Count = z
  .int({ error: 'valid.integer' })
  .min(0, { error: 'valid.min' })
  .max(MAX_COUNT, { error: 'valid.max' })

/** What names a count: one record for each class, shift and section. */
export const GroupKey = z.object({
  className: z.enum(CLASS_NAMES, { error: 'valid.enum.class' }),
  shift: z.enum(SHIFTS, { error: 'valid.enum.shift' }),
  section: z.enum(SECTIONS, { error: 'valid.enum.section' }),
})
export type GroupKey = z.infer<typeof GroupKey>

function counts<T extends z.ZodType>(schema: T): Record<CountField, T> {
  return Object.fromEntries(COUNT_FIELDS.map((field) => [field, schema])) as Record<CountField, T>
}

/** A new count; a number that is not sent is 0. */
export const NewStudentCount = GroupKey.extend(counts(Count.default(0)))
export type NewStudentCount = z.input<typeof NewStudentCount>

/** A change; numbers that are not sent stay (the admin form never sends `boys`). */
export const StudentCountChange = GroupKey.partial()
  .extend(counts(Count.optional()))
  .extend({ __v: Version.optional() })
export type StudentCountChange = z.input<typeof StudentCountChange>

export const StudentCount = GroupKey.extend(counts(z.int())).extend({
  _id: z.string(),
  __v: z.int(),
  updatedAt: z.string(),
})
export type StudentCount = z.infer<typeof StudentCount>
