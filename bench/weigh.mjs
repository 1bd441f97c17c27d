import http from 'node:http'
import { openPhone, visit } from './phone.mjs'

const PICTURE = /^\/(uploads|gallery-uploads)\//

/**
 * Measures the bytes over the network of two visits to the front page, without photos: the first with an
 * empty cache, the second with a warm one. Counts everything the server sends, including to the service
 * worker.
 */
export async function weighVisits(browser, url) {
  const counter = await startCounter(url)
  const { context, page } = await openPhone(browser, { slow: false })
  try {
    const bytesOf = async () => {
      await visit(page, counter.url)
      return counter.take()
    }
    return { first: await bytesOf(), again: await bytesOf() }
  } finally {
    await context.close()
    await counter.stop()
  }
}

/** Proxies the server and counts response bytes, headers included. */
async function startCounter(url) {
  let files = []
  const server = http.createServer((asked, answer) => {
    const passedOn = http.request(
      new URL(asked.url, url),
      { method: asked.method, headers: asked.headers },
      (came) => {
        const head = came.rawHeaders.join('').length + 2 * came.rawHeaders.length + 19
        const file = { path: asked.url, status: came.statusCode, bytes: head }
        files.push(file)
        came.on('data', (chunk) => {
          file.bytes += chunk.length
        })
        answer.writeHead(came.statusCode, came.headers)
        came.pipe(answer)
      },
    )
    passedOn.on('error', () => answer.destroy())
    asked.pipe(passedOn)
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
