import * as z from 'zod'
import { collectionNames } from '../collections/registry.ts'
import { recordNames, singleNames } from '../features.ts'
import { ACTIONS } from './actions.ts'

/** Kinds of record an action can apply to. */
export const SUBJECTS = [
  ...collectionNames,
  ...singleNames,
  ...recordNames,
  'results',
  'moveIn',
  'sitePicture',
  'account',
  'backup',
] as const
export type Subject = (typeof SUBJECTS)[number]

/** One recorded action. */
export const ActivityItem = z.object({
  _id: z.string(),
  at: z.string(),
  by: z.string().describe('Username at that time'),
  action: z.enum(ACTIONS),
  subject: z.enum(SUBJECTS),
  title: z.string().describe('Title of the record at that time; empty without one'),
  count: z.int().optional().describe('Number of records, if more than one'),
  recordId: z
    .string()
    .optional()
    .describe('Id of the record, or the name of a site picture such as `crest`'),
  hash: z
    .string()
    .optional()
    .describe('SHA-256 over this action and the hash of the one before; not of earlier versions'),
  gap: z
    .literal(true)
    .optional()
    .describe('The hash does not fit: this action, or one before it, was changed or removed'),
})
export type ActivityItem = z.infer<typeof ActivityItem>
