import { constants } from 'node:fs'
import fs from 'node:fs/promises'
import { API_VERSION } from '@bidyaloy/shared/api/about'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Middleware } from 'koa'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { contactRecord } from '../site-records/contact-routes.ts'
import { findSingle } from '../site-records/single-record-commands.ts'
import type { ServerKey } from './server-key.ts'

/** Tells programs that look for a school's server that this is one. */
export function aboutRoutes(
  router: ApiRouter,
  { serverKey, ...deps }: RouteDeps & { serverKey: ServerKey },
): void {
  route(router, deps, 'about', async () => {
    const contact = await findSingle(deps.db.read, contactRecord)
    return { product: 'bidyaloy', api: API_VERSION, name: contact?.schoolName ?? '' } as const
  })
  route(router, deps, 'proveServer', async ({ body }) => serverKey.prove(body.nonce))
}

/** How long an answer of `/readyz` is good: asking often must cost nothing. */
const KEEP_MS = 2000

/** `/healthz`: the process is alive. `/readyz`: database reachable, data folder writable. */
export function health({ db, folder }: { db: Database; folder: DataFolder }): Middleware {
  let checked = { at: Number.NEGATIVE_INFINITY, problems: Promise.resolve<string[]>([]) }
  const check = (): Promise<string[]> => {
    const now = performance.now()
    if (now - checked.at > KEEP_MS) checked = { at: now, problems: findProblems(db, folder) }
    return checked.problems
  }
  return async (ctx, next) => {
    if (ctx.path !== '/healthz' && ctx.path !== '/readyz') return next()
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new Problem('method_not_allowed', { allow: ['GET', 'HEAD'] })
    }
    ctx.set('Cache-Control', 'no-store')
    if (ctx.path === '/healthz') {
      ctx.body = { status: 'ok' }
      return
    }
    const problems = await check()
    ctx.status = problems.length === 0 ? 200 : 503
    ctx.body = problems.length === 0 ? { status: 'ok' } : { status: 'unavailable', problems }
  }
}

async function findProblems(db: Database, folder: DataFolder): Promise<string[]> {
  const problems: string[] = []
  await db.read.query('SELECT 1').catch(() => problems.push('database'))
  await fs
    .access(folder.root, constants.R_OK | constants.W_OK | constants.X_OK)
    .catch(() => problems.push('data folder'))
  return problems
}
