import type { IncomingMessage, ServerResponse } from 'node:http'
import { ListQuery } from '@bidyaloy/shared/collections/entry'
import type { Middleware, ParameterizedContext } from 'koa'
import type { FairQueue } from '../http/fair-queue.ts'
import { inParts } from '../http/in-parts.ts'
import { hasCredentials, requestUrl, shareableHeaders } from '../http/request.ts'
import {
  type CachedResponse,
  encodingFor,
  memoize,
  REVALIDATE,
  type RenderedResponse,
  sendResponse,
} from './cached-response.ts'
import { type CacheValidity, PageCache, type ValidityPeriod } from './page-cache.ts'

interface ApiCacheDeps {
  stretches: CacheValidity
  /** Whose turn it is where something has to be read. */
  queue: FairQueue
}

export interface ApiCache {
  /** Answers a public read from the cache if it is there; false where it is not. */
  answerFromCache(req: IncomingMessage, res: ServerResponse): boolean
  /** Keeps the answers of public reads. Stands before the router. */
  middleware: Middleware
}

/**
 * Keeps the public reads of the API like pages: ready bytes, each for its stretch of time. Whoever asks for
 * what is just being read waits for that instead of reading it again.
 */
export function createApiCache({ stretches, queue }: ApiCacheDeps): ApiCache {
  const cache = new PageCache()
  const inHand = new Map<string, Promise<CachedResponse | null>>()
  const keyOf = memoize(readKey)

  const read = async (
    stretch: ValidityPeriod,
    key: string,
    ctx: ParameterizedContext,
    next: () => Promise<unknown>,
  ): Promise<CachedResponse | null> => {
    // Read while this one waited for its turn, or kept in another encoding.
    const kept = cache.peek(stretches.moment(), key)
    if (kept) return cache.get(stretch, key, async () => kept, encodingFor(ctx.req))
    await next()
    const keepable = ctx.status === 200 && !ctx.response.get('Cache-Control') && isJson(ctx.body)
    if (!keepable) return null
    const answer: RenderedResponse = {
      status: 200,
      contentType: 'application/json; charset=utf-8',
      headers: {
        ...shareableHeaders(ctx.res, ['content-type', 'vary']),
        'Cache-Control': REVALIDATE,
      },
      body: await jsonBytes(ctx.body),
    }
    return cache.get(stretch, key, async () => answer, encodingFor(ctx.req))
  }

  const answer = async (
    key: string,
    ctx: ParameterizedContext,
    next: () => Promise<unknown>,
  ): Promise<void> => {
    if (hasCredentials(ctx.req)) {
      // What a signed-in admin reads is never kept, neither here nor on the way.
      ctx.set('Cache-Control', 'no-store')
      await next()
      return
    }
    const stretch = await stretches.present()
    const name = `${stretch.revision} ${stretch.until} ${key} ${encodingFor(ctx.req)}`
    const others = inHand.get(name)
    const reading = others ?? read(stretch, key, ctx, next).finally(() => inHand.delete(name))
    if (!others) inHand.set(name, reading)
    const entry = await reading
    if (entry) {
      ctx.respond = false
      sendResponse(ctx.req, ctx.res, entry)
    } else if (others) {
      await next()
    }
  }

  return {
    answerFromCache(req, res) {
      const { url = '' } = req
      if (!url.startsWith('/api/') || !isRead(req) || hasCredentials(req)) return false
      const key = keyOf(url)
      const entry = key !== null && cache.peek(stretches.moment(), key, encodingFor(req))
      // Nobody who comes with a token gets here: it is for all.
      if (entry) sendResponse(req, res, entry, { forAll: true })
      return Boolean(entry)
    },
    middleware: (ctx, next) => {
      const key = isRead(ctx.req) ? keyOf(ctx.req.url ?? '') : null
      if (key === null) return next()
      return queue.run(ctx, () => answer(key, ctx, next))
    },
  }
}

const QUERY = Object.keys(ListQuery.shape).sort()

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * What an address below `/api/` asks for: its path and the parameters that some read knows, sorted.
 * Null for all other addresses, and for a parameter that came twice, which is refused.
 */
function readKey(target: string): string | null {
  const url = requestUrl(target)
  if (!url?.pathname.startsWith('/api/')) return null
  const names = [...url.searchParams.keys()]
  if (names.length === 0) return url.pathname
  if (new Set(names).size < names.length) return null
  const query = new URLSearchParams()
  for (const name of QUERY) {
    const value = url.searchParams.get(name)
    if (value !== null) query.set(name, value)
  }
  return `${url.pathname}?${query}`
}

/** A long list as bytes part by part: all at once would hold up other requests. */
async function jsonBytes(body: unknown): Promise<Buffer> {
  if (!Array.isArray(body)) return Buffer.from(JSON.stringify(body))
  const parts = await inParts<unknown, Buffer>(body, (part) => [
    Buffer.from(`,${JSON.stringify(part).slice(1, -1)}`),
  ])
  const [first, ...rest] = parts
  return Buffer.concat([
    Buffer.from('['),
    ...(first ? [first.subarray(1), ...rest] : []),
    Buffer.from(']'),
  ])
}

function isJson(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !('pipe' in body)
}
