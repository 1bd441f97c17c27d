import * as z from 'zod'
import { Entry, EntryIds, ListQuery, TrashItem } from '../collections/entry.ts'
import { ActivityItem } from '../school/activity.ts'
import { AdminOverview } from '../school/admin-overview.ts'
import {
  Admin,
  AdminChange,
  NewAdmin,
  OneTimePassword,
  PasswordConfirmation,
  SignedInDevice,
} from '../school/admin-session.ts'
import { Backup, BackupState, BackupToken } from '../school/backup.ts'
import { Factors, NewTotp, RecoveryCodes } from '../school/factors.ts'
import { NewPasskey, PasskeyCreation } from '../school/passkeys.ts'
import { ReaderCounts, ReaderCountsQuery } from '../school/reader-counts.ts'
import { StudentCount } from '../school/student-count.ts'
import { FormerVersion, VersionedRecord, VersionNumber } from '../school/versions.ts'
import type { Endpoint } from './endpoint.ts'
import { paths } from './paths.ts'

const ById = z.object({ id: z.string() })

/** Admin-only endpoints: trash, activity, devices, admins. */
export const adminEndpoints = {
  listTrash: {
    ...paths.listTrash,
    summary: 'List deleted items, latest first',
    tag: 'trash',
    access: 'admin',
    status: 200,
    response: z.array(TrashItem),
  },
  restoreTrash: {
    ...paths.restoreTrash,
    summary: 'Restore a deleted item',
    tag: 'trash',
    access: 'admin',
    right: 'publish',
    params: ById,
    status: 200,
    response: z.union([Entry, StudentCount]),
    problems: ['not_found', 'conflict'],
  },
  restoreFromTrash: {
    ...paths.restoreFromTrash,
    summary: 'Restore several deleted items, all or none',
    tag: 'trash',
    access: 'admin',
    right: 'publish',
    body: EntryIds,
    status: 204,
    problems: ['not_found', 'conflict'],
  },

  listVersions: {
    ...paths.listVersions,
    summary: 'List the former versions of a record, latest first',
    tag: 'versions',
    access: 'admin',
    params: VersionedRecord,
    status: 200,
    response: z.array(FormerVersion),
    problems: ['not_found'],
  },
  restoreVersion: {
    ...paths.restoreVersion,
    summary: 'Change a record back to a former version',
    tag: 'versions',
    access: 'admin',
    right: 'publish',
    params: VersionedRecord.extend(VersionNumber.shape),
    idempotent: true,
    status: 204,
    problems: ['not_found', 'conflict'],
  },

  adminOverview: {
    ...paths.adminOverview,
    summary: 'Scheduled, expiring and stale entries, last backup, set-up steps',
    tag: 'admin',
    access: 'admin',
    status: 200,
    response: AdminOverview,
  },
  listActivity: {
    ...paths.listActivity,
    summary: 'List recorded actions, latest first. X-Total-Count is their total number',
    tag: 'admin',
    access: 'admin',
    query: ListQuery.pick({ limit: true, offset: true }),
    status: 200,
    response: z.array(ActivityItem),
  },
  readerCounts: {
    ...paths.readerCounts,
    summary:
      'How often pages were read: all pages of the site, and those of the entries in `ids`. Robots, admins and browsers that ask not to be followed are not counted',
    tag: 'admin',
    access: 'admin',
    query: ReaderCountsQuery,
    status: 200,
    response: ReaderCounts,
  },
  listDevices: {
    ...paths.listDevices,
    summary: 'List own sessions, the current one first',
    tag: 'sign-in',
    access: 'admin',
    status: 200,
    response: z.array(SignedInDevice),
  },
  signOutDevice: {
    ...paths.signOutDevice,
    summary: 'End one of the own sessions',
    tag: 'sign-in',
    access: 'admin',
    params: ById,
    status: 204,
    problems: ['not_found'],
  },
  signOutElsewhere: {
    ...paths.signOutElsewhere,
    summary: 'End all own sessions except the current one',
    tag: 'sign-in',
    access: 'admin',
    status: 204,
  },
  listAdmins: {
    ...paths.listAdmins,
    summary: 'List admins, including disabled ones',
    tag: 'sign-in',
    access: 'admin',
    right: 'accounts',
    status: 200,
    response: z.array(Admin),
  },
  createAdmin: {
    ...paths.createAdmin,
    summary: 'Create an admin',
    tag: 'sign-in',
    access: 'admin',
    right: 'accounts',
    body: NewAdmin,
    idempotent: true,
    status: 201,
    response: Admin,
    problems: ['conflict', 'too_many_requests'],
  },
  updateAdmin: {
    ...paths.updateAdmin,
    summary:
      'Change the role of another admin, disable one, which ends their sessions, or enable one',
    tag: 'sign-in',
    access: 'admin',
    right: 'accounts',
    params: ById,
    body: AdminChange,
    status: 200,
    response: Admin,
    problems: ['not_found', 'conflict', 'too_many_requests'],
  },
  getFactors: {
    ...paths.getFactors,
    summary: 'The own second factors, without secrets',
    tag: 'sign-in',
    access: 'admin',
    status: 200,
    response: Factors,
  },
  switchTotpOn: {
    ...paths.switchTotpOn,
    summary:
      'Set up a code app (TOTP, SHA-1, 6 digits, 30 s), whose code signing in needs from then on. The first factor ends all other sessions, and makes ten one-time codes',
    tag: 'sign-in',
    access: 'admin',
    body: NewTotp,
    status: 200,
    response: RecoveryCodes,
    problems: ['conflict', 'too_many_requests'],
  },
  switchTotpOff: {
    ...paths.switchTotpOff,
    summary:
      'Remove the code app. Without passkeys, the one-time codes go too, and the password is enough again',
    tag: 'sign-in',
    access: 'admin',
    body: PasswordConfirmation,
    status: 204,
    problems: ['not_found', 'too_many_requests'],
  },
  renewCodes: {
    ...paths.renewCodes,
    summary: 'Replace the ten one-time codes',
    tag: 'sign-in',
    access: 'admin',
    body: PasswordConfirmation,
    status: 200,
    response: RecoveryCodes,
    problems: ['not_found', 'too_many_requests'],
  },
  startPasskey: {
    ...paths.startPasskey,
    summary:
      'Begin a new passkey: returns options of `navigator.credentials.create`, and sets their challenge as a cookie for five minutes',
    tag: 'sign-in',
    access: 'admin',
    body: PasswordConfirmation,
    status: 200,
    response: PasskeyCreation,
    problems: ['forbidden', 'conflict', 'too_many_requests'],
  },
  addPasskey: {
    ...paths.addPasskey,
    summary:
      'Store the new passkey; the password was confirmed by `startPasskey` in the same session. The first factor ends all other sessions, and makes ten one-time codes',
    tag: 'sign-in',
    access: 'admin',
    body: NewPasskey,
    status: 201,
    response: RecoveryCodes,
    problems: ['forbidden', 'conflict'],
  },
  removePasskey: {
    ...paths.removePasskey,
    summary: 'Remove a passkey. With the last factor, the one-time codes go too',
    tag: 'sign-in',
    access: 'admin',
    params: ById,
    body: PasswordConfirmation,
    status: 204,
    problems: ['not_found', 'too_many_requests'],
  },
  resetPassword: {
    ...paths.resetPassword,
    summary:
      'Generate a one-time password for another admin, valid for 7 days. Ends all their sessions',
    tag: 'sign-in',
    access: 'admin',
    right: 'accounts',
    params: ById,
    body: PasswordConfirmation,
    status: 200,
    response: OneTimePassword,
    problems: ['not_found', 'conflict', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>

const WithToken = z.object({
  token: z.string().min(1).max(100).describe('From `POST /api/admin/backups/token`'),
})

/** Endpoints of backups. Long tasks continue after the response. */
export const backupEndpoints = {
  listBackups: {
    ...paths.listBackups,
    summary: 'List backups, the running task and the result of the last one',
    tag: 'backup',
    access: 'admin',
    right: 'backups',
    status: 200,
    response: BackupState,
  },
  makeBackup: {
    ...paths.makeBackup,
    summary: 'Start a backup. Poll the list for its progress',
    tag: 'backup',
    access: 'admin',
    right: 'backups',
    status: 202,
    response: BackupState,
    problems: ['conflict', 'storage_full'],
  },
  issueBackupToken: {
    ...paths.issueBackupToken,
    summary:
      'Confirm the password. The token allows this session to transfer backups for 10 minutes',
    tag: 'backup',
    access: 'admin',
    right: 'backups',
    body: PasswordConfirmation,
    status: 201,
    response: BackupToken,
    problems: ['too_many_requests'],
  },
  uploadBackup: {
    ...paths.uploadBackup,
    summary: 'Upload a backup file; its size is limited by the free disk space only',
    tag: 'backup',
    access: 'admin',
    right: 'backups',
    query: WithToken,
    body: z.object({}),
    bodyTypes: ['multipart'],
    status: 201,
    response: Backup,
    problems: ['conflict', 'storage_full'],
  },
  downloadBackup: {
    ...paths.downloadBackup,
    summary: 'Download a backup; supports range requests',
    tag: 'backup',
    access: 'admin',
    right: 'backups',
    params: ById,
    query: WithToken,
    status: 200,
    download: 'application/zip',
    problems: ['not_found'],
  },
  verifyBackup: {
    ...paths.verifyBackup,
    summary: 'Start verifying a backup: reads it completely and compares it with its manifest',
    tag: 'backup',
    access: 'admin',
    right: 'backups',
    params: ById,
    status: 202,
    response: BackupState,
    problems: ['not_found', 'conflict'],
  },
  restoreBackup: {
    ...paths.restoreBackup,
    summary:
      'Start restoring a backup. Replaces everything except accounts and activity, after verifying the backup and making one of the current state',
    tag: 'backup',
    access: 'admin',
    right: 'backups',
    params: ById,
    body: PasswordConfirmation,
    status: 202,
    response: BackupState,
    problems: ['not_found', 'conflict', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>
