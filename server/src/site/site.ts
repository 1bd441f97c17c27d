import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ReadApi } from '@bidyaloy/shared/api/api'
import { dhakaTime } from '@bidyaloy/shared/bengali/dates'
import type { RendererModule } from '@bidyaloy/shared/render'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { pageKey } from './allowed-query.ts'
import { PageCache, type RenderedAnswer, sendEntry } from './page-cache.ts'

export interface SiteDeps {
  db: Database
  clock: Clock
  /** The reads that pages make, answered in process. */
  api: ReadApi
  renderer: RendererModule
  /** Security headers that every page carries. */
  headers: Readonly<Record<string, string>>
}

/** The public pages. */
export interface Site {
  /** Answers from the cache at once if it can; false where it cannot. Never throws. */
  answerFromCache(req: IncomingMessage, res: ServerResponse): boolean
  /** Renders (or waits for the rendering of) the page at `url` and answers. */
  answer(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void>
}

/** Pages are rendered for this origin whatever the Host header claims; links in them are relative. */
const ORIGIN = 'http://site.invalid'

/** `/path?query` of a request as a URL, or null where it is none. */
export function requestUrl(target: string | undefined): URL | null {
  if (!target?.startsWith('/')) return null
  return URL.canParse(ORIGIN + target) ? new URL(ORIGIN + target) : null
}

export function createSite({ db, clock, api, renderer, headers }: SiteDeps): Site {
  const cache = new PageCache()
  /** Pages depend on the data and on the day («নতুন» marks, today's date). */
  const generation = () => `${db.revision} ${dhakaTime(clock()).iso}`

  const render = async (key: string): Promise<RenderedAnswer> => {
    const response = await renderer.render(new Request(ORIGIN + key), { api, now: clock() })
    const location = response.headers.get('location')
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      headers: {
        ...headers,
        'Cache-Control':
          response.status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store',
        ...(location && { Location: location }),
      },
      body: Buffer.from(await response.arrayBuffer()),
    }
  }

  return {
    answerFromCache(req, res) {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false
      const url = requestUrl(req.url)
      const entry = url && cache.peek(generation(), pageKey(url))
      if (!entry) return false
      sendEntry(req, res, entry)
      return true
    },
    async answer(req, res, url) {
      const key = pageKey(url)
      sendEntry(req, res, await cache.get(generation(), key, () => render(key)))
    },
  }
}
