import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Middleware } from 'koa'
import serveStatic from 'koa-static'
import { decodedPath } from '../http/request.ts'
import { isNodeError } from '../node-error.ts'
import {
  addVariant,
  type CachedResponse,
  cachedResponse,
  REVALIDATE,
  sendResponse,
} from './cached-response.ts'

/** The built browser files. */
export interface WebFiles {
  /** Answers at once with a file that somebody has asked for before; false where it cannot. */
  answerFromMemory(req: IncomingMessage, res: ServerResponse): boolean
  /** Serves a file with koa-static when it is asked for first, and keeps it for the next readers. */
  middleware: Middleware
}

interface WebFilesOptions {
  clientDir: string
  /** Security headers of what may itself become a page or a worker. */
  headers: Readonly<Record<string, string>>
}

const FOREVER = 'public, max-age=31536000, immutable'

/** What hashed files carry: they become parts of pages, whose own headers say what they may do. */
const PART_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
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

/**
 * The built browser files, hashed ones immutable, the rest revalidated each time. koa-static serves
 * them, with the compressed copies that the build made. They are few and small (the build is), so
 * each stays in memory once it was asked for, in front of koa-static.
 */
export function webFiles({ clientDir, headers }: WebFilesOptions): WebFiles {
  const kept = new Map<string, CachedResponse>()
  let addresses: Promise<ReadonlySet<string>> | undefined
  const serve = serveStatic(clientDir, { index: false })
  const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD'

  return {
    answerFromMemory(req, res) {
      const file = isRead(req.method) ? kept.get(req.url ?? '') : undefined
      if (file) sendResponse(req, res, file, { forAll: true })
      return file !== undefined
    },
    middleware: async (ctx, next) => {
      // Decoded, as files are looked up: `/admin%2ehtml` is that page, too.
      const address = decodedPath(ctx.path)
      const contentType = address !== null && TYPES[path.extname(address)]
      if (!contentType || !isRead(ctx.method)) return next()
      addresses ??= listAddresses(clientDir)
      if (!(await addresses).has(address)) return next()
      const own = address.startsWith('/assets/')
        ? PART_HEADERS
        : { ...headers, 'Cache-Control': REVALIDATE }
      const file =
        kept.get(address) ?? (await readFile(path.join(clientDir, address), contentType, own))
      if (!file) return next()
      kept.set(address, file)
      // Koa has set the headers of pages; a file has its own.
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
    },
  }
}

/**
 * The address of each file, exactly as it is written: on a disk that does not tell small letters from
 * large ones a file would else have many. The build's own notes are nobody's business.
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
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const answer = cachedResponse({ status: 200, contentType, headers, body }, `"${hash}"`)
  const [br, gzip] = [await bytesOf(`${file}.br`), await bytesOf(`${file}.gz`)]
  if (br) addVariant(answer, { encoding: 'br' }, br)
  if (gzip) addVariant(answer, { encoding: 'gzip' }, gzip)
  return answer
}

const NOT_THERE = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']

async function bytesOf(file: string): Promise<Buffer | null> {
  try {
    return await fs.readFile(file)
  } catch (error) {
    if (isNodeError(error, ...NOT_THERE)) return null
    throw error
  }
}

/** `/admin` and all below: one page that the browser fills. Never indexed, never kept. */
export function adminPage(clientDir: string): Middleware {
  const file = path.join(clientDir, 'admin.html')
  let page: Promise<Buffer> | undefined
  return async (ctx, next) => {
    const isAdmin = ctx.path === '/admin' || ctx.path.startsWith('/admin/')
    if (!isAdmin || !['GET', 'HEAD'].includes(ctx.method)) return next()
    page ??= fs.readFile(file)
    ctx.set('Cache-Control', 'no-store')
    ctx.set('X-Robots-Tag', 'noindex, nofollow')
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = await page
  }
}
