import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Context } from 'koa'
import type { Config } from '../config.ts'
import { contentHash } from '../http/request.ts'
import type { ApiRouter } from '../http/route.ts'

/**
 * The page that shows the document with Swagger UI. Scripts and styles are files of this server,
 * because the CSP permits neither other sources nor inline scripts.
 */
const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Bidyaloy API</title>
<link rel="icon" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/show.css">
</head>
<body>
<main id="api"></main>
<noscript><p>The document itself: <a href="/api/openapi.json">/api/openapi.json</a></p></noscript>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/show.js"></script>
</body>
</html>
`

/** Script that starts Swagger UI on that page. */
const docsScript = `window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`

/** Hides the empty column of links and wraps lines, so that the page fits a phone. */
const docsStyle = `body { margin: 0 }
.swagger-ui .response-col_links { display: none }
.swagger-ui pre, .swagger-ui code { overflow-wrap: anywhere; white-space: pre-wrap }
.swagger-ui .tab, .swagger-ui .opblock-section-header { flex-wrap: wrap }
`

/** Served files of Swagger UI's package, and their types. */
const docsFiles: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

/** Not imported: the package's entry point would load all of Swagger UI into memory. */
const viewer = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** Registers the document at `/api/openapi.json` and a page that shows it at `/api/docs`. */
export function openApiRoutes(
  router: ApiRouter,
  { config }: { config: Pick<Config, 'publicUrl'> },
): void {
  // Generated on the first request, because most servers never get one.
  let document: Promise<object> | undefined
  router.get('/api/openapi.json', async (ctx) => {
    document ??= import('./openapi.ts').then(({ openApiDocument }) => openApiDocument(config))
    ctx.body = await document
  })
  router.get('/api/docs', (ctx) => send(ctx, 'text/html; charset=utf-8', docsPage))
  router.get('/api/docs/show.js', (ctx) => send(ctx, 'text/javascript; charset=utf-8', docsScript))
  router.get('/api/docs/show.css', (ctx) => send(ctx, 'text/css; charset=utf-8', docsStyle))
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
  ctx.etag = contentHash(body)
  if (ctx.fresh) ctx.status = 304
  else ctx.body = body
}
