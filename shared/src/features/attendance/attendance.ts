import * as z from 'zod'
import { seenVersion, storedFields } from '../../api/record-endpoints.ts'
import { textField } from '../../api/text-field.ts'
import { Day } from '../../collections/entry-properties.ts'
import { CLASS_NAMES } from '../../school/classes.ts'
import { GroupKey, MAX_GROUPS } from '../../school/group-key.ts'
import { MAX_COUNT } from '../student-counts/student-count.ts'

/* The attendance of a day: numbers by class, shift and section. It has no place for a name. */

const Count = z
  .int({ error: 'valid.integer' })
  .min(0, { error: 'valid.min' })
  .max(MAX_COUNT, { error: 'valid.max' })

/** The numbers of a class, shift and section. */
export const GroupAttendance = GroupKey.extend({
  enrolled: Count.describe('Students of the group on that day'),
  present: Count.describe('Those who came; at most `enrolled`'),
})
export type GroupAttendance = z.infer<typeof GroupAttendance>

/** Why the school was closed. */
export const ClosedReason = textField({ max: 100, optional: true })

const fields = {
  closed: ClosedReason.default('').describe(
    'Why the school was closed, without numbers; empty if it was open',
  ),
  groups: z
    .array(GroupAttendance, { error: 'valid.required' })
    .max(MAX_GROUPS, { error: 'valid.max' })
    .superRefine((groups, context) => {
      const seen = new Set<string>()
      for (const [at, { className, shift, section, enrolled, present }] of groups.entries()) {
        const group = `${className} ${shift} ${section}`
        if (seen.has(group)) {
          context.addIssue({ code: 'custom', path: [at], message: 'valid.duplicate.row' })
        }
        seen.add(group)
        if (present > enrolled) {
          context.addIssue({ code: 'custom', path: [at, 'present'], message: 'valid.present' })
        }
      }
    }),
}

/** A closed day has no numbers; another has some. */
function isWhole({ closed, groups }: { closed: string; groups: readonly unknown[] }): boolean {
  return closed !== '' ? groups.length === 0 : groups.length > 0
}
const whole = { error: 'valid.attendance', path: ['groups'] }

/** The attendance of a day. */
export const NewAttendance = z.object({ day: Day, ...fields }).refine(isWhole, whole)
export type NewAttendance = z.infer<typeof NewAttendance>

/** All numbers of the day; its date stays. */
export const AttendanceChange = z.object({ ...fields, ...seenVersion }).refine(isWhole, whole)
export type AttendanceChange = z.infer<typeof AttendanceChange>

export const Attendance = z.object({ day: Day, ...fields, ...storedFields })
export type Attendance = z.infer<typeof Attendance>

/** `YYYY-MM`. */
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'valid.date' })

export const AttendanceQuery = z.object({
  month: Month.optional().describe('`YYYY-MM`; by default the present month in Dhaka'),
})

const sums = {
  enrolled: z.int(),
  present: z.int(),
  share: z.int().nullable().describe('Per cent who came, rounded; null if nobody is enrolled'),
}

/** The sums of a day. */
export const AttendanceDay = z.object({
  day: z.string(),
  closed: z.string().describe('Why the school was closed; empty if it was open'),
  groups: z.int().describe('Number of classes, shifts and sections with numbers'),
  ...sums,
})
export type AttendanceDay = z.infer<typeof AttendanceDay>

/** The sums of a class on a day. */
export const ClassAttendance = z.object({
  className: z.enum(CLASS_NAMES),
  ...sums,
})
export type ClassAttendance = z.infer<typeof ClassAttendance>

/** What the page of a month shows. */
export const AttendanceSummary = z.object({
  today: AttendanceDay.nullable().describe('The present day in Dhaka'),
  latest: AttendanceDay.extend({ classes: z.array(ClassAttendance) })
    .nullable()
    .describe('The last day with numbers, up to the present one'),
  recent: z.array(AttendanceDay).describe('The last days with numbers before it, newest first'),
  month: z.string(),
  days: z.array(AttendanceDay).describe('The days of the month, newest first'),
  previous: z.string().nullable().describe('The nearest earlier month that has days'),
  next: z.string().nullable(),
})
export type AttendanceSummary = z.infer<typeof AttendanceSummary>

/** What every page and the dashboard need to know. */
export const AttendanceToday = z.object({
  begun: z.boolean().describe('Whether the school has stored a day up to the present one'),
  today: AttendanceDay.nullable(),
  latest: AttendanceDay.nullable().describe('The last earlier day with numbers'),
})
export type AttendanceToday = z.infer<typeof AttendanceToday>
