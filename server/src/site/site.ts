import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { RendererModule } from '@bidyaloy/shared/render'
import type { Clock } from '../clock.ts'
import { ORIGIN, requestUrl } from '../http/request-target.ts'
import { pageKey } from './allowed-query.ts'
import { documentAnswer } from './documents/document-answer.ts'
import { siteDocuments } from './documents/site-documents.ts'
import { PageCache, REVALIDATED, type RenderedAnswer, sendEntry } from './page-cache.ts'
import type { Stretches } from './stretches.ts'

export interface SiteDeps {
  stretches: Stretches
  clock: Clock
  /** The reads that pages make, answered in process as things are at `now`. */
  readApi: (now: Date) => ReadApi
  renderer: RendererModule
  /** Security headers that every page carries. */
  headers: Readonly<Record<string, string>>
  /** The site's own address without a trailing slash, if it is known. */
  publicUrl: string | undefined
}

/** The public pages. */
export interface Site {
  /** Answers from the cache at once if it can; false where it cannot. Never throws. */
  answerFromCache(req: IncomingMessage, res: ServerResponse): boolean
  /** Renders (or waits for the rendering of) the page that is asked for and answers. */
  answer(req: IncomingMessage, res: ServerResponse): Promise<void>
}

/** Where no page is: what is answered to addresses that cannot be one. */
const NOWHERE = '/not-found'

/** What the reader's device asks to be spared: then pages come without script and fonts. */
function savesData(req: IncomingMessage): boolean {
  return (
    String(req.headers['save-data'] ?? '')
      .trim()
      .toLowerCase() === 'on'
  )
}

export function createSite({
  stretches,
  clock,
  readApi,
  renderer,
  headers,
  publicUrl,
}: SiteDeps): Site {
  const cache = new PageCache()

  const renderPage = async (key: string, saveData: boolean, now: Date): Promise<RenderedAnswer> => {
    const request = new Request(ORIGIN + key)
    const here = publicUrl !== undefined && { publicUrl }
    const context = { api: readApi(now), now, saveData, ...here }
    const response = await renderer.render(request, context)
    const location = response.headers.get('location')
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      headers: {
        ...headers,
        'Cache-Control': response.status === 200 ? REVALIDATED : 'no-store',
        ...(location && { Location: location }),
      },
      vary: 'Save-Data',
      body: Buffer.from(await response.arrayBuffer()),
    }
  }

  const render = async (key: string, saveData: boolean): Promise<RenderedAnswer> => {
    const now = clock()
    const make = siteDocuments.get(key)
    const document = await make?.({ api: readApi(now), now, publicUrl })
    return document ? documentAnswer(document, headers) : renderPage(key, saveData, now)
  }

  const cacheKey = (key: string, saveData: boolean): string =>
    saveData && !siteDocuments.has(key) ? `${key} save-data` : key

  return {
    answerFromCache(req, res) {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false
      const url = requestUrl(req.url)
      const entry = url && cache.peek(stretches.moment(), cacheKey(pageKey(url), savesData(req)))
      if (!entry) return false
      sendEntry(req, res, entry)
      return true
    },
    async answer(req, res) {
      const url = requestUrl(req.url)
      const key = url ? pageKey(url) : NOWHERE
      const saveData = savesData(req)
      const stretch = await stretches.present()
      const entry = await cache.get(stretch, cacheKey(key, saveData), () => render(key, saveData))
      sendEntry(req, res, entry)
    },
  }
}
