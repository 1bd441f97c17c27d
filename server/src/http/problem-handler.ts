import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Context, Middleware } from 'koa'
import { isDatabaseAway, isInvalidText, isReadOnly, isStorageFull } from '../db/database-error.ts'
import { isNodeError } from '../lib/node-error.ts'
import { LATE } from '../lib/worker-pool.ts'
import { StorageUnavailable } from '../storage/file-store.ts'
import { languageOf } from './request.ts'
import type { RequestState } from './request-log.ts'
import type { ApiRouter } from './route.ts'

/** A database server that was stopped is back after some seconds. */
export const RETRY_AFTER_SECONDS = 5

/** Turns every error of the API into a response with an error body. */
export function problemHandler(): Middleware<RequestState> {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const problem = asProblem(error)
      if (problem.status >= 500)
        ctx.state.log[isRefusal(problem) ? 'warn' : 'error']({ err: error }, 'failed')
      respondWithProblem(ctx, problem)
    }
  }
}

/** Writes the problem as the response, in the client's language. */
function respondWithProblem(ctx: Context, problem: Problem): void {
  ctx.status = problem.status
  ctx.body = problem.body(languageOf(ctx))
  ctx.set('Cache-Control', 'no-store')
  ctx.set('Vary', 'Accept-Language')
  const { retryAfter, allow } = problem.details
  if (retryAfter !== undefined) ctx.set('Retry-After', String(Math.ceil(retryAfter)))
  if (allow) ctx.set('Allow', allow.join(', '))
  discardBody(ctx, {
    body: Buffer.from(JSON.stringify(ctx.body)),
    type: 'application/json; charset=utf-8',
  })
}

/** Whether the server turns work away by itself: its queue is full, or it is in maintenance. */
const isRefusal = ({ code, cause }: Problem) => code === 'unavailable' && cause === undefined

const RETRY_SECONDS = 5

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof StorageUnavailable || isNodeError(error, LATE)) {
    return new Problem('unavailable', { retryAfter: RETRY_SECONDS, cause: error })
  }
  if (isStorageFull(error)) return new Problem('storage_full', { cause: error })
  if (isReadOnly(error)) return new Problem('unavailable', { cause: error })
  if (isInvalidText(error)) return new Problem('validation_failed', { cause: error })
  if (isDatabaseAway(error)) {
    return new Problem('unavailable', { cause: error, retryAfter: RETRY_AFTER_SECONDS })
  }
  return new Problem('internal', { cause: error })
}

const DISCARD_MS = 3000
const DISCARD_BYTES = 64 * 1024 * 1024

/**
 * Discards the rest of a request body that was rejected early. The response is sent immediately but ends
 * only when the body has ended or a time-out has passed. Ending it earlier would reset the connection,
 * and the client would never see the response. Does nothing if the body was read.
 */
export function discardBody(ctx: Context, { body, type }: { body: Buffer; type: string }): void {
  const { req } = ctx
  if (req.complete || req.readableEnded || req.destroyed || ctx.method === 'HEAD') return
  ctx.body = Readable.from(withDelayedEnd(body, discarded(req)))
  ctx.type = type
  ctx.length = body.length
  ctx.set('Connection', 'close')
}

async function* withDelayedEnd(response: Buffer, end: Promise<void>): AsyncGenerator<Buffer> {
  yield response
  await end
}

/** Reads until the body ends, the client disconnects, or a limit is reached. */
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

/** Rejects requests that no route has taken: 405 with `Allow`, else 404. */
export function unknownApiPath(router: ApiRouter): Middleware<RequestState> {
  return (ctx) => {
    const allow = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))
    if (allow.size > 0) throw new Problem('method_not_allowed', { allow: [...allow].sort() })
    throw new Problem('not_found')
  }
}
