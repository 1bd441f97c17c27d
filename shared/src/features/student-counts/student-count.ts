import * as z from 'zod'
import { seenVersion, storedFields } from '../../api/record-endpoints.ts'
import { Version } from '../../collections/entry.ts'
import { CLASS_NAMES } from '../../school/classes.ts'
import { byCountField, SECTIONS, SHIFTS } from './student-groups.ts'

export * from './student-groups.ts'

/** Maximum of each number. */
export const MAX_COUNT = 100_000

const Count = z
  .int({ error: 'valid.integer' })
  .min(0, { error: 'valid.min' })
  .max(MAX_COUNT, { error: 'valid.max' })

/** Natural key: one record for each class, shift and section. */
export const GroupKey = z.object({
  className: z.enum(CLASS_NAMES, { error: 'valid.enum.class' }),
  shift: z.enum(SHIFTS, { error: 'valid.enum.shift' }),
  section: z.enum(SECTIONS, { error: 'valid.enum.section' }),
})
export type GroupKey = z.infer<typeof GroupKey>

/** A new count; missing numbers are 0. */
export const NewStudentCount = GroupKey.extend(byCountField(() => Count.default(0)))
export type NewStudentCount = z.input<typeof NewStudentCount>

/** A change; missing numbers are unchanged (the admin form never sends `boys`). */
export const StudentCountChange = GroupKey.partial()
  .extend(byCountField(() => Count.optional()))
  .extend(seenVersion)
export type StudentCountChange = z.input<typeof StudentCountChange>

export const StudentCount = GroupKey.extend(byCountField(() => z.int())).extend(storedFields)
export type StudentCount = z.infer<typeof StudentCount>

/** Import limit: every class, shift and section. */
const MAX_IMPORT_ROWS = CLASS_NAMES.length * SHIFTS.length * SECTIONS.length

/** An atomic import of counts. Missing numbers are unchanged, or 0 in a new record. */
export const StudentCountImport = z.object({
  rows: z
    .array(
      GroupKey.extend(byCountField(() => Count.optional())).extend({
        __v: Version.nullable().describe('Version compared by the client; null: no record'),
      }),
      { error: 'valid.required' },
    )
    .min(1, { error: 'valid.required' })
    .max(MAX_IMPORT_ROWS, { error: 'valid.max' })
    .superRefine((rows, context) => {
      const seen = new Set<string>()
      for (const [index, { className, shift, section }] of rows.entries()) {
        const group = `${className} ${shift} ${section}`
        if (seen.has(group)) {
          context.addIssue({ code: 'custom', path: [index], message: 'valid.duplicate.row' })
        }
        seen.add(group)
      }
    }),
})
export type StudentCountImport = z.input<typeof StudentCountImport>

export const StudentCountsImported = z.object({ created: z.int(), updated: z.int() })
export type StudentCountsImported = z.infer<typeof StudentCountsImported>
