import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A school's site as its readers see it before and after the programs were renewed. */
interface RenewedSite {
  url: string
  /** From now on the service worker of the present build is handed out. */
  renew(): void
  /** From now on nothing is answered any more, as on a stalled line. */
  stall(): void
  stop(): Promise<void>
}

const WORKER = '/service-worker.js'

/**
 * Stands before a school's server and hands out, until it is renewed, a service worker as an older
 * build had it: the same but for the names under which it keeps things.
 */
export async function siteBeforeRenewal(schoolUrl: string): Promise<RenewedSite> {
  let renewed = false
  let stalled = false
  const server = http.createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', schoolUrl)
    if (stalled) return
    const isOldWorker = pathname === WORKER && !renewed
    // Plain, so that it can be changed on its way.
    const headers = isOldWorker
      ? { ...asked.headers, 'accept-encoding': 'identity' }
      : asked.headers
    const passedOn = http.request(
      new URL(asked.url ?? '/', schoolUrl),
      { method: asked.method, headers },
      async (came) => {
        if (!isOldWorker) {
          answer.writeHead(came.statusCode ?? 502, came.headers)
          came.pipe(answer)
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
    stall: () => {
      stalled = true
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
