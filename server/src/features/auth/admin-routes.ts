import { createHash } from 'node:crypto'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { SignedInDevice } from '@bidyaloy/shared/school/admin-session'
import type { Context } from 'koa'
import type { Logger } from 'pino'
import { type EntityManager, MoreThan } from 'typeorm'
import type { Config } from '../../config.ts'
import { SessionRow } from '../../db/entities.ts'
import { nameInLog, requestFields } from '../../http/request.ts'
import type { SignedInAdmin } from '../../http/require-admin.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { stopAlerts } from '../push/account-alerts.ts'
import { forgetEvents } from './account-events.ts'
import { listNames, setName } from './account-names.ts'
import { createAdmin, listAdmins, resetPassword, updateAdmin } from './admin-commands.ts'
import { ownFactors, renewCodes, switchTotpOff, switchTotpOn } from './factors.ts'
import type { PasskeyChallenges } from './passkey-challenges.ts'
import {
  addPasskey,
  passkeyCreation,
  passkeySite,
  removePasskey,
  requirePasskeySite,
} from './passkeys.ts'
import {
  clearSessionCookie,
  type SigningSecret,
  setSessionCookie,
  signToken,
} from './session-token.ts'
import { endSession, endSessionsOf } from './sessions.ts'
import { changePassword } from './sign-in-commands.ts'
import type { SignInDeps } from './sign-in-deps.ts'

interface AdminRouteDeps {
  signIn: SignInDeps
  challenges: PasskeyChallenges
  secret: SigningSecret
  config: Pick<Config, 'publicUrl'>
  log: Logger
}

/** A request that the own password confirms. */
interface Confirmation {
  admin: SignedInAdmin
  ctx: Context
  body: { currentPassword: string }
}

/** Routes of the admin's own password and devices, and of the other admins. */
export function adminRoutes(
  router: ApiRouter,
  deps: RouteDeps,
  { signIn, challenges, secret, config, log }: AdminRouteDeps,
): void {
  const { db, clock } = deps

  const logged = outcomesIn(log)

  route(router, deps, 'changePassword', async (call) => {
    const { admin, body, ctx } = call
    const session = await logged('password changed', call, () =>
      changePassword(signIn, admin, body, ctx.ip),
    )
    const token = signToken(session, await secret.current(), clock())
    if (admin.via === 'bearer') return { token }
    setSessionCookie(ctx, token, config)
    return {}
  })
  route(router, deps, 'listDevices', ({ admin }) => listDevices(db.read, admin, clock()))
  route(router, deps, 'signOutDevice', async (call) => {
    const { params, admin, ctx } = call
    const { isCurrent } = await logged('device signed out', call, () =>
      db.writePrivate((tx) => signOutDevice(tx, params.id, admin, clock())),
    )
    if (isCurrent) clearSessionCookie(ctx, config)
    return undefined
  })
  route(router, deps, 'seeAccountEvents', async ({ body, admin }) => {
    await db.writePrivate((tx) => forgetEvents(tx, admin, ({ at }) => at <= body.upTo))
    return undefined
  })
  route(router, deps, 'stopAlerts', async ({ params, admin }) => {
    await db.writePrivate(async (tx) => {
      const { id } = await ownDevice(tx, params.id, admin, clock())
      await stopAlerts(tx, [id])
    })
    return undefined
  })
  route(router, deps, 'signOutElsewhere', async (call) => {
    const { id, sessionId } = call.admin
    await logged('signed out elsewhere', call, () =>
      db.writePrivate((tx) => endSessionsOf(tx, id, sessionId)),
    )
    return undefined
  })

  const confirmed = ({ admin, ctx, body }: Confirmation) => ({
    admin,
    address: ctx.ip,
    currentPassword: body.currentPassword,
  })
  route(router, deps, 'getFactors', async ({ admin }) => ({
    ...(await ownFactors(db.read, admin.id)),
    passkeyOrigin: passkeySite(config)?.origin ?? null,
  }))
  route(router, deps, 'switchTotpOn', (call) =>
    logged('code app set up', call, () => switchTotpOn(signIn, call.body, confirmed(call))),
  )
  route(router, deps, 'switchTotpOff', (call) =>
    logged('code app removed', call, () => switchTotpOff(signIn, confirmed(call))),
  )
  route(router, deps, 'renewCodes', (call) =>
    logged('one-time codes renewed', call, () => renewCodes(signIn, confirmed(call))),
  )

  const newPasskeyOf = (admin: SignedInAdmin) =>
    ({ for: `new passkey ${admin.sessionId}`, now: clock() }) as const
  route(router, deps, 'startPasskey', (call) =>
    logged('passkey registration started', call, async () => {
      const site = requirePasskeySite(config)
      const options = await passkeyCreation(signIn, confirmed(call), site)
      challenges.give(call.ctx, options.challenge, newPasskeyOf(call.admin))
      return options
    }),
  )
  route(router, deps, 'addPasskey', (call) =>
    logged('passkey added', call, async () =>
      addPasskey(signIn, call.admin, call.body, {
        site: requirePasskeySite(config),
        takeChallenge: () => challenges.take(call.ctx, newPasskeyOf(call.admin)),
      }),
    ),
  )
  route(router, deps, 'removePasskey', (call) =>
    logged('passkey removed', call, () => removePasskey(signIn, call.params.id, confirmed(call))),
  )
  accountRoutes(router, deps, { signIn, log })
}

/** Routes of the other accounts, and of the names of all. */
function accountRoutes(
  router: ApiRouter,
  deps: RouteDeps,
  { signIn, log }: Pick<AdminRouteDeps, 'signIn' | 'log'>,
): void {
  const { db, clock } = deps
  const logged = outcomesIn(log)
  route(router, deps, 'listAdmins', ({ admin }) => listAdmins(db.read, admin.id))
  route(router, deps, 'createAdmin', (call) => {
    const { body, admin, runOnce, ctx } = call
    return logged('admin added', call, () =>
      createAdmin(signIn, body, { admin, address: ctx.ip, runOnce }),
    )
  })
  route(router, deps, 'updateAdmin', (call) => {
    const { params, body, admin, ctx } = call
    const change = { ...body, id: params.id }
    return logged('account changed', call, () =>
      updateAdmin(signIn, change, { admin, address: ctx.ip }),
    )
  })
  route(router, deps, 'listNames', () => listNames(db.read))
  route(router, deps, 'setName', (call) => {
    const { params, body, admin } = call
    const change = { ...body, id: params.id }
    return logged('account named', call, () =>
      db.writePrivate((tx) => setName(tx, change, { admin, now: clock() })),
    )
  })
  route(router, deps, 'resetPassword', (call) => {
    const { params, body, admin, ctx } = call
    const reset = { id: params.id, currentPassword: body.currentPassword }
    return logged('password reset', call, () =>
      resetPassword(signIn, reset, { admin, address: ctx.ip }),
    )
  })
}

/** Returns a function that logs the outcome of an action on an account, or its error code. */
function outcomesIn(log: Logger) {
  return async <T>(
    what: string,
    { ctx, admin }: { ctx: Context; admin: SignedInAdmin },
    work: () => Promise<T>,
  ): Promise<T> => {
    const fields = { ...requestFields(ctx), username: nameInLog(admin.username) }
    try {
      const result = await work()
      log.info(fields, what)
      return result
    } catch (error) {
      if (error instanceof Problem) log.warn({ ...fields, reason: error.code }, `${what}: refused`)
      throw error
    }
  }
}

type Own = Pick<SignedInAdmin, 'id' | 'sessionId'>

/** Returns an admin's signed-in devices: the current one first, then by latest sign-in. */
async function listDevices(reader: EntityManager, own: Own, now: Date): Promise<SignedInDevice[]> {
  const rows = await ownSessions(reader, own, now)
  const devices = rows.map(({ id, createdAt, expiresAt, userAgent, twoStep, alerts }) => ({
    _id: deviceId(id),
    createdAt,
    expiresAt,
    userAgent,
    isCurrent: id === own.sessionId,
    twoStep,
    alerts: alerts !== null,
  }))
  return devices.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

/**
 * Signs out one of the admin's own devices.
 * @returns whether it is the device that sent the request
 * @throws Problem `not_found`
 */
async function signOutDevice(
  tx: EntityManager,
  device: string,
  own: Own,
  now: Date,
): Promise<{ isCurrent: boolean }> {
  const row = await ownDevice(tx, device, own, now)
  await endSession(tx, row.id)
  return { isCurrent: row.id === own.sessionId }
}

/** Returns the session of one of the admin's own devices. @throws Problem `not_found` */
async function ownDevice(
  tx: EntityManager,
  device: string,
  own: Own,
  now: Date,
): Promise<SessionRow> {
  const rows = await ownSessions(tx, own, now)
  const row = rows.find(({ id }) => deviceId(id) === device)
  if (!row) throw new Problem('not_found')
  return row
}

function ownSessions(reader: EntityManager, { id: adminId }: Own, now: Date) {
  return reader.find(SessionRow, {
    where: { adminId, expiresAt: MoreThan(now.toISOString()) },
    order: { createdAt: 'DESC', id: 'ASC' },
  })
}

/** Public id of a session. The session's own id is part of its token and stays secret. */
function deviceId(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex').slice(0, 32)
}
