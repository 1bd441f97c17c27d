import http from 'node:http'
import { openPhone, visit } from './phone.mjs'

const PICTURE = /^\/(uploads|gallery-uploads)\//

/**
 * Measures the bytes over the network of visits to the front page, without photos: the first with an
 * empty cache, then one that starts the service worker's loading of pages for offline reading, then one
 * with everything kept. Counts everything the server sends, including to the service worker.
 */
export async function weighVisits(browser, url) {
  const counter = await startCounter(url)
  const { context, page } = await openPhone(browser, { slow: false })
  try {
    const bytesOf = async () => {
      await visit(page, counter.url)
      return counter.take()
    }
    return { first: await bytesOf(), ahead: await bytesOf(), again: await bytesOf() }
  } finally {
    await context.close()
    await counter.stop()
  }
}

/** Proxies the server and counts response bytes, headers included. */
async function startCounter(url) {
  let files = []
  const server = http.createServer((incoming, outgoing) => {
    const forwarded = http.request(
      new URL(incoming.url, url),
      { method: incoming.method, headers: incoming.headers },
      (response) => {
        const { rawHeaders } = response
        const head = rawHeaders.join('').length + 2 * rawHeaders.length + 19
        const file = { path: incoming.url, bytes: head }
        files.push(file)
        response.on('data', (chunk) => {
          file.bytes += chunk.length
        })
        outgoing.writeHead(response.statusCode, response.headers)
        response.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    /** Bytes since the last call. */
    take() {
      const counted = files.filter(({ path }) => !PICTURE.test(path))
      files = []
      return counted.reduce((sum, { bytes }) => sum + bytes, 0)
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
