import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Context, Middleware } from 'koa'
import { errorCode } from '../node-error.ts'
import { languageOf } from './request.ts'
import type { RequestState } from './request-log.ts'
import type { ApiRouter } from './route.ts'

const NO_ROOM = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT'])
const READ_ONLY = new Set([
  ...['SQLITE_READONLY', 'SQLITE_READONLY_DIRECTORY', 'SQLITE_CANTOPEN'],
  ...['EROFS', 'EACCES', 'EPERM'],
])

/** The one place that catches: every refusal and fault of the API becomes an answer here. */
export function problemHandler(): Middleware<RequestState> {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const problem = asProblem(error)
      if (problem.status >= 500) ctx.state.log.error({ err: error }, 'failed')
      answerProblem(ctx, problem)
    }
  }
}

/** Writes the problem as the answer, in the reader's language. */
function answerProblem(ctx: Context, problem: Problem): void {
  ctx.status = problem.status
  ctx.body = problem.body(languageOf(ctx))
  ctx.set('Cache-Control', 'no-store')
  ctx.set('Vary', 'Accept-Language')
  const { retryAfter, allow } = problem.details
  if (retryAfter !== undefined) ctx.set('Retry-After', String(Math.ceil(retryAfter)))
  if (allow) ctx.set('Allow', allow.join(', '))
  discardBody(ctx)
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const code = errorCode(error)
  if (NO_ROOM.has(code)) return new Problem('storage_full', { cause: error })
  if (READ_ONLY.has(code)) return new Problem('unavailable', { cause: error })
  return new Problem('internal', { cause: error })
}

const DISCARD_MS = 3000
const DISCARD_BYTES = 64 * 1024 * 1024

/**
 * For a refusal that did not wait for the whole body: sends the answer that stands in `ctx.body`, a
 * JSON object, at once, but ends it only when the body has come or a moment has passed. What comes
 * is thrown away. With its answer ended the socket would be closed and the connection reset, and
 * the client would see that instead of the answer.
 */
function discardBody(ctx: Context): void {
  const { req } = ctx
  if (req.complete || req.readableEnded || req.destroyed || ctx.method === 'HEAD') return
  const answer = Buffer.from(JSON.stringify(ctx.body))
  ctx.body = Readable.from(withDelayedEnd(answer, discarded(req)))
  ctx.type = 'application/json; charset=utf-8'
  ctx.length = answer.length
  ctx.set('Connection', 'close')
}

async function* withDelayedEnd(answer: Buffer, end: Promise<void>): AsyncGenerator<Buffer> {
  yield answer
  await end
}

/** Reads and throws away until the body ends, the client goes, or it has been enough. */
function discarded(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DISCARD_MS)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    let left = DISCARD_BYTES
    req.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) end()
    })
    req.once('end', end).once('close', end)
    req.resume()
  })
}

/** Below `/api/` nothing falls through to the pages: 405 with `Allow`, else 404. */
export function unknownApiPath(router: ApiRouter): Middleware<RequestState> {
  return (ctx, next) => {
    if (ctx.path !== '/api' && !ctx.path.startsWith('/api/')) return next()
    const allow = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))
    if (allow.size > 0) throw new Problem('method_not_allowed', { allow: [...allow].sort() })
    throw new Problem('not_found')
  }
}
