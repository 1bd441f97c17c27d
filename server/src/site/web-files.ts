import fs from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Middleware } from 'koa'
import serveStatic from 'koa-static'
import { decodedPath, isRead } from '../http/request.ts'
import { dashboardPolicy } from '../http/security-headers.ts'
import { isNodeError } from '../lib/node-error.ts'
import {
  addVariant,
  type CachedResponse,
  cachedResponse,
  REVALIDATE,
  sendResponse,
} from './cached-response.ts'

const FOREVER = 'max-age=31536000, immutable'

/** Headers of hashed files: subresources, whose page's headers apply, the same for everyone. */
const ASSET_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': FOREVER,
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** The built browser files. */
export interface WebFiles {
  middleware: Middleware
  /** Answers with a file that was requested before; returns false if it is not in memory. */
  respondFromCache(req: IncomingMessage, res: ServerResponse): boolean
}

/**
 * Serves the built browser files: hashed files as immutable, others with revalidation. koa-static
 * sends the compressed copies that the build made. The files are few and small, so each stays in
 * memory after its first request, without a limit.
 * @param headers security headers for files that are documents or workers themselves
 */
export function webFiles({
  clientDir,
  headers,
}: {
  clientDir: string
  headers: Readonly<Record<string, string>>
}): WebFiles {
  const cached = new Map<string, CachedResponse>()
  let addresses: Promise<ReadonlySet<string>> | undefined
  const serve = serveStatic(clientDir, { index: false })

  /** Serves the first request for a file with koa-static and caches the file. */
  const middleware: Middleware = async (ctx, next) => {
    // Decoded as for the file lookup: `/admin%2ehtml` is the same file.
    const address = decodedPath(ctx.path)
    const contentType = address !== null && TYPES[path.extname(address)]
    if (!contentType || !isRead(ctx.method)) return next()
    addresses ??= listAddresses(clientDir)
    if (!(await addresses).has(address)) return next()
    const own = address.startsWith('/assets/')
      ? ASSET_HEADERS
      : { ...headers, 'Cache-Control': REVALIDATE }
    const file =
      cached.get(address) ?? (await readFile(path.join(clientDir, address), contentType, own))
    if (!file) return next()
    cached.set(address, file)
    // Removes the headers that Koa has set for pages.
    for (const name of ctx.res.getHeaderNames()) {
      if (name !== 'strict-transport-security') ctx.res.removeHeader(name)
    }
    await serve(ctx, next)
    const encoding = ctx.response.get('Content-Encoding')
    const isPacked = encoding === 'br' || encoding === 'gzip'
    const { etag } = (isPacked ? file.variants[encoding] : undefined) ?? file.variants.identity
    ctx.remove('Last-Modified')
    ctx.set({ ...own, ETag: etag, Vary: 'Accept-Encoding', 'Content-Type': contentType })
    if (ctx.fresh) ctx.status = 304
  }

  return {
    middleware,
    respondFromCache(req, res) {
      const file = isRead(req.method) ? cached.get(req.url ?? '') : undefined
      if (file) sendResponse(req, res, file, { forAll: true })
      return file !== undefined
    },
  }
}

/**
 * Lists the exact URL path of each file: on a case-insensitive file system a file would otherwise
 * have many. Hidden files of the build are not served.
 */
async function listAddresses(clientDir: string): Promise<ReadonlySet<string>> {
  const files = await fs.readdir(clientDir, { recursive: true })
  const addresses = files.map((file) => `/${file.split(path.sep).join('/')}`)
  return new Set(addresses.filter((address) => !address.startsWith('/.')))
}

async function readFile(
  file: string,
  contentType: string,
  headers: Readonly<Record<string, string>>,
): Promise<CachedResponse | null> {
  const body = await bytesOf(file)
  if (!body) return null
  const response = cachedResponse({ status: 200, contentType, headers, body })
  const [br, gzip] = [await bytesOf(`${file}.br`), await bytesOf(`${file}.gz`)]
  if (br) addVariant(response, { encoding: 'br' }, br)
  if (gzip) addVariant(response, { encoding: 'gzip' }, gzip)
  return response
}

const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']

async function bytesOf(file: string): Promise<Buffer | null> {
  try {
    return await fs.readFile(file)
  } catch (error) {
    if (isNodeError(error, ...MISSING)) return null
    throw error
  }
}

/** Serves the dashboard's page at `/admin` and below; not indexed, not cached. */
export function adminPage({
  clientDir,
  headers,
}: {
  clientDir: string
  headers: Readonly<Record<string, string>>
}): Middleware {
  // Previews of drafts are shown in a frame.
  const policy = dashboardPolicy(headers)
  const file = path.join(clientDir, 'admin.html')
  let page: Promise<Buffer> | undefined
  return async (ctx, next) => {
    const isAdmin = ctx.path === '/admin' || ctx.path.startsWith('/admin/')
    if (!isAdmin || !isRead(ctx.method)) return next()
    page ??= fs.readFile(file)
    ctx.set('Cache-Control', 'no-store')
    ctx.set('X-Robots-Tag', 'noindex, nofollow')
    ctx.set('Content-Security-Policy', policy)
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = await page
  }
}
