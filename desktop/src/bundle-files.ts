import fs from 'node:fs/promises'
import path from 'node:path'
import { DESKTOP_SHELL } from '@bidyaloy/shared/desktop/response-headers'

/** Media types by extension; files of other types are not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** The server's CSP, except that the page connects only to this handler. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Marks the page as running in the desktop app. */
const markShell = (html: string) => html.replace('<html ', `<html data-shell="${DESKTOP_SHELL}" `)

/**
 * Serves the bundled dashboard.
 * @param folder the built browser files: `admin.html`, `assets/`
 */
export function createBundleFiles(folder: string): (pathname: string) => Promise<Response | null> {
  const serve = async (file: string): Promise<Response | null> => {
    const type = TYPES[path.extname(file)]
    if (!type) return null
    try {
      const bytes = await fs.readFile(file)
      const headers = new Headers({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      })
      if (!type.startsWith('text/html')) return new Response(new Uint8Array(bytes), { headers })
      headers.set('content-security-policy', PAGE_POLICY)
      return new Response(markShell(bytes.toString('utf8')), { headers })
    } catch {
      return null
    }
  }
  return async (pathname) => {
    if (pathname === '/' || pathname === '/admin' || pathname.startsWith('/admin/')) {
      return serve(path.join(folder, 'admin.html'))
    }
    const file = fileBelow(folder, pathname)
    return file === null ? null : serve(file)
  }
}

/** Resolves a pathname to a file; null outside the folder. */
function fileBelow(folder: string, pathname: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (/[\0\\]/.test(decoded)) return null
  const file = path.join(folder, decoded)
  const relative = path.relative(folder, file)
  const outside = relative === '' || relative.startsWith('..') || path.isAbsolute(relative)
  return outside ? null : file
}
