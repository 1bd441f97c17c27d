import type { RequestListener } from 'node:http'
import type { RendererModule } from '@bidyaloy/shared/render'
import Router from '@koa/router'
import Koa, { type Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import type { Database } from './db/database.ts'
import { activityRoutes } from './features/activity/activity-routes.ts'
import type { Auth } from './features/auth/auth-routes.ts'
import type { SigningSecret } from './features/auth/session-token.ts'
import type { Backups } from './features/backup/backup-commands.ts'
import { backupRoutes } from './features/backup/backup-routes.ts'
import { collectionRoutes } from './features/collections/collection-routes.ts'
import { overviewRoutes } from './features/overview/overview-routes.ts'
import { paperRoutes } from './features/papers/paper-routes.ts'
import { createPreviews } from './features/preview/preview-routes.ts'
import type { PushKeys } from './features/push/push-keys.ts'
import { pushRoutes } from './features/push/push-routes.ts'
import type { ReaderCounter } from './features/readers/reader-counter.ts'
import { readerRoutes } from './features/readers/reader-routes.ts'
import { searchRoutes } from './features/search/search-routes.ts'
import { share } from './features/share/share-routes.ts'
import { settingsRoutes } from './features/site-records/settings-routes.ts'
import { contactRoutes, schoolInfoRoutes } from './features/site-records/single-record-routes.ts'
import {
  teacherInformation,
  teacherPageRoutes,
} from './features/site-records/teacher-page-routes.ts'
import type { IntegrityCheck } from './features/status/integrity-check.ts'
import { countingUploads, type FromMemory, metrics } from './features/status/metrics-routes.ts'
import { aboutRoutes, health, type ServerKey } from './features/status/status-routes.ts'
import { studentCountRoutes } from './features/student-counts/student-count-routes.ts'
import { trashRoutes } from './features/trash/trash-routes.ts'
import { versionRoutes } from './features/versions/version-routes.ts'
import { createFairQueue } from './http/fair-queue.ts'
import { createReadMultipart } from './http/multipart-upload.ts'
import { problemHandler, unknownApiPath } from './http/problem-handler.ts'
import { assertRead } from './http/request.ts'
import { type RequestState, requestLog } from './http/request-log.ts'
import type { RouteDeps } from './http/route.ts'
import { pageHeaders, transportSecurity } from './http/security-headers.ts'
import { uploadedFiles } from './http/static-files.ts'
import { isNodeError } from './node-error.ts'
import { openApiRoutes } from './openapi/openapi-routes.ts'
import { createApiCache } from './site/api-cache.ts'
import { createCacheValidity } from './site/cache-validity.ts'
import { entryFiles } from './site/entry-files.ts'
import { previewPages } from './site/preview-page.ts'
import { createReadApi } from './site/read-api.ts'
import { createSite } from './site/site.ts'
import { adminPage, webFiles } from './site/web-files.ts'
import type { Storage } from './storage/storage.ts'

/** Dependencies of the app. */
export interface AppDeps {
  config: Config
  log: Logger
  clock: Clock
  folder: DataFolder
  db: Database
  storage: Storage
  auth: Auth
  /** Signs tokens of sessions and previews. */
  secret: SigningSecret
  renderer: RendererModule
  maintenance: { rejectPausedWrites: Middleware }
  integrity: IntegrityCheck
  serverKey: ServerKey
  pushKeys: PushKeys
  readers: ReaderCounter
  /** Whether the text of files is read. */
  isReading: boolean
  /** A function, because the backups are created after the app. */
  backups: () => Backups
  /** Folder of the built browser files. */
  clientDir: string
}

/** Error codes of a client that disconnected, which is not a server error. */
const DISCONNECTED = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']

/** Creates the request listener of the whole server: cached responses first, all others through Koa. */
export function createApp(deps: AppDeps) {
  const { config, log, clock, folder, db, storage, auth, renderer, clientDir } = deps
  const { maintenance, backups, integrity, readers } = deps
  const headers = pageHeaders(renderer)

  const { readMultipart, uploads } = countingUploads(
    createReadMultipart({ staging: folder.staging, maxBytes: config.maxUploadBytes }),
  )
  const routeDeps: RouteDeps = { db, clock, authenticate: auth.authenticate, readMultipart }
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  auth.routes(router, routeDeps)
  const previews = createPreviews({ db, clock, secret: deps.secret })
  collectionRoutes(router, { ...routeDeps, storage })
  previews.routes(router, routeDeps)
  paperRoutes(router, { ...routeDeps, isReading: deps.isReading })
  searchRoutes(router, routeDeps)
  schoolInfoRoutes(router, routeDeps)
  contactRoutes(router, routeDeps)
  studentCountRoutes(router, routeDeps)
  pushRoutes(router, { ...routeDeps, config, pushKeys: deps.pushKeys })
  aboutRoutes(router, { ...routeDeps, serverKey: deps.serverKey })
  settingsRoutes(router, { ...routeDeps, storage })
  teacherPageRoutes(router, routeDeps)
  trashRoutes(router, routeDeps)
  versionRoutes(router, { ...routeDeps, storage })
  activityRoutes(router, routeDeps)
  readerRoutes(router, { ...routeDeps, readers })
  overviewRoutes(router, {
    ...routeDeps,
    folder,
    backups,
    integrity,
    publicUrl: config.publicUrl,
  })
  backupRoutes(router, { ...routeDeps, backups, auth, folder, log })
  openApiRoutes(router, { config })

  const readApi = (now: Date) => createReadApi(db, now)
  const validity = createCacheValidity({ db, clock })
  const queue = createFairQueue()
  const apiCache = createApiCache({ validity, queue })
  const site = createSite({
    validity,
    clock,
    readApi,
    renderer,
    headers,
    publicUrl: config.publicUrl,
    readers,
    onError: (error) => log.error({ err: error }, 'rendering a page in advance failed'),
  })
  db.onChange(() => site.warmer.wake())
  const files = webFiles({ clientDir, headers })
  const uploaded = uploadedFiles({
    folder,
    db,
    clock,
    authenticate: auth.authenticate,
    previews,
  })
  const preview = previewPages({
    queue,
    previews,
    clock,
    readApi,
    renderer,
    headers,
    publicUrl: config.publicUrl,
  })

  const app = new Koa<RequestState>()
  app.proxy = config.trustProxy
  // The proxy appends its client's address; the addresses before it are set by the client.
  app.maxIpsCount = 1
  app.on('error', (error: unknown) => {
    if (!isNodeError(error, ...DISCONNECTED)) log.error({ err: error }, 'sending a response failed')
  })
  const fromMemory: FromMemory = { page: 0, api: 0, file: 0 }
  const { metricsToken: token } = config
  if (token !== undefined) app.use(metrics({ token, db, folder, fromMemory, uploads }))
  app.use(requestLog(log))
  app.use((ctx, next) => {
    ctx.set(headers)
    return next()
  })
  app.use(problemHandler())
  app.use(maintenance.rejectPausedWrites)
  app.use(health({ db, folder }))
  app.use(apiCache.middleware)
  app.use(router.routes())
  app.use(unknownApiPath(router))
  app.use(uploaded.middleware)
  app.use(entryFiles({ db, clock, authenticate: auth.authenticate }))
  app.use(share({ folder, db, clock, clientDir, publicUrl: config.publicUrl }))
  app.use(teacherInformation({ db, clock }))
  app.use(files.middleware)
  app.use(adminPage({ clientDir, headers }))
  app.use(preview)
  app.use(async (ctx) => {
    assertRead(ctx)
    await queue.run(ctx, () => site.respond(ctx.req, ctx.res))
    ctx.respond = false
  })
  const koa = app.callback()

  const setTransportSecurity = transportSecurity(config)
  const respond: RequestListener = (req, res) => {
    const respondWithKoa = () => void koa(req, res)
    if (apiCache.respondFromCache(req, res)) fromMemory.api += 1
    else if (site.respondFromCache(req, res)) fromMemory.page += 1
    else if (files.respondFromCache(req, res)) fromMemory.file += 1
    else if (uploaded.respondFromCache(req, res, respondWithKoa)) fromMemory.file += 1
    else respondWithKoa()
  }
  const listener: RequestListener = (req, res) => {
    setTransportSecurity(req, res)
    if (!db.refresh) return respond(req, res)
    // Built files depend on no record.
    if (files.respondFromCache(req, res)) fromMemory.file += 1
    else void db.refresh().then(() => respond(req, res))
  }
  return {
    listener,
    /** Stops background work. */
    close: () => site.warmer.close(),
  }
}
