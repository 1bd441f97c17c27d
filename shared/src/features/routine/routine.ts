import * as z from 'zod'
import { seenVersion, storedFields } from '../../api/record-endpoints.ts'
import { textField } from '../../api/text-field.ts'
import { Version } from '../../collections/entry.ts'
import { Day } from '../../collections/entry-properties.ts'
import { groupKey } from '../../school/class-groups.ts'
import { GroupKey, MAX_GROUPS } from '../../school/group-key.ts'

export * from './week.ts'

export const MAX_PERIODS = 14
export const MAX_TEACHERS = 4

const Subject = textField({ max: 80 })
const Teacher = textField({ max: 80 })
const Room = textField({ max: 40, optional: true })
const DayOfWeek = z.int({ error: 'valid.choice' }).min(0).max(6).describe('0 (Sunday) to 6')

/** A time of the day, or none. */
export const Clock = z
  .string({ error: 'valid.clock' })
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, { error: 'valid.clock' })
  .describe('`HH:MM`; empty if unknown')

const Lesson = z.object({
  day: DayOfWeek,
  subject: Subject,
  teachers: z.array(Teacher).max(MAX_TEACHERS, { error: 'valid.max' }).default([]),
  room: Room.default(''),
})

/** Adds an issue for each item whose key an earlier one has. */
function unique<T>(keyOf: (item: T) => unknown) {
  return (items: readonly T[], context: z.core.$RefinementCtx) => {
    const seen = new Set<unknown>()
    for (const [index, item] of items.entries()) {
      if (seen.has(keyOf(item))) {
        context.addIssue({ code: 'custom', path: [index], message: 'valid.duplicate.row' })
      }
      seen.add(keyOf(item))
    }
  }
}

const Period = z.object({
  name: textField({ max: 40, optional: true })
    .default('')
    .describe('Empty: its number among the periods'),
  from: Clock.default(''),
  to: Clock.default(''),
  isBreak: z.boolean({ error: 'valid.choice' }).default(false),
  lessons: z
    .array(Lesson)
    .max(7, { error: 'valid.max' })
    .superRefine(unique(({ day }) => day))
    .default([]),
})

const fields = {
  validFrom: Day.describe('First day on which it holds'),
  room: Room.describe('Room of all lessons that name no other'),
  periods: z
    .array(Period, { error: 'valid.required' })
    .min(1, { error: 'valid.required' })
    .max(MAX_PERIODS, { error: 'valid.max' })
    .describe('In the order of the day'),
}

/** The week of a class, shift and section. */
export const NewRoutine = GroupKey.extend({ ...fields, room: fields.room.default('') })
export type NewRoutine = z.output<typeof NewRoutine>

export const RoutineChange = GroupKey.extend(fields).partial().extend(seenVersion)

export const Routine = NewRoutine.extend(storedFields)
export type Routine = z.infer<typeof Routine>

/** Import of many routines, all or none. */
export const RoutineImport = z.object({
  rows: z
    .array(
      NewRoutine.extend({
        __v: Version.nullable().describe('Version compared by the client; null: no record'),
      }),
      { error: 'valid.required' },
    )
    .min(1, { error: 'valid.required' })
    .max(MAX_GROUPS, { error: 'valid.max' })
    .superRefine(unique(groupKey)),
})
export type RoutineImport = z.input<typeof RoutineImport>

const DatedExam = z.object({
  _id: z.string(),
  title: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
})

/** What there is: the beginning of all routine pages. */
export const RoutineIndex = z.object({
  groups: z.array(GroupKey).describe('Those with a routine, in order'),
  teachers: z.array(z.string()).describe('Names in the lessons, in order'),
  exams: z.array(DatedExam).describe('Those that are not over, then the latest others'),
})
export type RoutineIndex = z.infer<typeof RoutineIndex>

export const TeacherQuery = z.object({
  name: z
    .string()
    .max(80, { error: 'valid.text.tooLong' })
    .meta({ examples: ['না. আক্তার'] }),
})

/** The lessons of a teacher in all classes. */
export const TeacherRoutine = z.object({
  name: z.string(),
  lessons: z.array(
    GroupKey.extend({
      day: DayOfWeek,
      period: z.string().describe('Its name'),
      from: Clock,
      to: Clock,
      subject: z.string(),
      room: z.string(),
    }),
  ),
})
export type TeacherRoutine = z.infer<typeof TeacherRoutine>
