import { createHash, timingSafeEqual } from 'node:crypto'
import type { Middleware, ParameterizedContext } from 'koa'
import type { Registry } from 'prom-client'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import type { ReadMultipart } from '../../http/multipart-upload.ts'
import { findLastBackup } from '../overview/overview-queries.ts'

/** Answers given out of memory, counted as plain numbers: that is the path on which all is quick. */
export interface FromMemory {
  page: number
  api: number
  file: number
}

interface MetricsDeps {
  /** What whoever asks must bring as `Authorization: Bearer …`. */
  token: string
  db: Database
  folder: Pick<DataFolder, 'backups'>
  fromMemory: FromMemory
  uploads: { readonly inHand: number }
}

/**
 * Times what is not answered from memory, and tells everything at `/metrics` in the format of
 * Prometheus. To whoever has not the token there is nothing at that address.
 */
export function metrics(deps: MetricsDeps): Middleware {
  const counted = createRegistry(deps)
  const isToken = tokenCheck(deps.token)
  return async (ctx, next) => {
    const { registry, observe } = await counted
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

/** Counts the uploads that are being read. */
export function countingUploads(read: ReadMultipart): {
  readMultipart: ReadMultipart
  uploads: { readonly inHand: number }
} {
  const uploads = { inHand: 0 }
  return {
    uploads,
    async readMultipart(ctx) {
      uploads.inHand += 1
      try {
        return await read(ctx)
      } finally {
        uploads.inHand -= 1
      }
    },
  }
}

interface Counted {
  registry: Registry
  observe(ctx: ParameterizedContext, seconds: number): void
}

async function createRegistry({ db, folder, fromMemory, uploads }: MetricsDeps): Promise<Counted> {
  // Loaded only where somebody watches.
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'bidyaloy_http_requests_total',
    help: 'Answers that were worked out, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'bidyaloy_http_request_duration_seconds',
    help: 'How long they took, until the last byte was handed over',
    labelNames: ['route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers,
  })
  new Counter({
    name: 'bidyaloy_answers_from_memory_total',
    help: 'Answers that lay ready, by kind',
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
  gauge('bidyaloy_database_revision', 'Commits that visitors can see, since the start', () => {
    return db.revision
  })
  gauge('bidyaloy_database_writes_waiting', 'Writes in hand or waiting for their turn', () => {
    return db.waiting
  })
  gauge('bidyaloy_uploads_in_hand', 'Uploads that are being read', () => uploads.inHand)
  gauge('bidyaloy_last_backup_age_seconds', 'Since the newest backup; -1 where there is none', () =>
    backupAge(folder.backups),
  )
  return {
    registry,
    observe(ctx, seconds) {
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
/** Addresses without a route of their own, by how they begin. */
const PLACES = ['/assets/', '/uploads/', '/gallery-uploads/', '/share/', '/admin', '/api/']

/** The template of the address, of which there are few, however many addresses are asked for. */
function routeOf(ctx: ParameterizedContext): string {
  const { _matchedRoute: matched } = ctx as { _matchedRoute?: unknown }
  if (typeof matched === 'string') return matched
  if (ctx.path === '/healthz' || ctx.path === '/readyz') return ctx.path
  const place = PLACES.find((one) => ctx.path.startsWith(one))
  return place ? `${place}*` : 'page'
}

/** Compares in a time that tells nothing of where the two differ. */
function tokenCheck(token: string): (authorization: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(`Bearer ${token}`)
  return (authorization) => timingSafeEqual(digest(authorization), wanted)
}
