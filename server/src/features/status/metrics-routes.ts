import { createHash, timingSafeEqual } from 'node:crypto'
import type { Middleware, ParameterizedContext } from 'koa'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import type { ReadMultipart } from '../../http/multipart-upload.ts'
import { findLastBackup } from '../overview/overview-queries.ts'

/** Numbers of responses from memory; plain numbers, since this is the fastest path. */
export interface FromMemory {
  page: number
  api: number
  file: number
}

interface MetricsDeps {
  /** Required as `Authorization: Bearer …`. */
  token: string
  db: Database
  folder: Pick<DataFolder, 'backups'>
  fromMemory: FromMemory
  uploads: { readonly inHand: number }
}

/**
 * Measures requests that are not served from memory, and serves all metrics at `/metrics` in the
 * Prometheus format. Without the token the path is unknown.
 */
export function metrics(deps: MetricsDeps): Middleware {
  const loading = createRegistry(deps)
  const isToken = tokenCheck(deps.token)
  return async (ctx, next) => {
    const { registry, observe } = await loading
    if (ctx.path === '/metrics' && isToken(ctx.get('Authorization'))) {
      ctx.set('Cache-Control', 'no-store')
      ctx.type = registry.contentType
      ctx.body = await registry.metrics()
      return
    }
    const started = process.hrtime.bigint()
    ctx.res.once('close', () => observe(ctx, Number(process.hrtime.bigint() - started) / 1e9))
    await next()
  }
}

/** Counts the running uploads. */
export function countingUploads(read: ReadMultipart): {
  readMultipart: ReadMultipart
  uploads: { readonly inHand: number }
} {
  const uploads = { inHand: 0 }
  return {
    uploads,
    async readMultipart(ctx, maxFiles) {
      uploads.inHand += 1
      try {
        return await read(ctx, maxFiles)
      } finally {
        uploads.inHand -= 1
      }
    },
  }
}

async function createRegistry({ db, folder, fromMemory, uploads }: MetricsDeps) {
  // Loaded only if metrics are enabled.
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'bidyaloy_http_requests_total',
    help: 'Responses not from memory, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'bidyaloy_http_request_duration_seconds',
    help: 'Their duration until the last byte was written',
    labelNames: ['route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers,
  })
  new Counter({
    name: 'bidyaloy_answers_from_memory_total',
    help: 'Responses from memory, by kind',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset()
      for (const [kind, count] of Object.entries(fromMemory)) this.inc({ kind }, count)
    },
  })
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  gauge('bidyaloy_database_revision', 'Commits visible to visitors since the start', () => {
    return db.revision
  })
  gauge('bidyaloy_database_writes_waiting', 'Running and waiting writes', () => {
    return db.waiting
  })
  gauge('bidyaloy_uploads_in_hand', 'Running uploads', () => uploads.inHand)
  gauge('bidyaloy_last_backup_age_seconds', 'Age of the newest backup; -1 without one', () =>
    backupAge(folder.backups),
  )
  return {
    registry,
    observe(ctx: ParameterizedContext, seconds: number) {
      const route = routeOf(ctx)
      const method = METHODS.has(ctx.method) ? ctx.method : 'other'
      requests.inc({ method, route, status: String(ctx.res.statusCode) })
      durations.observe({ route }, seconds)
    },
  }
}

async function backupAge(backups: string): Promise<number> {
  const newest = await findLastBackup(backups)
  return newest ? (Date.now() - Date.parse(newest.at)) / 1000 : -1
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])
/** Prefixes of paths without a route. */
const PREFIXES = ['/assets/', '/uploads/', '/gallery-uploads/', '/share/', '/admin', '/api/']

/** Returns the template of a path, so that the number of labels is limited. */
function routeOf(ctx: ParameterizedContext): string {
  const { _matchedRoute: matched } = ctx as { _matchedRoute?: unknown }
  if (typeof matched === 'string') return matched
  if (ctx.path === '/healthz' || ctx.path === '/readyz') return ctx.path
  const prefix = PREFIXES.find((one) => ctx.path.startsWith(one))
  return prefix ? `${prefix}*` : 'page'
}

/** Returns a check in constant time. */
function tokenCheck(token: string): (authorization: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(`Bearer ${token}`)
  return (authorization) => timingSafeEqual(digest(authorization), expected)
}
