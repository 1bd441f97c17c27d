import { Problem } from '@bidyaloy/shared/api/problem'
import type { Context, Middleware } from 'koa'
import { discardBody } from './discard-body.ts'
import { languageOf } from './language.ts'
import type { RequestState } from './state.ts'

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
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (NO_ROOM.has(code)) return new Problem('storage_full', { cause: error })
  if (READ_ONLY.has(code)) return new Problem('unavailable', { cause: error })
  return new Problem('internal', { cause: error })
}
