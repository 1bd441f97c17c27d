import type { IncomingMessage, RequestListener } from 'node:http'
import { Problem, problems } from '@bidyaloy/shared/api/problem'
import Koa, { type Context, type Middleware } from 'koa'
import type { Config } from '../../config.ts'
import type { DataFolder } from '../../data-folder.ts'
import { health } from '../../features/status/status-routes.ts'
import { problemHandler } from '../../http/problem-handler.ts'
import { assertRead, isRead, languageOf, originForm } from '../../http/request.ts'
import { type RequestState, requestLog } from '../../http/request-log.ts'
import { isPublicAddress } from '../../lib/public-request.ts'
import type { Process } from '../../scopes.ts'
import type { Cluster } from '../postgres/cluster.ts'
import { addressOf, asHost, hostOf, type SchoolHosts } from './school-hosts.ts'

const TLS_ASK = '/tls/ask'
const OF_PROCESS = ['/healthz', '/readyz', '/metrics', TLS_ASK]

/** Whether a path is of the process, on any host. */
export function isOfProcess(target = ''): boolean {
  return OF_PROCESS.includes(target.split('?', 1)[0] ?? '')
}

interface FrontAppDeps extends Pick<Process, 'log' | 'headers' | 'metrics' | 'program'> {
  config: Pick<Config, 'trustProxy' | 'tlsAsk'>
  folder: Pick<DataFolder, 'root'>
  pool: Cluster['pool']
  hosts: SchoolHosts
}

/** What belongs to no school that is open. */
interface FrontApp {
  /** The state of the process on any host. */
  listener: RequestListener
  /** Leads from a further host of a school to the same path of its site. */
  redirect: RequestListener
  /** Creates the response to requests that no school can have. */
  reject(problem: Problem): RequestListener
}

/** Creates the listeners of what belongs to no school that is open. */
export function createFrontApp({
  log,
  headers,
  metrics,
  program,
  config,
  folder,
  pool,
  hosts,
}: FrontAppDeps): FrontApp {
  const listenerWith = (last: Middleware<RequestState>): RequestListener => {
    const app = new Koa<RequestState>()
    app.proxy = config.trustProxy
    app.maxIpsCount = 1
    if (metrics) app.use(metrics)
    app.use(requestLog(log, config))
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
  const healthOfProcess = health({ db: { read }, folder, program })
  const answer = answerProxy({ hosts, config })
  return {
    listener: listenerWith((ctx, next) =>
      healthOfProcess(ctx, async () => {
        if (ctx.path === TLS_ASK) return answer(ctx)
        await next()
        throw new Problem('not_found')
      }),
    ),
    redirect: listenerWith((ctx) => {
      const school = hosts.known(hostOf(ctx.req) ?? '')
      if (!school) throw new Problem('unknown_school')
      // The address is the school's; a path begins with a slash, so that it cannot change the host.
      ctx.set('Location', addressOf(school) + (originForm(ctx.req.url ?? '') ?? '/'))
      ctx.set('Cache-Control', `public, max-age=${MOVED_SECONDS}`)
      // 308 repeats the method and the body.
      ctx.status = isRead(ctx.method) ? 301 : 308
      ctx.body = ''
    }),
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
        const text = problem.details.sentence ?? problems[problem.code]
        ctx.body = plainPage(text[languageOf(ctx)], languageOf(ctx))
      }),
  }
}

/** Time for which browsers know where a further host leads. */
const MOVED_SECONDS = 60 * 60

/** Returns the address of the other end of the connection, without a mapping to IPv6. */
const addressOfPeer = ({ socket }: IncomingMessage) =>
  (socket.remoteAddress ?? '').replace(/^::ffff:/i, '')

/** Headers of a request that a proxy has passed on. */
const PASSED_ON = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/**
 * Tells a proxy for which hosts it may obtain a certificate, from what is known of the table: an unknown
 * host costs no more than a visit to it. Others than a proxy beside the server get 404, also through it.
 */
function answerProxy({ hosts, config }: Pick<FrontAppDeps, 'hosts' | 'config'>) {
  return async (ctx: Context): Promise<void> => {
    assertRead(ctx)
    const isPassedOn = PASSED_ON.some((name) => ctx.get(name) !== '')
    const isNear = !isPublicAddress(addressOfPeer(ctx.req))
    if (config.tlsAsk !== 'any' && (isPassedOn || !isNear)) throw new Problem('not_found')
    const { domain } = ctx.query
    const host = typeof domain === 'string' ? asHost(domain) : null
    if (host === null || !(await hosts.find(host))) throw new Problem('not_found')
    ctx.set('Cache-Control', 'no-store')
    ctx.body = { host }
  }
}

/** A page without scripts and styles: there is no school whose look it could have. */
function plainPage(text: string, language: string): string {
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${text}</title><p>${text}</p></html>`
}
