import * as z from 'zod'
import { Entry, EntryIds, ListQuery, TrashItem } from '../collections/entry.ts'
import { ActivityItem } from '../school/activity.ts'
import { AdminOverview } from '../school/admin-overview.ts'
import { Admin, AdminChange, NewAdmin, SignedInDevice } from '../school/admin-session.ts'
import {
  Backup,
  BackupState,
  BackupToken,
  BackupTokenOrder,
  RestoreOrder,
} from '../school/backup.ts'
import { StudentCount } from '../school/student-count.ts'
import { endpoint } from './endpoint.ts'
import { paths } from './paths.ts'

const ById = z.object({ id: z.string() })
const BySession = z.object({ id: z.string() })

/** Admin-only endpoints: trash, activity, devices, admins. */
export const officeEndpoints = {
  listTrash: endpoint({
    ...paths.listTrash,
    summary: 'What is in the bin, latest deletion first',
    tag: 'trash',
    access: 'admin',
    status: 200,
    response: z.array(TrashItem),
  }),
  restoreTrash: endpoint({
    ...paths.restoreTrash,
    summary: 'Take something out of the bin again',
    tag: 'trash',
    access: 'admin',
    params: ById,
    status: 200,
    response: z.union([Entry, StudentCount]),
    problems: ['not_found', 'conflict'],
  }),
  restoreFromTrash: endpoint({
    ...paths.restoreFromTrash,
    summary: 'Take several things out of the bin again, all or none',
    tag: 'trash',
    access: 'admin',
    body: EntryIds,
    status: 204,
    problems: ['not_found', 'conflict'],
  }),

  officeOverview: endpoint({
    ...paths.officeOverview,
    summary: 'What is scheduled, about to expire or stale; last backup; steps of setting up',
    tag: 'office',
    access: 'admin',
    status: 200,
    response: AdminOverview,
  }),
  listActivity: endpoint({
    ...paths.listActivity,
    summary: 'Who did what when, latest first; X-Total-Count tells how many there are in all',
    tag: 'office',
    access: 'admin',
    query: ListQuery.pick({ limit: true, offset: true }),
    status: 200,
    response: z.array(ActivityItem),
  }),
  listDevices: endpoint({
    ...paths.listDevices,
    summary: 'Where one is signed in, this device first',
    tag: 'sign-in',
    access: 'admin',
    status: 200,
    response: z.array(SignedInDevice),
  }),
  signOutDevice: endpoint({
    ...paths.signOutDevice,
    summary: 'End one of the own sign-ins',
    tag: 'sign-in',
    access: 'admin',
    params: BySession,
    status: 204,
    problems: ['not_found'],
  }),
  signOutElsewhere: endpoint({
    ...paths.signOutElsewhere,
    summary: 'End all of the own sign-ins but this one',
    tag: 'sign-in',
    access: 'admin',
    status: 204,
  }),
  listAdmins: endpoint({
    ...paths.listAdmins,
    summary: 'Everyone who may sign in, or once might',
    tag: 'sign-in',
    access: 'admin',
    status: 200,
    response: z.array(Admin),
  }),
  createAdmin: endpoint({
    ...paths.createAdmin,
    summary: 'Add a further admin',
    tag: 'sign-in',
    access: 'admin',
    body: NewAdmin,
    idempotent: true,
    status: 201,
    response: Admin,
    problems: ['conflict', 'too_many_requests'],
  }),
  updateAdmin: endpoint({
    ...paths.updateAdmin,
    summary: 'Disable another admin, who is then signed out everywhere, or enable again',
    tag: 'sign-in',
    access: 'admin',
    params: ById,
    body: AdminChange,
    status: 200,
    response: Admin,
    problems: ['not_found', 'conflict', 'too_many_requests'],
  }),
} as const

const WithToken = z.object({
  token: z.string().min(1).max(100).describe('As `POST /api/admin/backups/token` gives it'),
})

/** Making, checking, fetching and putting back backups. Long work goes on after the answer. */
export const backupEndpoints = {
  listBackups: endpoint({
    ...paths.listBackups,
    summary: 'The backups, what is being done with them, and how the last task ended',
    tag: 'backup',
    access: 'admin',
    status: 200,
    response: BackupState,
  }),
  makeBackup: endpoint({
    ...paths.makeBackup,
    summary: 'Begin to make a backup; the list tells how far it is',
    tag: 'backup',
    access: 'admin',
    status: 202,
    response: BackupState,
    problems: ['conflict', 'storage_full'],
  }),
  issueBackupToken: endpoint({
    ...paths.issueBackupToken,
    summary:
      'Confirm the own password; the token lets this session fetch and upload backups for ten minutes',
    tag: 'backup',
    access: 'admin',
    body: BackupTokenOrder,
    status: 201,
    response: BackupToken,
    problems: ['too_many_requests'],
  }),
  uploadBackup: endpoint({
    ...paths.uploadBackup,
    summary: 'Bring a backup file onto the server, as large as there is room',
    tag: 'backup',
    access: 'admin',
    query: WithToken,
    body: z.object({}),
    bodyTypes: ['multipart'],
    status: 201,
    response: Backup,
    problems: ['conflict', 'storage_full'],
  }),
  downloadBackup: endpoint({
    ...paths.downloadBackup,
    summary: 'The file of a backup; in parts, where parts are asked for',
    tag: 'backup',
    access: 'admin',
    params: ById,
    query: WithToken,
    status: 200,
    download: 'application/zip',
    problems: ['not_found'],
  }),
  verifyBackup: endpoint({
    ...paths.verifyBackup,
    summary: 'Begin to read a backup whole and to compare everything in it with its list',
    tag: 'backup',
    access: 'admin',
    params: ById,
    status: 202,
    response: BackupState,
    problems: ['not_found', 'conflict'],
  }),
  restoreBackup: endpoint({
    ...paths.restoreBackup,
    summary:
      'Begin to put a backup in the place of everything but accounts and activity. It is checked, and a backup of the present state is made, before anything changes',
    tag: 'backup',
    access: 'admin',
    params: ById,
    body: RestoreOrder,
    status: 202,
    response: BackupState,
    problems: ['not_found', 'conflict', 'too_many_requests'],
  }),
} as const
