import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Context } from 'koa'
import type { Config } from '../config.ts'
import type { ApiRouter } from '../http/route.ts'
import { docsFiles, docsPage, docsScript, docsStyle } from './docs-page.ts'
import type { OpenApiDocument } from './openapi.ts'

/** Not imported: the package's own entry would load the whole viewer into the server. */
const viewer = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** The document at `/api/openapi.json`, and a page that shows it at `/api/docs`. */
export function openApiRoutes(
  router: ApiRouter,
  { config }: { config: Pick<Config, 'publicUrl'> },
): void {
  // Made, and what makes it loaded, only once somebody asks: a school's visitors never do.
  let document: Promise<OpenApiDocument> | undefined
  router.get('/api/openapi.json', async (ctx) => {
    document ??= import('./openapi.ts').then(({ openApiDocument }) => openApiDocument(config))
    ctx.body = await document
  })
  router.get('/api/docs', (ctx) => {
    send(ctx, 'text/html; charset=utf-8', docsPage)
  })
  router.get('/api/docs/show.js', (ctx) => {
    send(ctx, 'text/javascript; charset=utf-8', docsScript)
  })
  router.get('/api/docs/show.css', (ctx) => {
    send(ctx, 'text/css; charset=utf-8', docsStyle)
  })
  router.get('/api/docs/:file', async (ctx) => {
    const name = String(ctx.params.file)
    const type = Object.hasOwn(docsFiles, name) ? docsFiles[name] : undefined
    if (!type) throw new Problem('not_found')
    send(ctx, type, await fs.readFile(path.join(viewer, name)))
  })
}

function send(ctx: Context, type: string, body: string | Buffer): void {
  ctx.status = 200
  ctx.type = type
  ctx.set('Cache-Control', 'no-cache')
  ctx.etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  if (ctx.fresh) ctx.status = 304
  else ctx.body = body
}
