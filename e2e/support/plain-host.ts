import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

/** A static web host. */
interface PlainHost {
  url: string
  close(): Promise<void>
}

const TYPES: Readonly<Record<string, string>> = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' },
  ...{ '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png' },
  ...{ '.webp': 'image/webp', '.woff2': 'font/woff2', '.xml': 'application/xml' },
}

/**
 * Serves a folder like a static host: redirects folders to a trailing slash, serves `index.html`, and
 * `404.html` for missing files.
 */
export async function servePlainly(folder: string): Promise<PlainHost> {
  const server = http.createServer((req, res) => {
    void answer(folder, new URL(req.url ?? '/', 'http://host.invalid'), res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(folder: string, url: URL, res: http.ServerResponse): Promise<void> {
  const file = path.join(folder, decodeURIComponent(url.pathname))
  const found = await fs.stat(file).catch(() => null)
  if (found?.isDirectory() && !url.pathname.endsWith('/')) {
    res.writeHead(301, { location: `${url.pathname}/${url.search}` }).end()
    return
  }
  const target = found?.isDirectory() ? path.join(file, 'index.html') : file
  const content = await fs.readFile(target).catch(() => null)
  const body = content ?? (await fs.readFile(path.join(folder, '404.html')))
  const extension = content ? path.extname(target) : '.html'
  const type = TYPES[extension] ?? 'application/octet-stream'
  res.writeHead(content ? 200 : 404, { 'content-type': type }).end(body)
}
