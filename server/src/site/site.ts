import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ReadApi } from '@bidyaloy/shared/api/api'
import { previewPath } from '@bidyaloy/shared/api/paths'
import {
  type CollectionRow,
  collections,
  entryPath,
  isCollectionName,
  isPaged,
  type PagedCollection,
} from '@bidyaloy/shared/collections/registry'
import { pages as attendancePages } from '@bidyaloy/shared/features/attendance/paths'
import { PHOTO_REQUEST_PATH } from '@bidyaloy/shared/features/photo-requests/paths'
import { POSTER_PATH } from '@bidyaloy/shared/features/qr/paths'
import { pages as routinePages } from '@bidyaloy/shared/features/routine/paths'
import { CHOICE } from '@bidyaloy/shared/features/routine/week'
import { pages as verifyPages } from '@bidyaloy/shared/features/verify/paths'
import type { RendererModule } from '@bidyaloy/shared/render'
import {
  NOT_FOUND_PAGE,
  OFFLINE_PAGE,
  SEARCH_PAGE,
  siteFiles,
} from '@bidyaloy/shared/site-addresses'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { isDatabaseAway } from '../db/database-error.ts'
import { orNull } from '../document-data.ts'
import type { ReaderCounter } from '../features/readers/reader-counter.ts'
import { chosenRoutine } from '../features/routine/chosen-routine.ts'
import type { SiteAddress } from '../features/site-address/site-address.ts'
import { RETRY_AFTER_SECONDS } from '../http/problem-handler.ts'
import { isRead, memoize, ORIGIN, requestUrl } from '../http/request.ts'
import { renderedHeaders } from '../http/security-headers.ts'
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts'
import type { CacheValidity } from './cache-validity.ts'
import {
  type CachedResponse,
  cachedResponse,
  encodingFor,
  PAGE_CACHE_CONTROL,
  type RenderedResponse,
  sendResponse,
} from './cached-response.ts'
import { fileLocation, shownEntryId, slugLocation } from './entry-files.ts'
import { documentResponse } from './feeds/site-document.ts'
import { siteDocuments } from './feeds/site-documents.ts'
import type { OldAddressLookup } from './old-address-lookup.ts'
import { PageCache, type PageMemory, type Render } from './page-cache.ts'
import { isOfSlip } from './results-form.ts'

interface SiteDeps {
  validity: CacheValidity
  clock: Clock
  /** Creates the in-process read API for the data as visible at `now`. */
  readApi: (now: Date) => ReadApi
  /** Returns the names of the files that were taken down last. */
  listWithdrawn: (now: Date) => Promise<readonly string[]>
  renderer: RendererModule
  /** Security headers of every page. */
  headers: Readonly<Record<string, string>>
  config: Pick<Config, 'publicUrl'>
  siteAddress: Pick<SiteAddress, 'find'>
  readers: Pick<ReaderCounter, 'count'>
  oldAddresses: OldAddressLookup
  pageMemory: PageMemory
  log: Logger
}

/** Path of an entry as in the API: collection name and id. */
const ENTRY_ADDRESS = /^\/([a-z-]+)\/([0-9a-z]{1,40})$/

/** Returns the redirect target of `/notices/<id>`: the entry's address, else its collection's page. */
function pageOfEntry(path: string): string | null {
  const [, name = '', id = ''] = ENTRY_ADDRESS.exec(path) ?? []
  if (!isCollectionName(name)) return null
  const page = isPaged(name) ? entryPath(name, id) : collections[name].page
  return page === path ? null : page
}

/** Whether the client sent `Save-Data: on`; pages then contain no scripts and fonts. */
function savesData(req: IncomingMessage): boolean {
  const header = req.headers['save-data']
  return header !== undefined && String(header).trim().toLowerCase() === 'on'
}

/**
 * Returns the API, each read in a turn of its own, and a function that throws if a read has failed
 * because the database is away.
 */
function watchedApi(api: ReadApi): { api: ReadApi; assertRead(): void } {
  let away: { error: unknown } | undefined
  const watched = new Proxy(api, {
    get(target, name) {
      const read: unknown = Reflect.get(target, name)
      if (typeof read !== 'function') return read
      return async (...parameters: unknown[]) => {
        try {
          await yieldToEventLoop()
          return await Reflect.apply(read, target, parameters)
        } catch (error) {
          if (isDatabaseAway(error)) away = { error }
          throw error
        }
      }
    },
  })
  return {
    api: watched,
    assertRead() {
      if (away) throw away.error
    },
  }
}

type RenderingDeps = Pick<
  SiteDeps,
  'clock' | 'readApi' | 'listWithdrawn' | 'renderer' | 'headers' | 'config' | 'siteAddress'
>

/** Renders what the cache holds: pages, generated files and redirects. */
function createRendering({
  clock,
  readApi,
  listWithdrawn,
  renderer,
  headers,
  config: { publicUrl },
  siteAddress,
}: RenderingDeps) {
  const renderPage = async (
    key: string,
    { saveData, shareMissing }: { saveData: boolean; shareMissing: boolean },
  ): Promise<RenderedResponse> => {
    const request = new Request(ORIGIN + key)
    const now = clock()
    const { api, assertRead } = watchedApi(readApi(now))
    const origin = publicUrl === undefined ? { foundUrl: await siteAddress.find() } : { publicUrl }
    const withdrawn = key === OFFLINE_PAGE ? await listWithdrawn(now) : []
    const context = { api, now, saveData, shareMissing, withdrawn, ...origin }
    const response = await renderer.render(request, context)
    // The page would say that its parts cannot be loaded, and be cached.
    assertRead()
    const location = response.headers.get('location')
    const missingAt = response.headers.get('content-location')
    return {
      ...(missingAt && { missingAt }),
      status: response.status,
      contentType: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      headers: {
        ...renderedHeaders(headers, response.headers.get('content-security-policy')),
        'Cache-Control': response.status === 200 ? PAGE_CACHE_CONTROL : 'no-store',
        ...(!saveData && !location && { 'Speculation-Rules': `"${siteFiles.linkRules}"` }),
        ...(location && { Location: location }),
      },
      vary: 'Save-Data',
      body: Buffer.from(await response.arrayBuffer()),
    }
  }

  const render = async (key: string, saveData: boolean): Promise<RenderedResponse> => {
    const createDocument = siteDocuments.get(key)
    if (createDocument) {
      const now = clock()
      const api = readApi(now)
      const document = await createDocument({ api, now, publicUrl: await siteAddress.find() })
      if (document) return documentResponse(document, headers)
    }
    const findEntry = (params: { collection: PagedCollection; id: string }) =>
      orNull(readApi(clock()).getEntry({ params }))
    const chosen = chosenRoutine(key)
    if (chosen) return redirect(302, chosen, PAGE_CACHE_CONTROL)
    const file = await fileLocation(key, findEntry)
    if (file) return redirect(302, file, PAGE_CACHE_CONTROL)
    const present = await slugLocation(key, findEntry)
    if (present) return redirect(301, encodeURI(present), PAGE_CACHE_CONTROL)
    const page = await renderPage(key, { saveData, shareMissing: true })
    if (page.status !== 200) return page
    return { ...page, entryId: await shownEntryId(key.replace(/\?.*/, ''), findEntry) }
  }

  const redirect = (status: 301 | 302, location: string, cacheControl: string) => ({
    status,
    contentType: 'text/html; charset=utf-8',
    headers: { ...headers, 'Cache-Control': cacheControl, Location: location },
    body: Buffer.alloc(0),
  })

  return { renderPage, render, redirect }
}

/** Creates the public site with an empty page cache. */
export function createSite(deps: SiteDeps) {
  const { validity, clock, readApi, renderer, headers, readers, oldAddresses, log } = deps
  const cache = new PageCache({ validity, memory: deps.pageMemory })
  const { renderPage, render, redirect } = createRendering(deps)

  /** Responds without a database: with the last response that is known, even if it is stale. */
  const respondUnavailable = async (req: IncomingMessage, res: ServerResponse) => {
    const key = pageKeyOf(req.url ?? '')
    const last = key !== null && cache.last(cacheKey(key, savesData(req)))
    if (last && last.status !== 404) return send(req, res, last, clock().getTime())
    const now = clock()
    const request = new Request(requestUrl(req.url ?? '') ?? ORIGIN)
    const page = await renderer.render(request, { api: readApi(now), now, unavailable: true })
    const response = cachedResponse({
      status: page.status,
      contentType: 'text/html; charset=utf-8',
      headers: {
        ...headers,
        'Cache-Control': 'no-store',
        'Retry-After': String(RETRY_AFTER_SECONDS),
      },
      body: Buffer.from(await page.arrayBuffer()),
    })
    sendResponse(req, res, response)
  }

  const cacheKey = (key: string, saveData: boolean): string =>
    saveData && !siteDocuments.has(key) ? `${key} save-data` : key

  /** Sends a page and counts its reader; also with 304, since the page is looked at again. */
  const send = (req: IncomingMessage, res: ServerResponse, page: CachedResponse, now: number) => {
    sendResponse(req, res, page)
    if (page.entryId !== undefined) readers.count(req, page.entryId, now)
  }

  const respond = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = requestUrl(req.url ?? '')
    const location = url && pageOfEntry(url.pathname)
    const moveTo = (target: string, cacheControl: string) =>
      sendResponse(req, res, cachedResponse(redirect(301, target, cacheControl)))
    if (location) return moveTo(location + url.search, 'no-store')
    const movedTo = async (isMissing: boolean) =>
      url && oldAddresses.mayBeOld(url, isMissing) ? oldAddresses.find(url) : null
    const front = await movedTo(false)
    if (front) return moveTo(encodeURI(front), PAGE_CACHE_CONTROL)
    const saveData = savesData(req)
    const [moment, encoding] = [validity.moment(), encodingFor(req)]
    const get = (name: string, renderOnce: Render) =>
      cache.get(moment, cacheKey(name, saveData), renderOnce, { encoding, isRenewable: true })
    // One page for all missing addresses of a kind: see `Missing` in web/src/site/routes.tsx.
    const getMissing = (address: string) =>
      get(`missing ${address}`, () => renderPage(address, { saveData, shareMissing: false }))
    const key = pageKeyOf(req.url ?? '')
    const page =
      key === null ? await getMissing(NOT_FOUND_PAGE) : await get(key, () => render(key, saveData))
    const old = page.status === 404 ? await movedTo(true) : null
    if (old) return moveTo(encodeURI(old), PAGE_CACHE_CONTROL)
    const shown = page.missingAt ? await getMissing(page.missingAt) : page
    send(req, res, shown, clock().getTime())
  }

  return {
    /** Renders the most used pages with what a revision contains. */
    async renew(revision: number): Promise<void> {
      const moment = { revision, now: clock().getTime() }
      // The next commits have been shown meanwhile.
      const isWanted = () => validity.moment().revision <= revision
      const onError = (error: unknown) =>
        log.error({ err: error }, 'rendering a page in advance failed')
      await cache.renew(moment, { isWanted, onError })
    },
    /** Renders the front page from the database. @throws if that fails */
    async drawFrontPage(): Promise<void> {
      const { status } = await renderPage('/', { saveData: false, shareMissing: true })
      if (status >= 500) throw new Error(`The front page has status ${status}`)
    },
    /** Stops background work and gives the memory of the cache back. */
    close: () => cache.close(),
    /** Responds from the cache; returns false if the page is not cached. Never throws. */
    respondFromCache(req: IncomingMessage, res: ServerResponse): boolean {
      if (!isRead(req.method)) return false
      const key = pageKeyOf(req.url ?? '')
      const moment = validity.moment()
      const cached =
        key !== null && cache.getCached(moment, cacheKey(key, savesData(req)), encodingFor(req))
      if (!cached) return false
      const { url: target = '' } = req
      // Few requests are parsed: this is the way of all pages.
      const url = cached.status === 404 || SHORT_LINK.test(target) ? requestUrl(target) : null
      if (url && oldAddresses.mayBeOld(url, cached.status === 404)) return false
      send(req, res, cached, moment.now)
      return true
    },
    /** Renders the requested page, or waits for its rendering, and responds. */
    async respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
      try {
        await respond(req, res)
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        await respondUnavailable(req, res)
      }
    },
  }
}

/** Begins like the short links of WordPress. */
const SHORT_LINK = /^\/(index\.php)?\?/

/** Query parameters that change the page of a collection, by its layout. */
const PARAMETERS: Readonly<Record<CollectionRow['layout'], readonly string[]>> = {
  table: ['q', 'year', 'kind', 'class', 'page'],
  gallery: ['photo'],
  own: ['month', 'year'],
}

/** Query parameters that change a page, by lower-case path; others are not part of the cache key. */
const CACHED_PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map([
  [attendancePages.attendance, ['month']],
  [SEARCH_PAGE, ['q', 'kind', 'page']],
  [POSTER_PATH, ['to']],
  [routinePages.routine, CHOICE],
  [verifyPages.verify, ['sha256', 'address', 'refused']],
  [PHOTO_REQUEST_PATH, ['photo', 'sent']],
  ...Object.values<CollectionRow>(collections).map(
    ({ page, layout }) => [page.toLowerCase(), PARAMETERS[layout]] as const,
  ),
])

/** Memoized: the same few URLs are requested all the time. */
const pageKeyOf = memoize((target: string) => {
  const url = requestUrl(target)
  // Whether a preview exists does not depend on the revision. The form of a slip has its roll.
  const isCached = url && !url.pathname.startsWith(previewPath('')) && !isOfSlip(url)
  return isCached ? pageCacheKey(url) : null
})

/** Returns the cache key of a page: its path and the relevant parameters, sorted. */
function pageCacheKey(url: URL): string {
  const path = url.pathname.toLowerCase()
  const ofEntry = path.startsWith(entryPath('albums', '')) ? PARAMETERS.gallery : []
  const allowed = CACHED_PARAMETERS.get(path) ?? ofEntry
  const query = new URLSearchParams()
  for (const name of allowed) {
    const value = url.searchParams.get(name)?.slice(0, 200)
    if (value) query.set(name, value)
  }
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname
}
