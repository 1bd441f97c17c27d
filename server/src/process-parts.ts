import type { RendererModule } from '@bidyaloy/shared/render'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { appVersion } from './app-version.ts'
import { clientDirOf, loadRenderer, WEB_DIST } from './built-web.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { type Counts, createCounts, type Gauge, metrics } from './features/status/metrics-routes.ts'
import { createFairQueue, type FairQueue } from './http/fair-queue.ts'
import { pageHeaders } from './http/security-headers.ts'
import { PageMemory } from './site/page-cache.ts'
import { adminPage, type WebFiles, webFiles } from './site/web-files.ts'
import type { FileCopies } from './storage/file-copies.ts'

/** What a process has once, for all schools that it serves; its worker processes are in `storage`. */
export interface ProcessParts {
  log: Logger
  clock: Clock
  /** Version of the server. */
  program: string
  renderer: RendererModule
  /** Security headers of every page. */
  headers: Readonly<Record<string, string>>
  /** Folder of the built browser files. */
  clientDir: string
  webFiles: WebFiles
  adminPage: Middleware
  /** Bounds the responses that are made at the same time. */
  queue: FairQueue
  counts: Counts
  /** Measures requests and serves `/metrics`; null without a token. */
  metrics: Middleware | null
  /** Bounds the cached responses of all schools together. */
  pageMemory: PageMemory
  /** Bounds the copies of files in a bucket likewise. */
  fileCopies: FileCopies | undefined
}

export interface ProcessOptions {
  config: Config
  log: Logger
  clock?: Clock
  /** Folder of the built web; defaults to the project's own. */
  webDist?: string
}

/**
 * Loads the built web and what goes with it.
 * @param gauges what `/metrics` states beside the requests
 * @throws Error whose message is a single line for the operator
 */
export async function createProcessParts(
  { config, log, clock = systemClock, webDist = WEB_DIST }: ProcessOptions,
  {
    gauges,
    pageMemory = new PageMemory(),
    fileCopies,
  }: { gauges: readonly Gauge[]; pageMemory?: PageMemory; fileCopies?: FileCopies },
): Promise<ProcessParts> {
  const renderer = await loadRenderer(webDist)
  const headers = pageHeaders()
  const clientDir = clientDirOf(webDist)
  const counts = createCounts()
  const { metricsToken: token } = config
  const program = await appVersion()
  return {
    log,
    clock,
    program,
    renderer,
    headers,
    clientDir,
    webFiles: webFiles({ clientDir, headers }),
    adminPage: adminPage({ clientDir, headers }),
    queue: createFairQueue(),
    counts,
    metrics: token === undefined ? null : metrics({ token, counts, gauges, program }),
    pageMemory,
    fileCopies,
  }
}
