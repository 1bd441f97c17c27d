import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ReadApi } from '@bidyaloy/shared/api/api'
import {
  type CollectionRow,
  collections,
  entryPath,
  isCollectionName,
  isPaged,
} from '@bidyaloy/shared/collections/registry'
import type { RendererModule } from '@bidyaloy/shared/render'
import { NOT_FOUND_PAGE } from '@bidyaloy/shared/site-addresses'
import type { Clock } from '../clock.ts'
import { ORIGIN, requestUrl } from '../http/request.ts'
import {
  encodingFor,
  memoize,
  PAGE_CACHE_CONTROL,
  type RenderedResponse,
  sendResponse,
} from './cached-response.ts'
import { documentAnswer, statedAddress } from './documents/site-document.ts'
import { siteDocuments } from './documents/site-documents.ts'
import { type CacheValidity, createPageWarmer, PageCache, type PageWarmer } from './page-cache.ts'

/** What the pages are made with. */
export interface SiteDeps {
  stretches: CacheValidity
  clock: Clock
  /** The reads that pages make, answered in process as things are at `now`. */
  readApi: (now: Date) => ReadApi
  renderer: RendererModule
  /** Security headers that every page carries. */
  headers: Readonly<Record<string, string>>
  /** The site's own address without a trailing slash; absent: what the contact record states. */
  publicUrl: string | undefined
  /** Told when a page could not be drawn behind the readers' backs. */
  onFault: (error: unknown) => void
}

/** The public pages. */
export interface Site {
  /** Answers from the cache at once if it can; false where it cannot. Never throws. */
  answerFromCache(req: IncomingMessage, res: ServerResponse): boolean
  /** Renders (or waits for the rendering of) the page that is asked for and answers. */
  answer(req: IncomingMessage, res: ServerResponse): Promise<void>
  /** Draws after each write what was asked for most. */
  hotPages: PageWarmer
}

/** An entry as the API addresses it, by its collection's name. */
const ENTRY_ADDRESS = /^\/([a-z-]+)\/([0-9a-z]{1,40})$/

/** Where an address like `/notices/<id>` leads: to the entry's page, else to that of its collection. */
function pageOfEntry(path: string): string | null {
  const [, name = '', id = ''] = ENTRY_ADDRESS.exec(path) ?? []
  if (!isCollectionName(name)) return null
  const page = isPaged(name) ? entryPath(name, id) : collections[name].page
  return page === path ? null : page
}

/** What the reader's device asks to be spared: then pages come without script and fonts. */
function savesData(req: IncomingMessage): boolean {
  const asked = req.headers['save-data']
  return asked !== undefined && String(asked).trim().toLowerCase() === 'on'
}

/** With an empty cache: the first reader of each page waits for its drawing. */
export function createSite({
  stretches,
  clock,
  readApi,
  renderer,
  headers,
  publicUrl,
  onFault,
}: SiteDeps): Site {
  const cache = new PageCache()

  const renderPage = async (
    key: string,
    { saveData, now, shareMissing }: { saveData: boolean; now: Date; shareMissing: boolean },
  ): Promise<RenderedResponse> => {
    const request = new Request(ORIGIN + key)
    const api = readApi(now)
    const here = publicUrl === undefined ? { statedUrl: await statedAddress(api) } : { publicUrl }
    const context = { api, now, saveData, shareMissing, ...here }
    const response = await renderer.render(request, context)
    const location = response.headers.get('location')
    const missingAt = response.headers.get('content-location')
    return {
      ...(missingAt && { missingAt }),
      status: response.status,
      contentType: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      headers: {
        ...headers,
        'Cache-Control': response.status === 200 ? PAGE_CACHE_CONTROL : 'no-store',
        ...(location && { Location: location }),
      },
      vary: 'Save-Data',
      body: Buffer.from(await response.arrayBuffer()),
    }
  }

  const render = async (key: string, saveData: boolean): Promise<RenderedResponse> => {
    const now = clock()
    const make = siteDocuments.get(key)
    const api = readApi(now)
    const document =
      make && (await make({ api, now, publicUrl: publicUrl ?? (await statedAddress(api)) }))
    if (document) return documentAnswer(document, headers)
    const location = pageOfEntry(key)
    if (location) return redirect(location)
    return renderPage(key, { saveData, now, shareMissing: true })
  }

  const redirect = (location: string): RenderedResponse => ({
    status: 301,
    contentType: 'text/html; charset=utf-8',
    headers: { ...headers, 'Cache-Control': 'no-store', Location: location },
    body: Buffer.alloc(0),
  })

  const cacheKey = (key: string, saveData: boolean): string =>
    saveData && !siteDocuments.has(key) ? `${key} save-data` : key

  /** The same few addresses are asked for all day long. */
  const pageKeyOf = memoize((target: string) => {
    const url = requestUrl(target)
    return url ? pageCacheKey(url) : null
  })

  return {
    hotPages: createPageWarmer({ cache, validity: stretches, onFault }),
    answerFromCache(req, res) {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false
      const key = pageKeyOf(req.url ?? '')
      const kept =
        key !== null &&
        cache.peek(stretches.moment(), cacheKey(key, savesData(req)), encodingFor(req))
      if (!kept) return false
      sendResponse(req, res, kept)
      return true
    },
    async answer(req, res) {
      const saveData = savesData(req)
      const stretch = await stretches.present()
      const get = (name: string, draw: () => Promise<RenderedResponse>) =>
        cache.get(stretch, cacheKey(name, saveData), draw, encodingFor(req))
      const getMissing = (address: string) =>
        get(`missing ${address}`, () =>
          renderPage(address, { saveData, now: clock(), shareMissing: false }),
        )
      const key = pageKeyOf(req.url ?? '')
      const page =
        key === null
          ? await getMissing(NOT_FOUND_PAGE)
          : await get(key, () => render(key, saveData))
      sendResponse(req, res, page.missingAt ? await getMissing(page.missingAt) : page)
    },
  }
}

/** By path in small letters: the query parameters that change a public page; all others are left out of the cache's key. */
const CACHED_PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values<CollectionRow>(collections).map(({ page, folder }) => [
    page.toLowerCase(),
    folder === 'uploads' ? ['q', 'year', 'page'] : ['photo'],
  ]),
)

/** The address of a page as the cache knows it: its path and the parameters that matter, sorted. */
function pageCacheKey(url: URL): string {
  const allowed = CACHED_PARAMETERS.get(url.pathname.toLowerCase()) ?? []
  const query = new URLSearchParams()
  for (const name of allowed) {
    const value = url.searchParams.get(name)?.slice(0, 200)
    if (value) query.set(name, value)
  }
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname
}
