import type { RequestListener } from 'node:http'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import Router, { type RouterMiddleware } from '@koa/router'
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
import { classRoutes } from './features/classes/class-routes.ts'
import { countEntries } from './features/collections/collection-queries.ts'
import { collectionRoutes } from './features/collections/collection-routes.ts'
import { overviewRoutes } from './features/overview/overview-routes.ts'
import { paperRoutes } from './features/papers/paper-routes.ts'
import { createPreviews, type Previews } from './features/preview/preview-routes.ts'
import type { PushKeys } from './features/push/push-keys.ts'
import { pushRoutes } from './features/push/push-routes.ts'
import type { SubscriptionConfirmation } from './features/push/subscription-confirmation.ts'
import type { ReaderCounter } from './features/readers/reader-counter.ts'
import { readerRoutes } from './features/readers/reader-routes.ts'
import { searchRoutes } from './features/search/search-routes.ts'
import { share } from './features/share/share-routes.ts'
import type { SiteAddress } from './features/site-address/site-address.ts'
import { settingsRoutes } from './features/site-records/settings-routes.ts'
import { contactRoutes, schoolInfoRoutes } from './features/site-records/single-record-routes.ts'
import {
  teacherInformation,
  teacherPageRoutes,
} from './features/site-records/teacher-page-routes.ts'
import type { IntegrityCheck } from './features/status/integrity-check.ts'
import { countingUploads } from './features/status/metrics-routes.ts'
import { aboutRoutes, health, type ServerKey } from './features/status/status-routes.ts'
import { trashRoutes } from './features/trash/trash-routes.ts'
import { uploadRoutes } from './features/uploads/upload-routes.ts'
import { versionRoutes } from './features/versions/version-routes.ts'
import { features } from './features.ts'
import { createReadMultipart } from './http/multipart-upload.ts'
import { createNameUploads } from './http/named-uploads.ts'
import { problemHandler, unknownApiPath } from './http/problem-handler.ts'
import { assertRead, isData } from './http/request.ts'
import { type RequestState, requestLog } from './http/request-log.ts'
import type { RouteDeps } from './http/route.ts'
import { DATA_HEADERS, transportSecurity } from './http/security-headers.ts'
import { uploadedFiles } from './http/static-files.ts'
import { isNodeError } from './lib/node-error.ts'
import { openApiRoutes } from './openapi/openapi-routes.ts'
import type { ProcessParts } from './process-parts.ts'
import { createApiCache } from './site/api-cache.ts'
import { createCacheValidity } from './site/cache-validity.ts'
import { entryFiles } from './site/entry-files.ts'
import { previewPages } from './site/preview-page.ts'
import { createReadApi } from './site/read-api.ts'
import { createSite } from './site/site.ts'
import type { FileStore } from './storage/file-store.ts'
import type { Storage } from './storage/storage.ts'
import type { UnfinishedUploads } from './storage/unfinished-uploads.ts'

/** Dependencies of the app. */
export interface AppDeps {
  parts: ProcessParts
  config: Config
  log: Logger
  clock: Clock
  folder: DataFolder
  db: Database
  storage: Storage
  files: FileStore
  uploads: UnfinishedUploads
  auth: Auth
  /** Signs tokens of sessions and previews. */
  secret: SigningSecret
  maintenance: { rejectPausedWrites: Middleware }
  integrity: IntegrityCheck
  serverKey: ServerKey
  pushKeys: PushKeys
  siteAddress: SiteAddress
  confirmation: SubscriptionConfirmation
  readers: ReaderCounter
  /** Whether the text of files is read. */
  isReading: boolean
  /** A function, because the backups are created after the app. */
  backups: () => Backups
}

/** Error codes of a client that disconnected, which is not a server error. */
const DISCONNECTED = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']

/** Creates the request listener of a school: cached responses first, all others through Koa. */
export function createApp(deps: AppDeps) {
  const { parts, config, log, clock, folder, db, auth } = deps
  const { renderer, headers, clientDir, queue, counts, pageMemory } = parts
  const { maintenance, siteAddress, readers } = deps

  const { maxUploadBytes: maxBytes } = config
  const readForm = createReadMultipart({ staging: folder.staging, maxBytes })
  const uploads = { ...deps.uploads, append: countingUploads(counts, deps.uploads.append) }
  const routeDeps: RouteDeps = {
    db,
    clock,
    authenticate: auth.authenticate,
    readMultipart: countingUploads(counts, readForm),
    nameUploads: createNameUploads({ uploads }),
  }
  const previews = createPreviews({ db, clock, secret: deps.secret })
  let routes: RouterMiddleware<RequestState> | undefined
  /** Made when they are needed: of many schools, most are only read. */
  const api: RouterMiddleware<RequestState> = (ctx, next) => {
    if (ctx.path !== '/api' && !ctx.path.startsWith('/api/')) return next()
    routes ??= createRoutes(deps, { routeDeps, uploads, previews })
    return routes(ctx, next)
  }

  const readApi = (now: Date) => createReadApi(db, now)
  const validity = createCacheValidity({ db, clock })
  const sizeOf = (collection: CollectionName) => countEntries(db.read, collection, {}, clock())
  const apiCache = createApiCache({ validity, queue, sizeOf, memory: pageMemory })
  const site = createSite({
    validity,
    clock,
    readApi,
    renderer,
    headers,
    publicUrl: config.publicUrl,
    siteAddress,
    readers,
    memory: pageMemory,
    onError: (error) => log.error({ err: error }, 'rendering a page in advance failed'),
  })
  db.beforeChange(site.renew)
  const files = parts.webFiles
  const uploaded = uploadedFiles({
    files: deps.files,
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
    siteAddress,
  })

  const app = new Koa<RequestState>()
  app.proxy = config.trustProxy
  // The proxy appends its client's address; the addresses before it are set by the client.
  app.maxIpsCount = 1
  app.on('error', (error: unknown) => {
    if (!isNodeError(error, ...DISCONNECTED)) log.error({ err: error }, 'sending a response failed')
  })
  const { fromMemory } = counts
  if (parts.metrics) app.use(parts.metrics)
  app.use(requestLog(log))
  app.use((ctx, next) => {
    ctx.set(isData(ctx.path) ? DATA_HEADERS : headers)
    return next()
  })
  app.use(problemHandler())
  app.use(maintenance.rejectPausedWrites)
  app.use(health({ db, folder, drawFrontPage: site.drawFrontPage }))
  app.use(apiCache.middleware)
  app.use(api)
  app.use(uploaded.middleware)
  app.use(entryFiles({ db, clock, authenticate: auth.authenticate }))
  app.use(share({ folder, files: deps.files, db, clock, clientDir, siteAddress }))
  app.use(teacherInformation({ db, clock }))
  app.use(files.middleware)
  app.use(parts.adminPage)
  app.use(preview)
  app.use(async (ctx) => {
    assertRead(ctx)
    await queue.run(ctx, 'short', () => site.respond(ctx.req, ctx.res))
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
    close() {
      site.close()
      apiCache.close()
    },
  }
}

interface RoutesContext {
  routeDeps: RouteDeps
  uploads: UnfinishedUploads
  previews: Previews
}

/** Creates the routes of the API. */
function createRoutes(
  deps: AppDeps,
  { routeDeps, uploads, previews }: RoutesContext,
): RouterMiddleware<RequestState> {
  const { parts, config, log, folder, storage, auth, backups, integrity, siteAddress, readers } =
    deps
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  auth.routes(router, routeDeps)
  collectionRoutes(router, { ...routeDeps, storage })
  uploadRoutes(router, { ...routeDeps, uploads })
  previews.routes(router, routeDeps)
  paperRoutes(router, { ...routeDeps, isReading: deps.isReading })
  searchRoutes(router, routeDeps)
  schoolInfoRoutes(router, routeDeps)
  contactRoutes(router, routeDeps)
  classRoutes(router, routeDeps)
  for (const feature of features) feature.routes?.(router, routeDeps)
  pushRoutes(router, {
    ...routeDeps,
    config,
    pushKeys: deps.pushKeys,
    confirmation: deps.confirmation,
  })
  aboutRoutes(router, { ...routeDeps, serverKey: deps.serverKey, program: parts.program })
  settingsRoutes(router, { ...routeDeps, storage })
  teacherPageRoutes(router, routeDeps)
  trashRoutes(router, routeDeps)
  versionRoutes(router, { ...routeDeps, storage })
  activityRoutes(router, routeDeps)
  readerRoutes(router, { ...routeDeps, readers })
  overviewRoutes(router, {
    ...routeDeps,
    files: deps.files,
    backups,
    integrity,
    siteAddress,
  })
  backupRoutes(router, { ...routeDeps, secret: deps.secret, backups, auth, folder, log })
  openApiRoutes(router, { config })
  const [routes, unknown] = [router.routes(), unknownApiPath(router)]
  return (ctx, next) => routes(ctx, () => unknown(ctx, next))
}
