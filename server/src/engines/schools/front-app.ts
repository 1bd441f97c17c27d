import type { RequestListener } from 'node:http'
import { Problem, problems } from '@bidyaloy/shared/api/problem'
import Koa, { type Middleware } from 'koa'
import type { Config } from '../../config.ts'
import type { DataFolder } from '../../data-folder.ts'
import { health } from '../../features/status/status-routes.ts'
import { problemHandler } from '../../http/problem-handler.ts'
import { languageOf } from '../../http/request.ts'
import { type RequestState, requestLog } from '../../http/request-log.ts'
import type { Process } from '../../scopes.ts'
import type { Cluster } from '../postgres/cluster.ts'

const OF_PROCESS = ['/healthz', '/readyz', '/metrics']

/** Whether a path is of the process, on any host. */
export function isOfProcess(target = ''): boolean {
  return OF_PROCESS.includes(target.split('?', 1)[0] ?? '')
}

/**
 * Creates the listener of what belongs to no school: the state of the process on any host, and
 * errors of requests that no school can have.
 */
export function createFrontApp({
  log,
  headers,
  metrics,
  config,
  folder,
  pool,
}: Pick<Process, 'log' | 'headers' | 'metrics'> & {
  config: Pick<Config, 'trustProxy'>
  folder: Pick<DataFolder, 'root'>
  pool: Cluster['pool']
}): { listener: RequestListener; reject(problem: Problem): RequestListener } {
  const listenerWith = (last: Middleware<RequestState>): RequestListener => {
    const app = new Koa<RequestState>()
    app.proxy = config.trustProxy
    app.maxIpsCount = 1
    if (metrics) app.use(metrics)
    app.use(requestLog(log))
    app.use((ctx, next) => {
      ctx.set(headers)
      return next()
    })
    app.use(problemHandler())
    app.use(last)
    const koa = app.callback()
    return (req, res) => void koa(req, res)
  }
  const read = { query: (statement: string) => pool.query(statement) }
  const healthOfProcess = health({ db: { read }, folder })
  return {
    listener: listenerWith((ctx, next) =>
      healthOfProcess(ctx, async () => {
        await next()
        throw new Problem('not_found')
      }),
    ),
    reject: (problem) =>
      listenerWith((ctx) => {
        if (ctx.path.startsWith('/api/') || ctx.path === '/api') throw problem
        ctx.status = problem.status
        ctx.set('Cache-Control', 'no-store')
        ctx.set('Vary', 'Accept-Language')
        ctx.set('X-Robots-Tag', 'noindex')
        const { retryAfter } = problem.details
        if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter))
        ctx.type = 'text/html; charset=utf-8'
        ctx.body = plainPage(problems[problem.code][languageOf(ctx)], languageOf(ctx))
      }),
  }
}

/** A page without scripts and styles: there is no school whose look it could have. */
function plainPage(text: string, language: string): string {
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text}</title><p>${text}</p></html>`
}
