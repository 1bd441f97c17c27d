import { Problem } from '@bidyaloy/shared/api/problem'
import type { Middleware } from 'koa'
import type { ApiRouter } from './route.ts'
import type { RequestState } from './state.ts'

/** Below `/api/` nothing falls through to the pages: 405 with `Allow`, else 404. */
export function unknownApiPath(router: ApiRouter): Middleware<RequestState> {
  return (ctx, next) => {
    if (ctx.path !== '/api' && !ctx.path.startsWith('/api/')) return next()
    const allow = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))
    if (allow.size > 0) throw new Problem('method_not_allowed', { allow: [...allow].sort() })
    throw new Problem('not_found')
  }
}
