import type { Logger } from 'pino'
import { appVersion } from './app-version.ts'
import { clientDirOf, loadRenderer, WEB_DIST } from './built-web.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { createCounts, type Gauge, metrics } from './features/status/metrics-routes.ts'
import { createFairQueue, MANY_WAITING } from './http/fair-queue.ts'
import { pageHeaders } from './http/security-headers.ts'
import type { Process } from './scopes.ts'
import { PageMemory } from './site/page-cache.ts'
import { adminPage, webFiles } from './site/web-files.ts'

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
export async function createProcess(
  { config, log, clock = systemClock, webDist = WEB_DIST }: ProcessOptions,
  {
    gauges,
    pageMemory = new PageMemory(),
    fileCopies,
  }: { gauges: readonly Gauge[] } & Partial<Pick<Process, 'pageMemory' | 'fileCopies'>>,
): Promise<Process> {
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
    sealQueue: createFairQueue({ concurrency: 2, maxWaiting: MANY_WAITING }),
    counts,
    metrics: token === undefined ? null : metrics({ token, counts, gauges, program }),
    pageMemory,
    fileCopies,
  }
}
