import type { IncomingMessage, ServerResponse } from 'node:http'
import { ListQuery } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, isCollectionName } from '@bidyaloy/shared/collections/registry'
import { SearchQuery } from '@bidyaloy/shared/collections/search'
import { AttendanceQuery } from '@bidyaloy/shared/features/attendance/attendance'
import { VerifyQuery } from '@bidyaloy/shared/features/verify/verify'
import type { Middleware, ParameterizedContext } from 'koa'
import type { Cost, FairQueue } from '../http/fair-queue.ts'
import { inChunks } from '../http/in-chunks.ts'
import {
  hasCredentials,
  isData,
  isRead,
  memoize,
  ORIGIN,
  requestUrl,
  shareableHeaders,
} from '../http/request.ts'
import type { CacheValidity } from './cache-validity.ts'
import { encodingFor, REVALIDATE, type RenderedResponse, sendResponse } from './cached-response.ts'
import { PageCache, type PageMemory } from './page-cache.ts'

/** Entries of a list that take a few milliseconds. */
const SHORT_LIST = 100

/**
 * Creates the cache for public reads of the API: compressed bytes, each valid for a period, as for
 * pages. Concurrent requests for the same read share one execution.
 * @param queue runs reads that are not cached
 * @param sizeOf counts the entries of a collection
 */
export function createApiCache({
  validity,
  queue,
  sizeOf,
  pageMemory: memory,
}: {
  validity: CacheValidity
  queue: FairQueue
  sizeOf: (collection: CollectionName) => Promise<number>
  pageMemory: PageMemory
}) {
  const cache = new PageCache({ validity, memory })

  const respond = async (
    key: string,
    ctx: ParameterizedContext,
    next: () => Promise<unknown>,
  ): Promise<void> => {
    if (hasCredentials(ctx.req)) {
      // Responses to admins are never cached, neither here nor by proxies.
      ctx.set('Cache-Control', 'no-store')
      await next()
      return
    }
    const read = async (): Promise<RenderedResponse> => {
      await next()
      return {
        status: ctx.status,
        contentType: 'application/json; charset=utf-8',
        headers: {
          ...shareableHeaders(ctx.res, ['content-type', 'vary']),
          'Cache-Control': REVALIDATE,
        },
        body: await jsonBytes(ctx.body),
      }
    }
    const encoding = encodingFor(ctx.req)
    const response = await cache.get(validity.moment(), key, read, { encoding })
    ctx.respond = false
    sendResponse(ctx.req, ctx.res, response)
  }

  /** Most collections are small, so that their whole lists cost as little as a part of a large one. */
  const costOf = async (key: string): Promise<Cost> => {
    const list = listOf(key)
    if (!list || list.limit <= SHORT_LIST) return 'short'
    return (await sizeOf(list.collection)) <= SHORT_LIST ? 'short' : 'long'
  }

  /** Caches the responses of public reads. Runs before the router. */
  const middleware: Middleware = async (ctx, next) => {
    const key = isRead(ctx.method) ? keyOf(ctx.req.url ?? '') : null
    if (key === null) return next()
    return queue.run(ctx, await costOf(key), () => respond(key, ctx, next))
  }

  return {
    middleware,
    /** Gives the memory of the cache back. */
    close: () => cache.close(),
    /** Responds to a public read from the cache; returns false if it is not cached. */
    respondFromCache(req: IncomingMessage, res: ServerResponse): boolean {
      const { url = '' } = req
      if (!url.startsWith('/api/') || !isRead(req.method) || hasCredentials(req)) return false
      const key = keyOf(url)
      const entry = key !== null && cache.getCached(validity.moment(), key, encodingFor(req))
      // Requests with credentials were excluded above.
      if (entry) sendResponse(req, res, entry, { forAll: true })
      return Boolean(entry)
    },
  }
}

const QUERY = Object.keys({
  ...AttendanceQuery.shape,
  ...ListQuery.shape,
  ...SearchQuery.shape,
  ...VerifyQuery.shape,
}).sort()

/**
 * Returns the cache key of a URL of data: its path and the known parameters, sorted. Returns null for
 * other URLs and for repeated parameters, which are rejected later.
 */
const keyOf = memoize((target: string): string | null => {
  const url = requestUrl(target)
  if (!url || !isData(url.pathname)) return null
  const names = [...url.searchParams.keys()]
  if (names.length === 0) return url.pathname
  if (new Set(names).size < names.length) return null
  const query = new URLSearchParams()
  for (const name of QUERY) {
    const value = url.searchParams.get(name)
    if (value !== null) query.set(name, value)
  }
  return `${url.pathname}?${query}`
})

/** Returns the collection that a URL of data lists, and its `limit`; null for other reads. */
function listOf(key: string): { collection: CollectionName; limit: number } | null {
  const { pathname, searchParams } = new URL(key, ORIGIN)
  const [, , name = '', ...rest] = pathname.split('/')
  if (!isCollectionName(name) || rest.length > 0) return null
  return { collection: name, limit: Number(searchParams.get('limit') ?? Infinity) }
}

/** Serializes a long list in chunks, so that it does not block other requests. */
async function jsonBytes(body: unknown): Promise<Buffer> {
  if (!Array.isArray(body)) return Buffer.from(JSON.stringify(body))
  const chunks = await inChunks<unknown, Buffer>(body, (part) => [
    Buffer.from(`,${JSON.stringify(part).slice(1, -1)}`),
  ])
  const [first, ...rest] = chunks
  return Buffer.concat([
    Buffer.from('['),
    ...(first ? [first.subarray(1), ...rest] : []),
    Buffer.from(']'),
  ])
}
