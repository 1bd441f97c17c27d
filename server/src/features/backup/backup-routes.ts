import { createHmac, timingSafeEqual } from 'node:crypto'
import fs from 'node:fs/promises'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField, Problem } from '@bidyaloy/shared/api/problem'
import { backupMessages } from '@bidyaloy/shared/copy/server-copy'
import type { Context } from 'koa'
import type { Logger } from 'pino'
import { MoreThanOrEqual } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { DataFolder } from '../../data-folder.ts'
import { ActivityRow } from '../../db/entities.ts'
import { createReadMultipart } from '../../http/multipart-upload.ts'
import { nameInLog, requestFields } from '../../http/request.ts'
import type { SignedInAdmin } from '../../http/require-admin.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { sendFile } from '../../http/static-files.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import type { Auth } from '../auth/auth-routes.ts'
import type { SigningSecret } from '../auth/session-token.ts'
import type { Backups } from './backup-commands.ts'
import { assertDiskSpace, BackupError } from './backup-error.ts'

interface BackupRouteDeps extends RouteDeps {
  backups: Backups
  auth: Pick<Auth, 'confirm'>
  /** Signs the tokens of downloads and uploads. */
  secret: SigningSecret
  folder: Pick<DataFolder, 'staging'>
  log: Logger
}

/** No limit but the disk. */
const MAX_BACKUP_BYTES = 1024 ** 4

/** `/api/admin/backups`: list, make, verify, restore, download, upload. */
export function backupRoutes(router: ApiRouter, deps: BackupRouteDeps): void {
  const { db, clock, backups, auth, folder, log } = deps
  const tokens = createTokens(clock, deps.secret)
  const confirmPassword = async (currentPassword: string, admin: SignedInAdmin, ctx: Context) => {
    const stillAllowed = await auth.confirm({ admin, currentPassword, address: ctx.ip })
    await db.writePrivate(stillAllowed)
    return stillAllowed
  }

  route(router, deps, 'listBackups', () => backups.state())
  route(router, deps, 'makeBackup', async ({ admin }) => {
    await backups.make({ by: admin.username, now: clock() })
    return backups.state()
  })
  route(router, deps, 'verifyBackup', async ({ params }) => {
    await backups.verify(params.id)
    return backups.state()
  })
  route(router, deps, 'restoreBackup', async ({ params, body, admin, ctx }) => {
    const { name } = await backups.find(params.id)
    const stillAllowed = await confirmPassword(body.currentPassword, admin, ctx)
    const context = { by: admin.username, now: clock() }
    await backups.restore(params.id, { context, session: admin.sessionId, stillAllowed })
    log.warn(
      { ...requestFields(ctx), username: nameInLog(admin.username), backup: name },
      'restore started',
    )
    return backups.state()
  })
  route(router, deps, 'issueBackupToken', async ({ body, admin, ctx }) => {
    await confirmPassword(body.currentPassword, admin, ctx)
    return tokens.create(admin.sessionId)
  })
  route(router, deps, 'downloadBackup', async ({ params, query, admin, ctx }) => {
    const issued = await tokens.assertValid(query.token, admin.sessionId)
    const { name } = await backups.find(params.id)
    ctx.set('Content-Type', 'application/zip')
    ctx.set('ETag', `"${params.id}"`)
    ctx.set('Accept-Ranges', 'bytes')
    ctx.attachment(name)
    await sendFile(ctx, { name, open: () => backups.use(name, (file) => fs.open(file)) })
    const sendsBytes = ctx.status === 200 || ctx.status === 206
    if (ctx.method === 'GET' && sendsBytes) {
      const event = { action: 'backupDownloaded', subject: 'backup', title: name } as const
      const context = { by: admin.username, now: clock() }
      await db.writePrivate(async (tx) => {
        // Recorded once for a token: an interrupted download requests the rest as ranges.
        const since = { by: context.by, at: MoreThanOrEqual(issued.toISOString()) }
        if (await tx.existsBy(ActivityRow, { ...event, ...since })) return
        await recordActivity(tx, context, event)
      })
    }
    return undefined
  })

  const readUpload = createReadMultipart({
    staging: folder.staging,
    maxBytes: MAX_BACKUP_BYTES,
    // Checked repeatedly: not every request has a length, and other writes use the disk too.
    assertDiskSpace: () => assertDiskSpace(folder.staging, 0).catch(asStorageFull),
  })
  const uploadDeps: RouteDeps = {
    ...deps,
    async readMultipart(ctx, maxFiles) {
      // Before the body is read.
      const { token = '' } = ctx.query
      await tokens.assertValid(String(token), ctx.state.admin?.sessionId ?? '')
      await assertDiskSpace(folder.staging, ctx.request.length ?? 0).catch(asStorageFull)
      return readUpload(ctx, maxFiles)
    },
    // Too large for an upload.
    nameUploads: async (_, body) => body,
  }
  route(router, uploadDeps, 'uploadBackup', async ({ files: [file], admin }) => {
    if (!file) {
      throw invalidField('file', validationText('valid.file.required'))
    }
    const backup = await backups.take(file.path)
    const event = { action: 'backupUploaded', subject: 'backup', title: file.name } as const
    const context = { by: admin.username, now: clock() }
    await db.writePrivate((tx) => recordActivity(tx, context, { ...event, recordId: backup._id }))
    return { ...backup, uploadedBy: admin.username }
  })
}

function asStorageFull(error: unknown): never {
  throw error instanceof BackupError ? new Problem('storage_full', { cause: error }) : error
}

const TOKEN_MS = 10 * 60_000

/**
 * Creates tokens that represent a recently confirmed password: a browser's download cannot send one,
 * and an upload is rejected before its body is read. A token is valid for one session, repeatedly,
 * because an interrupted download requests the rest. It is signed and not stored, since the download
 * may reach another process.
 */
function createTokens(clock: Clock, secret: SigningSecret) {
  /** The words keep it apart from other tokens that are signed with the secret. */
  const sign = async (session: string, until: string) =>
    createHmac('sha256', await secret.current())
      .update(`backup of session ${session} until ${until}`)
      .digest()
  return {
    async create(session: string) {
      const until = clock().getTime() + TOKEN_MS
      const signature = await sign(session, String(until))
      return {
        token: `${until}.${signature.toString('base64url')}`,
        expiresAt: new Date(until).toISOString(),
      }
    },
    /**
     * Returns when the token was issued.
     * @throws Problem `validation_failed` on `token`
     */
    async assertValid(token: string, session: string): Promise<Date> {
      const [until = '', signature = ''] = token.split('.')
      const [given, expected] = [Buffer.from(signature, 'base64url'), await sign(session, until)]
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
      if (isGenuine && clock().getTime() < Number(until)) return new Date(Number(until) - TOKEN_MS)
      const sentence = backupMessages.token
      throw new Problem('validation_failed', { sentence, fields: { token: sentence } })
    },
  }
}
