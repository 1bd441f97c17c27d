import { randomBytes } from 'node:crypto'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import { backupMessages } from '@bidyaloy/shared/copy/server-copy'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { DataFolder } from '../../data-folder.ts'
import { createReadMultipart } from '../../http/multipart-upload.ts'
import { nameInLog, requestFields } from '../../http/request.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { sendFile } from '../../http/static-files.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import type { Auth } from '../auth/auth-routes.ts'
import { assertDiskSpace, BackupError } from './backup-error.ts'
import type { Backups } from './backups.ts'

interface BackupRouteDeps extends RouteDeps {
  backups: () => Backups
  auth: Pick<Auth, 'confirm'>
  folder: Pick<DataFolder, 'staging'>
  log: Logger
}

/** The disk is the limit. */
const MAX_BACKUP_BYTES = 1024 ** 4

/** Backups by request: list, make, check, fetch, take in, put back. */
export function backupRoutes(router: ApiRouter, deps: BackupRouteDeps): void {
  const { db, clock, backups, auth, folder, log } = deps

  const tokens = createTokens(clock)

  route(router, deps, 'listBackups', () => backups().state())
  route(router, deps, 'makeBackup', ({ admin }) => {
    backups().make({ by: admin.username, now: clock() })
    return backups().state()
  })
  route(router, deps, 'verifyBackup', async ({ params }) => {
    await backups().verify(params.id)
    return backups().state()
  })
  route(router, deps, 'restoreBackup', async ({ params, body, admin, ctx }) => {
    const { currentPassword } = body
    const { name } = await backups().find(params.id)
    const stillMay = await auth.confirm({ admin, currentPassword, address: ctx.ip })
    await db.writeUnseen(stillMay)
    const doing = { by: admin.username, now: clock() }
    await backups().restore(params.id, { doing, session: admin.sessionId, stillMay })
    log.warn(
      { ...requestFields(ctx), username: nameInLog(admin.username), backup: name },
      'restore begun',
    )
    return backups().state()
  })
  route(router, deps, 'issueBackupToken', async ({ body, admin, ctx }) => {
    const { currentPassword } = body
    const stillMay = await auth.confirm({ admin, currentPassword, address: ctx.ip })
    await db.writeUnseen(stillMay)
    return tokens.create(admin.sessionId)
  })
  route(router, deps, 'downloadBackup', async ({ params, query, admin, ctx }) => {
    tokens.assertValid(query.token, admin.sessionId)
    const { name, file } = await backups().find(params.id)
    ctx.set('Content-Type', 'application/zip')
    ctx.set('ETag', `"${params.id}"`)
    ctx.set('Accept-Ranges', 'bytes')
    ctx.attachment(name)
    await sendFile(ctx, file)
    // Once for each download: one that broke off asks for the rest in parts.
    if (ctx.method === 'GET' && ctx.status === 200) {
      const event = { action: 'backupDownloaded', subject: 'backup', title: name } as const
      const doing = { by: admin.username, now: clock() }
      await db.writeUnseen((tx) => recordActivity(tx, doing, event))
    }
    return undefined
  })

  const readUpload = createReadMultipart({
    staging: folder.staging,
    maxBytes: MAX_BACKUP_BYTES,
    // Looked at again and again: not every sender tells the length, and others write meanwhile.
    assertDiskSpace: () => assertDiskSpace(folder.staging, 0).catch(asNoRoom),
  })
  const uploading: RouteDeps = {
    ...deps,
    async readMultipart(ctx) {
      // Before the first byte is taken.
      const { token = '' } = ctx.query
      tokens.assertValid(String(token), ctx.state.admin?.sessionId ?? '')
      await assertDiskSpace(folder.staging, ctx.request.length ?? 0).catch(asNoRoom)
      return readUpload(ctx)
    },
  }
  route(router, uploading, 'uploadBackup', async ({ file, admin }) => {
    if (!file) {
      const text = validationText('valid.file.required')
      throw new Problem('validation_failed', { fields: { file: text } })
    }
    const backup = await backups().take(file.path)
    const deed = { action: 'backupUploaded', subject: 'backup', title: file.name } as const
    const doing = { by: admin.username, now: clock() }
    const recordId = backup._id
    await db.writeUnseen((tx) => recordActivity(tx, doing, { ...deed, recordId }))
    return { ...backup, uploadedBy: admin.username }
  })
}

function asNoRoom(error: unknown): never {
  throw error instanceof BackupError ? new Problem('storage_full', { cause: error }) : error
}

const TOKEN_MS = 10 * 60_000
const MOST_TOKENS = 100

/**
 * Tokens that stand for a password which was confirmed a moment ago: a browser's download cannot
 * carry one, and an upload is refused before its first byte. Each is good for one session only, and
 * more than once: a download that broke off asks for the rest.
 */
function createTokens(clock: Clock) {
  const given = new LRUCache<string, { session: string; until: number }>({ max: MOST_TOKENS })
  return {
    create(session: string) {
      const token = randomBytes(16).toString('hex')
      const until = clock().getTime() + TOKEN_MS
      given.set(token, { session, until })
      return { token, expiresAt: new Date(until).toISOString() }
    },
    /** @throws Problem `validation_failed` on `token` */
    assertValid(token: string, session: string) {
      const found = given.get(token)
      if (found?.session === session && clock().getTime() < found.until) return
      const sentence = backupMessages.token
      throw new Problem('validation_failed', { sentence, fields: { token: sentence } })
    },
  }
}
