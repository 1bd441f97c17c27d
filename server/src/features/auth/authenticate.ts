import { Problem } from '@bidyaloy/shared/api/problem'
import type { Context } from 'koa'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { assertSameOrigin } from '../../http/request.ts'
import type { Authenticate, SignedInAdmin } from '../../http/require-admin.ts'
import { readSessionCookie } from './session-cookie.ts'
import { readToken } from './session-token.ts'
import { findLiveSession } from './sessions.ts'
import type { SigningSecret } from './signing-secret.ts'

interface AuthenticateDeps {
  db: Database
  clock: Clock
  /** What tokens are signed with. */
  secret: SigningSecret
  config: Pick<Config, 'publicUrl'>
}

/** Makes the guard of everything that only an admin may do. */
export function createAuthenticate({ db, clock, secret, config }: AuthenticateDeps): Authenticate {
  return async (ctx) => {
    const { token, via } = tokenOf(ctx)
    const now = clock()
    const claims = token && readToken(token, await secret.current(), now)
    const session = claims && (await findLiveSession(db.read, claims, now))
    if (!session) throw new Problem('unauthenticated')
    if (via === 'cookie' && isWrite(ctx)) assertSameOrigin(ctx, config)
    const { id: sessionId, adminId: id, username, expiresAt } = session
    return { id, username, sessionId, expiresAt, via }
  }
}

/** A Bearer header says who is meant; a cookie comes along by itself and counts only without one. */
function tokenOf(ctx: Context): { token: string | undefined; via: SignedInAdmin['via'] } {
  const bearer = /^bearer(?: +(.*))?$/i.exec(ctx.get('Authorization'))
  if (bearer) return { token: bearer[1]?.trim(), via: 'bearer' }
  return { token: readSessionCookie(ctx), via: 'cookie' }
}

function isWrite(ctx: Context): boolean {
  return ctx.method !== 'GET' && ctx.method !== 'HEAD'
}
