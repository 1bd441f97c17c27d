import * as z from 'zod'
import { CurrentPassword } from './admin-session.ts'

/** Origin of a backup; labels are `backup.kind.<kind>` of the copy. */
export const BACKUP_KINDS = ['manual', 'nightly', 'before-restore', 'uploaded'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** A zip of the database and all files. */
export const Backup = z.object({
  _id: z.string(),
  name: z.string().describe('Of the file'),
  kind: z.enum(BACKUP_KINDS),
  at: z.string().describe('The moment whose state it holds'),
  size: z.int().describe('Bytes'),
  uploadedBy: z
    .string()
    .optional()
    .describe('Username of whoever brought it onto the server, where that is known'),
})
export type Backup = z.infer<typeof Backup>

/** Content of a backup, counted when it was verified. */
export const BackupContents = z.object({
  at: z.string().describe('The moment whose state it holds'),
  entries: z.int().describe('Notices, news, downloads and pictures, the bin included'),
  studentCounts: z.int(),
  files: z.int(),
  bytes: z.int().describe('Of the files and the database, unpacked'),
  pictures: z.int().describe('How many of the files are pictures'),
  unreadable: z.int().describe('Pictures whose head could not be read; they were so before'),
  missing: z.int().describe('Files that records name but that were already gone'),
})
export type BackupContents = z.infer<typeof BackupContents>

/** Why a backup failed or is invalid; texts are `backup.fault.<fault>` of the copy. */
export const BACKUP_FAULTS = [
  'no-backup',
  'damaged',
  'unsafe',
  'newer',
  'no-room',
  'interrupted',
  'failed',
] as const
export type BackupFault = (typeof BACKUP_FAULTS)[number]

export const BACKUP_TASKS = ['make', 'verify', 'restore'] as const

/** The running task; at most one. */
export const BackupTask = z.object({
  task: z.enum(BACKUP_TASKS),
  backupId: z.string().nullable().describe('Of the backup that is verified or restored'),
  startedAt: z.string(),
  progress: z.number().min(0).max(1).describe('How much of it is done'),
})
export type BackupTask = z.infer<typeof BackupTask>

/** Result of the last task. */
export const BackupOutcome = z.object({
  task: z.enum(BACKUP_TASKS),
  backupId: z.string().nullable().describe('Of the backup that was made, verified or restored'),
  at: z.string(),
  fault: z.enum(BACKUP_FAULTS).nullable().describe('Null where it went well'),
  contents: BackupContents.nullable(),
})
export type BackupOutcome = z.infer<typeof BackupOutcome>

/** Backups, running task and schedule of this server. */
export const BackupState = z.object({
  backups: z.array(Backup).describe('Newest first'),
  task: BackupTask.nullable(),
  outcome: BackupOutcome.nullable(),
  undo: z
    .string()
    .nullable()
    .describe('Id of the backup that was made before the last restore: restoring it undoes that'),
  nightly: z.object({
    at: z.string().nullable().describe('`HH:MM` in Dhaka; null where it is switched off'),
    daily: z.int().describe('Of how many days one is kept'),
    weekly: z.int().describe('Of how many weeks before them one is kept'),
    failedAt: z.string().nullable().describe('When the last one failed, if none was made since'),
  }),
})
export type BackupState = z.infer<typeof BackupState>

/** Body of a request for a backup token. */
export const BackupTokenOrder = z.object({ currentPassword: CurrentPassword })
export type BackupTokenOrder = z.infer<typeof BackupTokenOrder>

/** Token to download and upload backups for a few minutes. */
export const BackupToken = z.object({ token: z.string(), expiresAt: z.string() })
export type BackupToken = z.infer<typeof BackupToken>

/** Body of a restore request. */
export const RestoreOrder = z.object({ currentPassword: CurrentPassword })
export type RestoreOrder = z.infer<typeof RestoreOrder>
