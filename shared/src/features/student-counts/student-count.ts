import * as z from 'zod'
import { seenVersion, storedFields } from '../../api/record-endpoints.ts'
import { Version } from '../../collections/entry.ts'
import { groupKey } from '../../school/class-groups.ts'
import { GroupKey, MAX_GROUPS } from '../../school/group-key.ts'
import { byCountField } from './student-groups.ts'

export * from './student-groups.ts'

/** Maximum of each number. */
export const MAX_COUNT = 100_000

const Count = z
  .int({ error: 'valid.integer' })
  .min(0, { error: 'valid.min' })
  .max(MAX_COUNT, { error: 'valid.max' })

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
    .max(MAX_GROUPS, { error: 'valid.max' })
    .superRefine((rows, context) => {
      const seen = new Set<string>()
      for (const [index, row] of rows.entries()) {
        const group = groupKey(row)
        if (seen.has(group)) {
          context.addIssue({ code: 'custom', path: [index], message: 'valid.duplicate.row' })
        }
        seen.add(group)
      }
    }),
})
export type StudentCountImport = z.input<typeof StudentCountImport>
