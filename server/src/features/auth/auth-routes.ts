import { createSecretKey } from 'node:crypto'
import { paths } from '@bidyaloy/shared/api/paths'
import { Problem } from '@bidyaloy/shared/api/problem'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { hasRight, type Right } from '@bidyaloy/shared/school/roles'
import type { Context } from 'koa'
import type { Logger } from 'pino'
import type { EntityManager } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { assertSameOrigin, isRead, nameInLog, requestFields } from '../../http/request.ts'
import type { Authenticate, SignedInAdmin } from '../../http/require-admin.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts'
import type { AccountAlerts } from '../push/account-alerts.ts'
import { getSettings } from '../settings/settings-commands.ts'
import type { ServerKey } from '../status/status-routes.ts'
import { nameDeviceKey } from './account-events.ts'
import { findAdmin } from './admin-commands.ts'
import { adminRoutes } from './admin-routes.ts'
import { readDevice, rememberDevice } from './device-cookie.ts'
import { createLoginLimit } from './login-limit.ts'
import { createPasskeyChallenges } from './passkey-challenges.ts'
import { passkeyRequest, requirePasskeySite, signInWithPasskey } from './passkeys.ts'
import {
  type AssertStillAllowed,
  confirmPassword,
  dummyHash,
  type PasswordConfirmation,
} from './passwords.ts'
import {
  clearSessionCookie,
  isSecure,
  readSessionCookie,
  readToken,
  type SigningSecret,
  setSessionCookie,
  signToken,
} from './session-token.ts'
import { endSession, findLiveSession } from './sessions.ts'
import { type Origin, type SignedIn, signIn } from './sign-in-commands.ts'
import type { SignInDeps } from './sign-in-deps.ts'

interface AuthDeps {
  db: Database
  clock: Clock
  /** Signs session tokens. */
  secret: SigningSecret
  /** Encrypts secrets of second factors. */
  serverKey: Pick<ServerKey, 'derive'>
  config: Pick<Config, 'publicUrl' | 'maxUploadBytes'>
  log: Logger
  alerts: Pick<AccountAlerts, 'tellOfEvent'>
}

/** Authentication of requests, and the endpoints of sign-in. */
export interface Auth {
  authenticate: Authenticate
  /** Checks the password of a signed-in admin again, before a sensitive action. */
  confirm(confirmation: PasswordConfirmation): Promise<AssertStillAllowed>
  /** Registers the routes of sign-in, password, devices and admins. */
  routes(router: ApiRouter, deps: RouteDeps): void
}

/** Creates the authentication and computes the hash for unknown usernames. */
export async function createAuth({
  db,
  clock,
  secret,
  serverKey,
  config,
  log,
  alerts,
}: AuthDeps): Promise<Auth> {
  // In advance: the first unknown username must not take longer than later ones.
  await dummyHash()
  const devices = serverKey.derive('devices')
  const deviceSecret = createSecretKey(devices)
  const signInDeps: SignInDeps = {
    db,
    clock,
    limit: createLoginLimit(db),
    factorKey: serverKey.derive('second factors'),
    deviceKey: nameDeviceKey(devices, config.publicUrl),
    alerts,
  }
  return {
    authenticate: createAuthenticate({ db, clock, secret, config }),
    confirm: (confirmation) => confirmPassword(signInDeps, confirmation),
    routes(router, deps) {
      const challenges = createPasskeyChallenges(db, { site: config, serverKey })
      adminRoutes(router, deps, { signIn: signInDeps, challenges, secret, config, log })

      /** Signs in by `work`; sets the cookies of session and device, and logs the outcome. */
      const signedIn = async (
        ctx: Context,
        work: (from: Origin) => Promise<SignedIn>,
        typedName?: string,
      ): Promise<{ token: string }> => {
        const [key, now] = [await secret.current(), clock()]
        const keys = { device: deviceSecret, session: key }
        const device = readDevice(ctx, keys, now)
        try {
          assertSameOrigin(ctx, config)
          const session = await work({
            address: ctx.ip,
            userAgent: ctx.get('User-Agent'),
            device,
          })
          const token = signToken(session, key, now)
          setSessionCookie(ctx, token, config)
          const { adminId, twoStep } = session
          const secure = isSecure(ctx, config)
          rememberDevice(ctx, { device, adminId, twoStep, keys, now, secure })
          log.info({ ...requestFields(ctx), username: nameInLog(session.username) }, 'signed in')
          return { token }
        } catch (error) {
          if (error instanceof Problem) {
            // Unknown names are not logged: people type passwords into that field.
            const known = typedName !== undefined && (await findAdmin(db.read, typedName))
            const username = known ? nameInLog(known.username) : null
            log.warn({ ...requestFields(ctx), username, reason: error.code }, 'sign-in refused')
          }
          throw error
        }
      }

      route(router, deps, 'login', ({ body, ctx }) =>
        signedIn(ctx, (from) => signIn(signInDeps, body, from), body.username),
      )
      route(router, deps, 'startPasskeySignIn', async ({ ctx }) => {
        assertSameOrigin(ctx, config)
        const options = passkeyRequest(requirePasskeySite(config))
        challenges.give(ctx, options.challenge, { for: 'sign-in', now: clock() })
        return options
      })
      route(router, deps, 'signInWithPasskey', ({ body, ctx }) =>
        signedIn(ctx, (from) =>
          signInWithPasskey(signInDeps, body, {
            site: requirePasskeySite(config),
            takeChallenge: () => challenges.take(ctx, { for: 'sign-in', now: clock() }),
            ...from,
          }),
        ),
      )

      route(
        router,
        deps,
        'session',
        async ({ admin: { username, role, expiresAt, mustChangePassword } }) => ({
          username,
          role,
          ...(mustChangePassword && { mustChangePassword }),
          approval: await isApprovalOn(db.read),
          expiresAt,
          maxUploadBytes: config.maxUploadBytes,
        }),
      )

      route(router, deps, 'logout', async ({ admin, ctx }) => {
        await db.writePrivate((tx) => endSession(tx, admin.sessionId))
        clearSessionCookie(ctx, config)
        log.info({ ...requestFields(ctx), username: nameInLog(admin.username) }, 'signed out')
        return undefined
      })
    },
  }
}

/** Paths that work before a one-time password is changed. */
const BEFORE_OWN_PASSWORD: readonly string[] = [
  paths.session.path,
  paths.logout.path,
  paths.changePassword.path,
]

/** Creates the check that a request has a valid session. */
function createAuthenticate({
  db,
  clock,
  secret,
  config,
}: Omit<AuthDeps, 'log' | 'serverKey' | 'alerts'>): Authenticate {
  return async (ctx) => {
    const { token, via } = tokenOf(ctx)
    const now = clock()
    const claims = token && readToken(token, await secret.current(), now)
    if (claims) await yieldToEventLoop()
    const session = claims && (await findLiveSession(db.read, claims, now))
    if (!session) throw new Problem('unauthenticated')
    if (via === 'cookie' && !isRead(ctx.method)) assertSameOrigin(ctx, config)
    const { id: sessionId, adminId: id, ...admin } = session
    if (admin.mustChangePassword && !BEFORE_OWN_PASSWORD.includes(ctx.path)) {
      throw new Problem('forbidden', { sentence: siteMessages['admin.mustChangePassword'] })
    }
    // Of the others, the rights do not depend on it.
    const approval = admin.role === 'clerk' && (await isApprovalOn(db.read))
    const may = (right: Right) => hasRight(admin.role, right, { approval })
    return { id, sessionId, via, may, ...admin }
  }
}

async function isApprovalOn(read: EntityManager): Promise<boolean> {
  return (await getSettings(read)).approval ?? false
}

/** Returns the session token. A Bearer header has precedence, since browsers add cookies by themselves. */
function tokenOf(ctx: Context): { token: string | undefined; via: SignedInAdmin['via'] } {
  const bearer = /^bearer(?: +(.*))?$/i.exec(ctx.get('Authorization'))
  if (bearer) return { token: bearer[1]?.trim(), via: 'bearer' }
  return { token: readSessionCookie(ctx), via: 'cookie' }
}
