import type { RequestListener } from 'node:http'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { RendererModule } from '@bidyaloy/shared/render'
import Router from '@koa/router'
import Koa from 'koa'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import type { Database } from './db/database.ts'
import { activityRoutes } from './features/activity/activity-routes.ts'
import type { Auth } from './features/auth/auth.ts'
import { backupRoutes } from './features/backup/backup-routes.ts'
import type { Backups } from './features/backup/backups.ts'
import { collectionRoutes } from './features/collections/collection-routes.ts'
import { overviewRoutes } from './features/overview/overview-routes.ts'
import { share } from './features/share/share-routes.ts'
import { contactRoutes, schoolInfoRoutes } from './features/site-records/contact-routes.ts'
import { settingsRoutes } from './features/site-records/settings-routes.ts'
import { aboutRoutes, health } from './features/status/about-routes.ts'
import type { IntegrityCheck } from './features/status/integrity-check.ts'
import { countingUploads, type FromMemory, metrics } from './features/status/metrics-routes.ts'
import type { ServerKey } from './features/status/server-key.ts'
import { studentCountRoutes } from './features/student-counts/student-count-routes.ts'
import {
  teacherInformation,
  teacherPageRoutes,
} from './features/teacher-page/teacher-page-routes.ts'
import { trashRoutes } from './features/trash/trash-routes.ts'
import { createFairQueue } from './http/fair-queue.ts'
import type { MaintenanceMode } from './http/maintenance-mode.ts'
import { createReadMultipart } from './http/multipart-upload.ts'
import { problemHandler, unknownApiPath } from './http/problem-handler.ts'
import { type RequestState, requestLog } from './http/request-log.ts'
import type { RouteDeps } from './http/route.ts'
import { pageHeaders, securityHeaders, transportSecurity } from './http/security-headers.ts'
import { uploadedFiles } from './http/static-files.ts'
import { isNodeError } from './node-error.ts'
import { openApiRoutes } from './openapi/openapi-routes.ts'
import { createApiCache } from './site/api-cache.ts'
import { createCacheValidity } from './site/page-cache.ts'
import { createReadApi } from './site/read-api.ts'
import { createSite } from './site/site.ts'
import { adminPage, webFiles } from './site/web-files.ts'
import type { Storage } from './storage/storage.ts'

/** What the parts of the server are put together from. */
export interface AppDeps {
  config: Config
  log: Logger
  clock: Clock
  folder: DataFolder
  db: Database
  storage: Storage
  auth: Auth
  renderer: RendererModule
  gate: Pick<MaintenanceMode, 'refusePausedWrites'>
  integrity: IntegrityCheck
  serverKey: ServerKey
  /** Made after what it stands beside: asked for when a request comes. */
  backups: () => Backups
  /** Folder of the built browser files. */
  clientDir: string
}

const GONE = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']

/** A reader or a sender on a bad line who goes away in the midst is nobody's fault. */
function isGone(error: unknown): boolean {
  return isNodeError(error, ...GONE)
}

interface App {
  listener: RequestListener
  /** Ends what goes on behind the readers' backs. */
  close(): Promise<void>
}

/** The whole server as one request listener: kept answers first, all others through Koa. */
export function createApp(deps: AppDeps): App {
  const { config, log, clock, folder, db, storage, auth, renderer, clientDir } = deps
  const { gate, backups, integrity } = deps
  const { scriptHashes, styleHashes } = renderer

  const { readMultipart, uploads } = countingUploads(
    createReadMultipart({ staging: folder.staging, maxBytes: config.maxUploadBytes }),
  )
  const routeDeps: RouteDeps = { db, clock, authenticate: auth.authenticate, readMultipart }
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  auth.routes(router, routeDeps)
  collectionRoutes(router, { ...routeDeps, storage })
  schoolInfoRoutes(router, routeDeps)
  contactRoutes(router, routeDeps)
  studentCountRoutes(router, routeDeps)
  aboutRoutes(router, { ...routeDeps, serverKey: deps.serverKey })
  settingsRoutes(router, { ...routeDeps, storage })
  teacherPageRoutes(router, routeDeps)
  trashRoutes(router, routeDeps)
  activityRoutes(router, routeDeps)
  overviewRoutes(router, {
    ...routeDeps,
    ...{ folder, backups, soundness: integrity, publicUrl: config.publicUrl },
  })
  backupRoutes(router, { ...routeDeps, backups, auth, folder, log })
  openApiRoutes(router, { config })

  const validity = createCacheValidity({ db, clock })
  const queue = createFairQueue()
  const apiCache = createApiCache({ stretches: validity, queue })
  const site = createSite({
    stretches: validity,
    clock,
    readApi: (now) => createReadApi(db, now),
    renderer,
    headers: pageHeaders({ scriptHashes, styleHashes }),
    publicUrl: config.publicUrl,
    onFault: (error) => log.error({ err: error }, 'a page could not be drawn ahead'),
  })
  db.onChange(() => site.hotPages.wake())
  const files = webFiles({ clientDir, headers: pageHeaders({ scriptHashes, styleHashes }) })

  const kept = uploadedFiles({ folder, db, clock, authenticate: auth.authenticate })

  const app = new Koa<RequestState>()
  app.proxy = config.trustProxy
  // The proxy adds its client at the end; what stands before it is only what that client claims.
  app.maxIpsCount = 1
  app.on('error', (error: unknown) => {
    if (!isGone(error)) log.error({ err: error }, 'answer failed')
  })
  const fromMemory: FromMemory = { page: 0, api: 0, file: 0 }
  const { metricsToken: token } = config
  if (token !== undefined) app.use(metrics({ token, db, folder, fromMemory, uploads }))
  app.use(requestLog(log))
  app.use(securityHeaders({ scriptHashes, styleHashes }))
  app.use(problemHandler())
  app.use(gate.refusePausedWrites)
  app.use(health({ db, folder }))
  app.use(apiCache.middleware)
  app.use(router.routes())
  app.use(unknownApiPath(router))
  app.use(kept.middleware)
  app.use(share({ folder, db, clock, clientDir, publicUrl: config.publicUrl }))
  app.use(teacherInformation({ db }))
  app.use(files.middleware)
  app.use(adminPage(clientDir))
  app.use(async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new Problem('method_not_allowed', { allow: ['GET', 'HEAD'] })
    }
    await queue.run(ctx, () => site.answer(ctx.req, ctx.res))
    ctx.respond = false
  })
  const handle = app.callback()

  const announceHttps = transportSecurity(config)
  return {
    listener: (req, res) => {
      announceHttps(req, res)
      if (apiCache.answerFromCache(req, res)) fromMemory.api += 1
      else if (site.answerFromCache(req, res)) fromMemory.page += 1
      else if (files.answerFromMemory(req, res)) fromMemory.file += 1
      else if (kept.answer(req, res, () => void handle(req, res))) fromMemory.file += 1
      else void handle(req, res)
    },
    close: () => site.hotPages.close(),
  }
}
