import * as z from 'zod'
import { EntryOfCollection } from '../collections/entry.ts'
import { featureSteps } from '../features.ts'
import { AccountEvent } from './account-events.ts'

/** Set-up steps of a new site in order; labels are `overview.setup.<step>` of the copy. */
export const SETUP_STEPS = ['password', ...featureSteps.map(({ step }) => step), 'notice'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** Data of the dashboard's first screen, except the totals of each collection. */
export const AdminOverview = z.object({
  scheduled: z.array(EntryOfCollection).describe('Not yet published, soonest first, at most 20'),
  waiting: z
    .array(EntryOfCollection)
    .describe('Entries and changes that wait for approval, the longest waiting first, at most 20'),
  returned: z
    .array(EntryOfCollection)
    .describe('Own drafts and changes that were sent back, the oldest first, at most 20'),
  drafts: z
    .array(EntryOfCollection)
    .describe('Other own drafts and changes, the one written last first, at most 20'),
  expiring: z.array(EntryOfCollection).describe('Expire within 7 days, soonest first, at most 20'),
  stale: z.array(EntryOfCollection).describe('Still pinned although older than a year'),
  withoutFile: z.array(EntryOfCollection).describe('File missing on disk, at most 20'),
  withoutPages: z
    .array(EntryOfCollection)
    .describe('With a PDF without page pictures, newest first, at most 20'),
  damaged: z.boolean().describe('Whether the daily integrity check failed'),
  lastBackup: z.object({ at: z.string(), size: z.int() }).nullable(),
  quota: z
    .object({ used: z.int(), limit: z.int() })
    .optional()
    .describe('Bytes of the stored files and their limit, for heads where there is one'),
  formerFileBytes: z.int().describe('Size of files that only former versions have'),
  addressKnown: z.boolean().describe('Whether the public URL of the site is known'),
  siteUrl: z.string().optional().describe('The public URL of the site, if known'),
  addressProblem: z
    .enum(['missing', 'other', 'unreachable'])
    .optional()
    .describe(
      'Why the public URL is not known: the contact record states none, another site answers there, or none does; absent while it is asked',
    ),
  backupFailed: z.boolean().describe('Whether the last nightly backup failed'),
  away: z
    .object({
      newestAt: z.string().nullable().describe('Time of the state in the newest copy, if known'),
      failed: z.boolean().describe('Whether copying fails for an hour'),
    })
    .nullable()
    .describe('Copies of the backups on another disk or machine; null if none are made'),
  version: z.string().describe('Version of the server'),
  diskLow: z.boolean().describe("Whether the server's disk is almost full"),
  twoStep: z.boolean().describe('Whether the own account has a second factor'),
  accountEvents: z
    .array(AccountEvent)
    .describe(
      'What happened to the own account and was not acknowledged, oldest first. A device is not told of its own sign-in',
    ),
  photoRequests: z
    .int()
    .optional()
    .describe('Number of requests to take a photo down that wait, for who answers them'),
  wrongSlips: z
    .int()
    .optional()
    .describe(
      'Number of slips that opened no result, since the imports of those that can be seen; for heads',
    ),
  subscribers: z.int().describe('Number of browsers that are told of new notices'),
  setup: z.array(z.object({ step: z.enum(SETUP_STEPS), done: z.boolean() })),
})
export type AdminOverview = z.infer<typeof AdminOverview>
