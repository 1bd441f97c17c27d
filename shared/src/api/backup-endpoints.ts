import * as z from 'zod'
import {
  Backup,
  BackupState,
  BackupToken,
  BackupTokenOrder,
  RestoreOrder,
} from '../school/backup.ts'
import { endpoint } from './endpoint.ts'
import { paths } from './paths.ts'

const ById = z.object({ id: z.string() })
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
