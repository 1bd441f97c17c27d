import type { RequestListener } from 'node:http'
import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import Router, { type RouterMiddleware } from '@koa/router'
import Koa from 'koa'
import { activityRoutes } from './features/activity/activity-routes.ts'
import { backupRoutes } from './features/backup/backup-routes.ts'
import { classRoutes } from './features/classes/class-routes.ts'
import { countEntries } from './features/collections/collection-queries.ts'
import { collectionRoutes } from './features/collections/collection-routes.ts'
import { overviewRoutes } from './features/overview/overview-routes.ts'
import { paperRoutes } from './features/papers/paper-routes.ts'
import { createPreviews, type Previews } from './features/preview/preview-routes.ts'
import { pushRoutes } from './features/push/push-routes.ts'
import { readerRoutes } from './features/readers/reader-routes.ts'
import { searchRoutes } from './features/search/search-routes.ts'
import { share } from './features/share/share-routes.ts'
import { countingErrors, countingUploads } from './features/status/metrics-routes.ts'
import { aboutRoutes, health } from './features/status/status-routes.ts'
import { listWithdrawn } from './features/take-down/take-down.ts'
import { teacherInformation } from './features/teacher-page/teacher-page.ts'
import { trashRoutes } from './features/trash/trash-routes.ts'
import { uploadRoutes } from './features/uploads/upload-routes.ts'
import { verifyForm } from './features/verify/verify-form.ts'
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
import type { Instance } from './scopes.ts'
import { createApiCache } from './site/api-cache.ts'
import { createCacheValidity } from './site/cache-validity.ts'
import { entryFiles } from './site/entry-files.ts'
import { createOldAddressLookup } from './site/old-address-lookup.ts'
import { photoRequestForm } from './site/photo-request-form.ts'
import { previewPages } from './site/preview-page.ts'
import { createReadApi } from './site/read-api.ts'
import { resultsForm } from './site/results-form.ts'
import { createSite } from './site/site.ts'

/** Error codes of a client that disconnected, which is not a server error. */
const DISCONNECTED = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']

/** What the routes of the API, and the pages, have besides. */
interface AppDeps extends Instance, RouteDeps {
  previews: Previews
  /** Creates the API in process for the data as visible at `now`. */
  readApi(now: Date): ReadApi
}

/** Creates the request listener of a school: cached responses first, all others through Koa. */
export function createApp(instance: Instance) {
  const { config, log, clock, folder, db, auth, counts, queue, headers, webFiles } = instance

  const { maxUploadBytes: maxBytes } = config
  const readForm = createReadMultipart({ staging: folder.staging, maxBytes })
  const uploads = { ...instance.uploads, append: countingUploads(counts, instance.uploads.append) }
  const deps: AppDeps = {
    ...instance,
    uploads,
    authenticate: auth.authenticate,
    readMultipart: countingUploads(counts, readForm),
    nameUploads: createNameUploads({ uploads }),
    previews: createPreviews(instance),
    readApi: (now) => createReadApi(db, now, instance),
  }
  let routes: RouterMiddleware<RequestState> | undefined
  /** Made when they are needed: of many schools, most are only read. */
  const api: RouterMiddleware<RequestState> = (ctx, next) => {
    if (ctx.path !== '/api' && !ctx.path.startsWith('/api/')) return next()
    routes ??= createRoutes(deps)
    return routes(ctx, next)
  }

  const validity = createCacheValidity(instance)
  const sizeOf = (collection: CollectionName) => countEntries(db.read, collection, {}, clock())
  const apiCache = createApiCache({ ...instance, validity, sizeOf })
  const site = createSite({
    ...deps,
    validity,
    oldAddresses: createOldAddressLookup(instance),
    listWithdrawn: (now) => listWithdrawn(db.read, now),
  })
  db.beforeChange(site.renew)
  const uploaded = uploadedFiles(deps)

  const app = new Koa<RequestState>()
  app.proxy = config.trustProxy
  // The proxy appends its client's address; the addresses before it are set by the client.
  app.maxIpsCount = 1
  app.on('error', (error: unknown) => {
    if (!isNodeError(error, ...DISCONNECTED)) log.error({ err: error }, 'sending a response failed')
  })
  if (instance.metrics) app.use(instance.metrics)
  app.use(countingErrors(counts, instance.school))
  app.use(requestLog(log, config))
  app.use((ctx, next) => {
    ctx.set(isData(ctx.path) ? DATA_HEADERS : headers)
    return next()
  })
  app.use(problemHandler())
  app.use(instance.maintenance.rejectPausedWrites)
  app.use(health({ program: instance.program, db, folder, drawFrontPage: site.drawFrontPage }))
  app.use(apiCache.middleware)
  app.use(api)
  app.use(uploaded.middleware)
  app.use(entryFiles(deps))
  app.use(share(deps))
  app.use(teacherInformation(deps))
  app.use(verifyForm(deps))
  app.use(webFiles.middleware)
  app.use(instance.adminPage)
  app.use(previewPages(deps))
  app.use(photoRequestForm(deps))
  app.use(resultsForm(deps))
  app.use(async (ctx) => {
    assertRead(ctx)
    await queue.run(ctx, 'short', () => site.respond(ctx.req, ctx.res))
    ctx.respond = false
  })
  const koa = app.callback()

  const { fromMemory } = counts
  const setTransportSecurity = transportSecurity(config)
  const respond: RequestListener = (req, res) => {
    const respondWithKoa = () => void koa(req, res)
    if (apiCache.respondFromCache(req, res)) fromMemory.api += 1
    else if (site.respondFromCache(req, res)) fromMemory.page += 1
    else if (webFiles.respondFromCache(req, res)) fromMemory.file += 1
    else if (uploaded.respondFromCache(req, res, respondWithKoa)) fromMemory.file += 1
    else respondWithKoa()
  }
  const listener: RequestListener = (req, res) => {
    setTransportSecurity(req, res)
    if (!db.refresh) return respond(req, res)
    // Built files depend on no record.
    if (webFiles.respondFromCache(req, res)) fromMemory.file += 1
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

/** Creates the routes of the API. */
function createRoutes(deps: AppDeps): RouterMiddleware<RequestState> {
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  deps.auth.routes(router, deps)
  collectionRoutes(router, deps)
  uploadRoutes(router, deps)
  deps.previews.routes(router, deps)
  paperRoutes(router, deps)
  searchRoutes(router, deps)
  classRoutes(router, deps)
  for (const feature of features) feature.routes?.(router, deps)
  pushRoutes(router, deps)
  aboutRoutes(router, deps)
  trashRoutes(router, deps)
  versionRoutes(router, deps)
  activityRoutes(router, deps)
  readerRoutes(router, deps)
  overviewRoutes(router, deps)
  backupRoutes(router, deps)
  openApiRoutes(router, deps)
  const [routes, unknown] = [router.routes(), unknownApiPath(router)]
  return (ctx, next) => routes(ctx, () => unknown(ctx, next))
}
