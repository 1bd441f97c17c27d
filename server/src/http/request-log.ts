import { randomUUID } from 'node:crypto'
import { previewPath } from '@bidyaloy/shared/api/paths'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { SignedInAdmin } from './require-admin.ts'

const PREVIEW = previewPath('')

/** State that the middleware attaches to a request. */
export interface RequestState {
  requestId: string
  log: Logger
  /** The signed-in admin, set by the route after authentication. */
  admin?: SignedInAdmin
}

/** Ids as proxies make them. */
const PROXY_ID = /^[\w-]{8,64}$/

/** Assigns each request an id, that of the proxy if it has one, and logs its response. */
export function requestLog(
  log: Logger,
  { trustProxy }: Pick<Config, 'trustProxy'>,
): Middleware<RequestState> {
  return async (ctx, next) => {
    const started = process.hrtime.bigint()
    const given = trustProxy ? ctx.get('X-Request-Id') : ''
    ctx.state.requestId = PROXY_ID.test(given) ? given : randomUUID()
    ctx.state.log = log.child({ requestId: ctx.state.requestId })
    await next()
    // Names the line to whoever reports the error.
    if (ctx.status >= 400 && !ctx.headerSent) ctx.set('X-Request-Id', ctx.state.requestId)
    const ms = Number(process.hrtime.bigint() - started) / 1e6
    ctx.state.log.info(
      {
        method: ctx.method,
        path: withoutToken(ctx.path),
        status: ctx.res.statusCode,
        ms: Math.round(ms * 10) / 10,
        ...(ctx.state.admin && { admin: ctx.state.admin.username }),
      },
      'request',
    )
  }
}

/** The address of a preview is its token. */
function withoutToken(path: string): string {
  return path.startsWith(PREVIEW) ? `${PREVIEW}…` : path
}
