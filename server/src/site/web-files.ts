import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Middleware } from 'koa'
import serve from 'koa-static'
import { decodedPath } from '../http/request-target.ts'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** The built browser files: hashed ones for ever, the rest asked for anew each time. */
export function webFiles(clientDir: string): Middleware {
  const hashed = serve(clientDir, { maxage: YEAR_MS, immutable: true, index: false })
  const named = serve(clientDir, { maxage: 0, index: false })
  return (ctx, next) => {
    // Decoded, as files are looked up: `/admin%2ehtml` is that page, too.
    const file = decodedPath(ctx.path)
    // The dashboard's page has rules of its own; the build's own notes are nobody's business.
    if (file === null || /\.(html|br|gz)$/.test(file) || file.startsWith('/.')) return next()
    ctx.vary('Accept-Encoding')
    return ctx.path.startsWith('/assets/') ? hashed(ctx, next) : named(ctx, next)
  }
}

/** `/admin` and all below: one page that the browser fills. Never indexed, never kept. */
export function adminPage(clientDir: string): Middleware {
  const file = path.join(clientDir, 'admin.html')
  let page: Promise<Buffer> | undefined
  return async (ctx, next) => {
    const isAdmin = ctx.path === '/admin' || ctx.path.startsWith('/admin/')
    if (!isAdmin || !['GET', 'HEAD'].includes(ctx.method)) return next()
    page ??= readFile(file)
    ctx.set('Cache-Control', 'no-store')
    ctx.set('X-Robots-Tag', 'noindex, nofollow')
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = await page
  }
}
