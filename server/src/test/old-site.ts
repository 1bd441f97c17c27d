import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** What an older site answers to a path with its query: a page, or more. */
export type OldPage =
  | string
  | Buffer
  | { status?: number; headers?: http.OutgoingHttpHeaders; body?: string | Buffer }
  | ((res: http.ServerResponse, req: http.IncomingMessage) => void)

export interface OldSite {
  origin: string
  /** Paths that were asked for, in order. */
  asked: string[]
  stop(): Promise<void>
}

/** Starts an older site on this machine. A path without a page has none (404). */
export async function startOldSite(
  pageOf: (path: string, origin: string) => OldPage | undefined,
): Promise<OldSite> {
  const asked: string[] = []
  let origin = ''
  const server = http.createServer((req, res) => {
    const path = req.url ?? '/'
    asked.push(path)
    const page = pageOf(path, origin)
    if (typeof page === 'function') return page(res, req)
    const answer =
      page === undefined
        ? { status: 404, body: 'পাতাটি নেই' }
        : typeof page === 'string' || Buffer.isBuffer(page)
          ? { body: page }
          : page
    const headers = { 'content-type': 'text/html; charset=utf-8', ...answer.headers }
    res.writeHead(answer.status ?? 200, headers).end(answer.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    asked,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
