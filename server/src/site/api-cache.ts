import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Middleware } from 'koa'
import type { Database } from '../db/database.ts'
import { PageCache, type RenderedAnswer, sendEntry } from './page-cache.ts'

export interface ApiCache {
  /** Answers a public read from the cache if it is there; false where it is not. */
  answerFromCache(req: IncomingMessage, res: ServerResponse): boolean
  /** Keeps the answers of public reads. Stands before the router. */
  middleware: Middleware
}

/** Keeps the public reads of the API like pages: ready bytes, keyed by the revision. */
export function createApiCache({ db }: { db: Database }): ApiCache {
  const cache = new PageCache()
  const generation = () => String(db.revision)
  return {
    answerFromCache(req, res) {
      const entry = isAnonymousRead(req) && cache.peek(generation(), req.url ?? '')
      if (!entry) return false
      sendEntry(req, res, entry)
      return true
    },
    middleware: async (ctx, next) => {
      if (!isAnonymousRead(ctx.req)) return next()
      const started = generation()
      await next()
      const keepable = ctx.status === 200 && !ctx.response.get('Cache-Control') && isJson(ctx.body)
      if (!keepable) return
      const answer: RenderedAnswer = {
        status: 200,
        contentType: 'application/json; charset=utf-8',
        headers: { ...ownHeaders(ctx.res), 'Cache-Control': 'public, max-age=0, must-revalidate' },
        body: Buffer.from(JSON.stringify(ctx.body)),
      }
      const entry = await cache.get(started, ctx.url, async () => answer)
      ctx.respond = false
      sendEntry(ctx.req, ctx.res, entry)
    },
  }
}

/** Anyone's GET below `/api/`: what a signed-in admin reads is never kept. */
function isAnonymousRead({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    url.startsWith('/api/') &&
    !headers.cookie &&
    !headers.authorization
  )
}

function isJson(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !('pipe' in body)
}

/** What belongs to one request, or is set anew for each answer. */
const NOT_SHARED = new Set([
  'x-request-id',
  'content-type',
  'content-length',
  'vary',
  'strict-transport-security',
])

/** The headers that are the same for every reader of this answer. */
function ownHeaders(res: ServerResponse): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of res.getHeaderNames()) {
    if (NOT_SHARED.has(name)) continue
    headers[name] = String(res.getHeader(name))
  }
  return headers
}
