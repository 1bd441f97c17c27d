import { createHash, timingSafeEqual } from 'node:crypto'
import type { Middleware, ParameterizedContext } from 'koa'
import { COMMIT } from '../../app-version.ts'
import { freeBytes } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import type { FileStore } from '../../storage/file-store.ts'
import type { Backups } from '../backup/backup-commands.ts'
import { findLastBackup } from '../overview/overview-queries.ts'

/** What a process counts; plain numbers, since responses from memory are the fastest path. */
export interface Counts {
  /** Numbers of responses from memory. */
  fromMemory: { page: number; api: number; file: number }
  /** Number of running uploads. */
  uploads: number
  /** Numbers of server errors (5xx) by school; never more than there are schools. */
  errors: Map<string, number>
}

export const createCounts = (): Counts => ({
  fromMemory: { page: 0, api: 0, file: 0 },
  uploads: 0,
  errors: new Map(),
})

/** Counts a server error of a school. */
export function countError({ errors }: Pick<Counts, 'errors'>, school: string): void {
  errors.set(school, (errors.get(school) ?? 0) + 1)
}

/** Counts the server errors among the responses of a school. */
export function countingErrors(counts: Counts, school: string): Middleware {
  return async (ctx, next) => {
    await next()
    if (ctx.res.statusCode >= 500) countError(counts, school)
  }
}

/** A number that is read with each request of the metrics, or one for each school. */
export interface Gauge {
  name: string
  help: string
  read(): Promise<number | ReadonlyMap<string, number>>
}

interface MeasuredSchool {
  db: Database
  files: Pick<FileStore, 'list'>
  backups: Pick<Backups, 'nightlyFailed' | 'away'>
  missingFiles: number
  pending(): Promise<{ webhook: number; push: number }>
}

/** Returns the gauges of the only school. @param school null until it is open */
export function schoolGauges(school: () => MeasuredSchool | undefined): Gauge[] {
  return [
    {
      name: 'bidyaloy_database_revision',
      help: 'Commits visible to visitors since the start',
      read: async () => school()?.db.revision ?? 0,
    },
    {
      name: 'bidyaloy_database_writes_waiting',
      help: 'Running and waiting writes',
      read: async () => school()?.db.waiting ?? 0,
    },
    {
      name: 'bidyaloy_last_backup_age_seconds',
      help: 'Age of the newest backup; -1 without one',
      async read() {
        const open = school()
        return open ? backupAge(open.files) : -1
      },
    },
    {
      name: 'bidyaloy_backup_failed',
      help: 'Whether the last nightly backup failed',
      read: async () => Number((await school()?.backups.nightlyFailed()) ?? false),
    },
    {
      name: 'bidyaloy_away_backup_age_seconds',
      help: 'Age of the newest copy on another disk or machine; -1 without one',
      async read() {
        const at = (await school()?.backups.away())?.newestAt
        return at ? (Date.now() - Date.parse(at)) / 1000 : -1
      },
    },
    {
      name: 'bidyaloy_away_backup_failed',
      help: 'Whether copying the backups there fails for an hour',
      read: async () => Number((await school()?.backups.away())?.isFailed ?? false),
    },
    ...(['webhook', 'push'] as const).map((queue) => ({
      name: `bidyaloy_${queue}_pending`,
      help: `Entries that are still to be announced by ${queue}`,
      read: async () => (await school()?.pending())?.[queue] ?? 0,
    })),
    {
      name: 'bidyaloy_files_missing',
      help: 'Files of records that the last daily check did not find',
      read: async () => school()?.missingFiles ?? 0,
    },
  ]
}

/** Returns the gauge of the disk of a folder. */
export const diskGauge = (folder: string): Gauge => ({
  name: 'bidyaloy_disk_free_bytes',
  help: 'Free bytes of the disk of the data folder',
  read: () => freeBytes(folder),
})

interface MetricsDeps {
  /** Required as `Authorization: Bearer …`. */
  token: string
  counts: Counts
  gauges: readonly Gauge[]
  /** Version of the server. */
  program: string
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

/** Counts the running uploads. @param receive reads the body of a request */
export function countingUploads<Given extends unknown[], Received>(
  counts: Counts,
  receive: (...given: Given) => Promise<Received>,
): typeof receive {
  return async (...given) => {
    counts.uploads += 1
    try {
      return await receive(...given)
    } finally {
      counts.uploads -= 1
    }
  }
}

async function createRegistry({ counts, gauges, program }: MetricsDeps) {
  // Loaded only if metrics are enabled.
  const prometheus = await import('prom-client')
  const { Counter, collectDefaultMetrics, Histogram, Registry } = prometheus
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
      for (const [kind, count] of Object.entries(counts.fromMemory)) this.inc({ kind }, count)
    },
  })
  new Counter({
    name: 'bidyaloy_school_errors_total',
    help: 'Responses with status 5xx, by school',
    labelNames: ['school'],
    registers,
    collect() {
      this.reset()
      for (const [school, count] of counts.errors) this.inc({ school }, count)
    },
  })
  new prometheus.Gauge({
    name: 'bidyaloy_build_info',
    help: 'Always 1; version and commit are labels',
    labelNames: ['version', 'commit'],
    registers,
  }).set({ version: program, commit: COMMIT }, 1)
  const uploads: Gauge = {
    name: 'bidyaloy_uploads_in_hand',
    help: 'Running uploads',
    read: async () => counts.uploads,
  }
  for (const { name, help, read } of [uploads, ...gauges]) {
    new prometheus.Gauge({
      name,
      help,
      labelNames: ['school'],
      registers,
      async collect() {
        const found = await read()
        this.reset()
        if (typeof found === 'number') this.set(found)
        else for (const [school, value] of found) this.set({ school }, value)
      },
    })
  }
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

async function backupAge(files: Pick<FileStore, 'list'>): Promise<number> {
  const now = new Date()
  const newest = await findLastBackup(files, now)
  return newest ? (now.getTime() - Date.parse(newest.at)) / 1000 : -1
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
