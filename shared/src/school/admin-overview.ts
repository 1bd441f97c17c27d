import * as z from 'zod'
import { EntryOfCollection } from '../collections/entry.ts'

/** Steps of setting a site up, in their order; labels are `overview.setup.<step>` of the copy. */
export const SETUP_STEPS = [
  'password',
  'contact',
  'identity',
  'headTeacher',
  'schoolInfo',
  'studentCounts',
  'teacherPage',
  'notice',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** The dashboard's first screen, apart from the totals of each collection. */
export const AdminOverview = z.object({
  scheduled: z.array(EntryOfCollection).describe('Not shown yet, soonest first, 20 at most'),
  expiring: z.array(EntryOfCollection).describe('Gone within 7 days, soonest first, 20 at most'),
  stale: z.array(EntryOfCollection).describe('Pinned though older than a year'),
  withoutFile: z.array(EntryOfCollection).describe('Whose file is not on the disk, 20 at most'),
  damaged: z.boolean().describe('Whether the daily look found the database damaged'),
  lastBackup: z.object({ at: z.string(), size: z.int() }).nullable(),
  addressKnown: z.boolean().describe('Whether the site knows its own web address'),
  backupFailed: z.boolean().describe('Whether the last nightly backup failed'),
  setup: z.array(z.object({ step: z.enum(SETUP_STEPS), done: z.boolean() })),
})
export type AdminOverview = z.infer<typeof AdminOverview>
