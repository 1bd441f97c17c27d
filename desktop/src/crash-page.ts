import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { nativeText as text } from './native-text.ts'

/** Path of the page shown after the dashboard's renderer process has ended. */
export const CRASH_PAGE = '/desktop/crashed'
/** A link to this path opens the log folder; it serves no page. */
export const LOGS_LINK = '/desktop/logs'

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
  box-sizing: border-box; font: 1.0625rem/1.7 "Noto Sans Bengali", "Nirmala UI", "Bangla MN", Packed, sans-serif;
  color: #14231c; background: #eef3ee }
main { max-width: 34rem; background: #fefdf9; border: 1px solid #d0dbd2; border-radius: .75rem; padding: 2rem }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.4 }
p { margin: 0 0 1.5rem }
a { display: inline-block; padding: .6rem 1.1rem; margin: 0 .5rem .5rem 0; border-radius: .5rem;
  color: #00573f; border: 1px solid #76857c; text-decoration: none }
a.first { color: #fff; background: #00573f; border-color: #00573f }
a:focus-visible { outline: 3px solid #14231c; outline-offset: 2px; box-shadow: 0 0 0 2px #ffc845 }
@media (prefers-color-scheme: dark) {
  body { color: #e8efea; background: #0b1511 }
  main { background: #12201a; border-color: #2b3f36 }
  a { color: #7fcba8; border-color: #73877c }
  a.first { color: #fff; background: #1f7a5a; border-color: #1f7a5a }
  a:focus-visible { outline-color: #fff }
}`

/**
 * Prepares the crash page. It shares no code with the dashboard, so the same fault cannot break it.
 * @param bundle folder of the bundled dashboard, whose font serves systems without a Bengali one
 */
export async function prepareCrashPage(bundle: string): Promise<() => Response> {
  const files = await fs.readdir(path.join(bundle, 'assets')).catch(() => [])
  const font = files.find((name) => /^noto-sans-bengali-bengali-400-.*\.woff2$/.test(name))
  const face = font ? `@font-face { font-family: Packed; src: url(/assets/${font}) }` : ''
  const style = face + STYLE
  const hash = createHash('sha256').update(style).digest('base64')
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; font-src 'self'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
  }
  return () => new Response(pageWith(style), { headers })
}

function pageWith(style: string): string {
  return `<!doctype html>
<html lang="bn"><head><meta charset="utf-8"><title>${text('desktop.crash.title')}</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head>
<body><main><h1>${text('desktop.crash.title')}</h1><p>${text('desktop.crash.lead')}</p>
<a class="first" href="/admin" autofocus>${text('desktop.crash.reload')}</a><a href="${LOGS_LINK}">${text('desktop.menu.logs')}</a>
</main></body></html>`
}
