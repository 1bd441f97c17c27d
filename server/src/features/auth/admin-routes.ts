import { Problem } from '@bidyaloy/shared/api/problem'
import type { Context } from 'koa'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { SignedInAdmin } from '../../http/require-admin.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { createAdmin, updateAdmin } from './admin-commands.ts'
import { listAdmins } from './admin-queries.ts'
import { nameInLog, seen } from './auth-log.ts'
import { listDevices, signOutDevice } from './devices.ts'
import { clearSessionCookie } from './session-cookie.ts'
import { endSessionsOf } from './sessions.ts'
import type { SignInDeps } from './sign-in-commands.ts'

interface AdminRouteDeps {
  signIn: SignInDeps
  config: Pick<Config, 'publicUrl'>
  log: Logger
}

/** The own devices, and who else may sign in. */
export function adminRoutes(
  router: ApiRouter,
  deps: RouteDeps,
  { signIn, config, log }: AdminRouteDeps,
): void {
  const { db, clock } = deps

  /** Tells the log what was done to whom, or why it was refused. */
  const logged = async <T>(
    what: string,
    { ctx, admin }: { ctx: Context; admin: SignedInAdmin },
    work: () => Promise<T>,
  ): Promise<T> => {
    const line = { ...seen(ctx), username: nameInLog(admin.username) }
    try {
      const done = await work()
      log.info(line, what)
      return done
    } catch (error) {
      if (error instanceof Problem) log.warn({ ...line, reason: error.code }, `${what}: refused`)
      throw error
    }
  }

  route(router, deps, 'listDevices', ({ admin }) => listDevices(db.read, admin, clock()))
  route(router, deps, 'signOutDevice', async (call) => {
    const { params, admin, ctx } = call
    const { isCurrent } = await logged('device signed out', call, () =>
      db.writeUnseen((tx) => signOutDevice(tx, params.id, admin, clock())),
    )
    if (isCurrent) clearSessionCookie(ctx, config)
    return undefined
  })
  route(router, deps, 'signOutElsewhere', async (call) => {
    const { id, sessionId } = call.admin
    await logged('signed out elsewhere', call, () =>
      db.writeUnseen((tx) => endSessionsOf(tx, id, sessionId)),
    )
    return undefined
  })

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
    return logged(body.disabled ? 'admin disabled' : 'admin enabled', call, () =>
      updateAdmin(signIn, change, { admin, address: ctx.ip }),
    )
  })
}
