import * as z from 'zod'
import { SECTIONS, SHIFTS } from './class-groups.ts'
import { CLASS_NAMES } from './classes.ts'

/** A class, shift and section: the natural key of what a school has once for each. */
export const GroupKey = z.object({
  className: z.enum(CLASS_NAMES, { error: 'valid.enum.class' }),
  shift: z.enum(SHIFTS, { error: 'valid.enum.shift' }),
  section: z.enum(SECTIONS, { error: 'valid.enum.section' }),
})
export type GroupKey = z.infer<typeof GroupKey>

/** Number of groups that a school can have. */
export const MAX_GROUPS = CLASS_NAMES.length * SHIFTS.length * SECTIONS.length
