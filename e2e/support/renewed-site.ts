import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A school's site before and after an upgrade. */
interface RenewedSite {
  url: string
  /** From now on, serves the current build's service worker. */
  renew(): void
  /** From now on, sends no response, or only half of it, as on a stalled connection. */
  stall(when?: 'at once' | 'halfway'): void
  stop(): Promise<void>
}

const WORKER = '/service-worker.js'

/**
 * Proxies a school's server. Before the upgrade it serves an older build's service worker, which
 * differs only in its cache names.
 */
export async function siteBeforeRenewal(schoolUrl: string): Promise<RenewedSite> {
  let renewed = false
  let stalled: 'at once' | 'halfway' | undefined
  const server = http.createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', schoolUrl)
    if (stalled === 'at once') return
    const isOldWorker = pathname === WORKER && !renewed
    const headers = { ...asked.headers }
    // Uncompressed, so that the proxy can change it.
    if (isOldWorker) headers['accept-encoding'] = 'identity'
    // Half of a response needs a body.
    if (stalled) delete headers['if-none-match']
    const passedOn = http.request(
      new URL(asked.url ?? '/', schoolUrl),
      { method: asked.method, headers },
      async (came) => {
        if (!isOldWorker) {
          answer.writeHead(came.statusCode ?? 502, came.headers)
          if (stalled) came.once('data', (part: Buffer) => answer.write(part.subarray(0, 500)))
          else came.pipe(answer)
          return
        }
        const old = (await text(came)).replaceAll(/\b(pages|ahead|files|pictures)-\d+/g, '$1-old')
        answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
        answer.end(old)
      },
    )
    passedOn.on('error', () => answer.destroy())
    asked.pipe(passedOn)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    renew: () => {
      renewed = true
    },
    stall: (when = 'at once') => {
      stalled = when
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
