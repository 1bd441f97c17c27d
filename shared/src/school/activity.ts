import * as z from 'zod'
import { collectionNames } from '../collections/registry.ts'

/** Recorded actions; labels are `activity.<action>` of the copy. */
export const ACTIONS = [
  'created',
  'scheduled',
  'changed',
  'fileReplaced',
  'deleted',
  'restored',
  'imported',
  'signedIn',
  'passwordChanged',
  'adminAdded',
  'adminDisabled',
  'adminEnabled',
  'backupMade',
  'backupUploaded',
  'backupDownloaded',
  'backupRestored',
] as const
export type Action = (typeof ACTIONS)[number]

/** Kinds of record an action can apply to. */
export const SUBJECTS = [
  ...collectionNames,
  'schoolInfo',
  'contact',
  'studentCounts',
  'settings',
  'sitePicture',
  'teacherPage',
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
  title: z.string().describe('Of the thing acted on, at that time; empty where it has none'),
  count: z.int().optional().describe('How many things, where it was more than one'),
  recordId: z.string().optional().describe('Id of the thing; `crest` … of a site picture'),
})
export type ActivityItem = z.infer<typeof ActivityItem>
