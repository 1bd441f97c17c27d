import * as z from 'zod'
import { recordNames } from '../features.ts'

/** Origin of a backup; labels are `backup.kind.<kind>` of the copy. */
export const BACKUP_KINDS = [
  'manual',
  'nightly',
  'before-restore',
  'before-upgrade',
  'uploaded',
] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** Whether a backup has everything and was made by this server: those before an upgrade have no files. */
export function isOwnAndWhole({ kind }: Pick<Backup, 'kind'>): boolean {
  return kind !== 'uploaded' && kind !== 'before-upgrade'
}

/** A zip of the database and all files. */
export const Backup = z.object({
  _id: z.string(),
  name: z.string().describe('File name'),
  kind: z.enum(BACKUP_KINDS),
  at: z.string().describe('Time of the saved state'),
  size: z.int().describe('Bytes'),
  uploadedBy: z.string().optional().describe('Username of the uploader, if known'),
})
export type Backup = z.infer<typeof Backup>

/** Content of a backup, counted when it was verified. */
export const BackupContents = z.object({
  at: z.string().describe('Time of the saved state'),
  entries: z.int().describe('Notices, news, downloads and pictures, including the trash'),
  records: z
    .partialRecord(z.enum(recordNames), z.int())
    .describe('Number of records of each other kind, including the trash'),
  files: z.int(),
  bytes: z.int().describe('Unpacked size of files and database'),
  pictures: z.int().describe('Number of pictures among the files'),
  unreadable: z.int().describe('Pictures with an unreadable header, already so when backed up'),
  missing: z.int().describe('Files referenced by records but missing when backed up'),
  leftOut: z
    .array(z.string())
    .optional()
    .describe(
      'Values that this server cannot read and leaves out, as record and field; the first 50. Absent if there are none',
    ),
  withoutFiles: z
    .boolean()
    .optional()
    .describe('True for the records only, made before an upgrade'),
})
export type BackupContents = z.infer<typeof BackupContents>

/** Why a backup failed or is invalid; texts are `backup.fault.<fault>` of the copy. */
export const BACKUP_FAULTS = [
  'no-backup',
  'damaged',
  'unsafe',
  'newer',
  'no-room',
  'no-files',
  'interrupted',
  'failed',
] as const
export type BackupFault = (typeof BACKUP_FAULTS)[number]

/** Why a copy elsewhere failed; texts are `backup.away.fault.<fault>` of the copy. */
export const AWAY_FAULTS = ['missing', 'unreachable', 'refused', 'no-room', 'failed'] as const
export type AwayFault = (typeof AWAY_FAULTS)[number]

/** The copies of the backups in another place. */
export const AwayCopies = z.object({
  address: z.string().describe('Address of the bucket, or path of the folder'),
  encrypted: z.boolean(),
  newestAt: z
    .string()
    .nullable()
    .describe('Time of the state in the newest copy; null if there is none, or not known yet'),
  failedAt: z.string().nullable().describe('Since when copying fails; null unless it does'),
  fault: z.enum(AWAY_FAULTS).nullable(),
})
export type AwayCopies = z.infer<typeof AwayCopies>

export const BACKUP_TASKS = ['make', 'verify', 'restore'] as const

/** The running task; at most one. */
export const BackupTask = z.object({
  task: z.enum(BACKUP_TASKS),
  backupId: z.string().nullable().describe('The backup being verified or restored'),
  startedAt: z.string(),
  progress: z.number().min(0).max(1).describe('Completed fraction'),
})
export type BackupTask = z.infer<typeof BackupTask>

/** Result of the last task. */
export const BackupOutcome = z.object({
  task: z.enum(BACKUP_TASKS),
  backupId: z.string().nullable().describe('The backup made, verified or restored'),
  at: z.string(),
  fault: z.enum(BACKUP_FAULTS).nullable().describe('Null on success'),
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
    .describe('Id of the backup made before the last restore; restoring it undoes that restore'),
  nightly: z.object({
    at: z.string().nullable().describe('`HH:MM` in Dhaka; null if disabled'),
    daily: z.int().describe('Number of daily backups to retain'),
    weekly: z.int().describe('Number of older weekly backups to retain'),
    failedAt: z.string().nullable().describe('Time of the last failure, until a backup succeeds'),
  }),
  away: AwayCopies.nullable().describe('Copies on another disk or machine; null if none are made'),
})
export type BackupState = z.infer<typeof BackupState>

/** Token to download and upload backups for a few minutes. */
export const BackupToken = z.object({ token: z.string(), expiresAt: z.string() })
export type BackupToken = z.infer<typeof BackupToken>
