import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { holdUpload, signIn } from '../admin-client.ts'
import { percentile } from '../measurements.ts'
import { assertConsistent, assertThat, type Scenario } from '../scenario.ts'

const AT_ONCE = 10
/** Number of bytes withheld, so that a body is never complete. */
const NEVER_SENT = 12

/** Connections that break during an upload. */
export const aborts: Scenario = {
  name: 'aborts',
  description: 'uploads cut off at random points leave no file, no temporary file and no record',
  rounds: 100,
  async run(context) {
    const server = context.start()
    const admin = await signIn(await server.ready())
    let cut = 0
    while (context.shouldContinue(cut)) {
      const uploads = Array.from({ length: AT_ONCE }, () => {
        const title = `কাটা পড়া নোটিশ ${context.random.between(1, 1e6)}`
        return holdUpload(admin, title, 'ছুটি '.repeat(context.random.between(1, 60_000)))
      })
      await Promise.all(
        uploads.map(async (upload) => {
          await upload.sendUntil(context.random.between(0, upload.size - NEVER_SENT))
          upload.leave()
          await upload.status.catch(() => undefined)
        }),
      )
      cut += uploads.length
    }
    // Later uploads still succeed.
    const last = holdUpload(admin, 'শেষ নোটিশ')
    last.finish()
    assertThat((await last.status) === 201, 'an upload after them is taken')
    await assertConsistent(context.dataDir)
    const notices = await admin.api.listEntries({ params: { collection: 'notices' } })
    assertThat(notices.length === 1, 'none of the uploads became a record')
    assertThat(!server.output().includes('"level":50'), 'none of them is a fault of the server')
    return [`uploads cut off: ${cut}, left: 0`]
  },
}

const MEASURED_MS = 8000
const WARM_MS = 3000
const BETWEEN_READS_MS = 5
/** The server closes connections without a complete head after 20 s, and bodies slower than 1 KiB in 30 s. */
const CUT_WITHIN_MS = 120_000

const HEAD = 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '
const BODY =
  'POST /api/admin/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n'

/** Clients that hold connections open and send one byte a second. */
export const slowUploads: Scenario = {
  name: 'slow-senders',
  description:
    'heads and bodies at a byte a second: others are served as before, the slow are cut off',
  rounds: 300,
  async run(context, { rounds }) {
    const url = await context.start().ready()
    await readFor(url, WARM_MS)
    const before = percentile(await readFor(url, MEASURED_MS), 0.99)
    let open = rounds
    const sockets = Array.from({ length: rounds }, (_, at) =>
      trickle(url, at % 2 ? BODY : HEAD, () => {
        open -= 1
      }),
    )
    try {
      const meanwhile = percentile(await readFor(url, MEASURED_MS), 0.99)
      assertThat(open === rounds, 'all slow connections are open while others are measured')
      const until = performance.now() + CUT_WITHIN_MS
      while (open > 0 && performance.now() < until) await wait(500)
      assertThat(open === 0, `every slow connection is cut off; ${open} are still open`)
      return [
        `slow connections: ${rounds}, all cut off`,
        `p99 of /allNotices: ${before.toFixed(1)} ms before, ${meanwhile.toFixed(1)} ms meanwhile, ratio ${(meanwhile / before).toFixed(2)} (goal: at most 2)`,
      ]
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  },
}

function trickle(url: string, opening: string, onClose: () => void): net.Socket {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
  const drip = setInterval(() => socket.writable && socket.write('a'), 1000)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(drip)
    onClose()
  })
  socket.write(opening)
  socket.resume()
  return socket
}

/** Requests a page repeatedly, partly in parallel. @returns milliseconds of each response */
async function readFor(url: string, ms: number): Promise<number[]> {
  const times: number[] = []
  const reads: Promise<unknown>[] = []
  const until = performance.now() + ms
  while (performance.now() < until) {
    const began = performance.now()
    const read = fetch(`${url}/allNotices`).then(async (response) => {
      await response.arrayBuffer()
      assertThat(response.status === 200, `the page is answered; instead ${response.status}`)
      times.push(performance.now() - began)
    })
    reads.push(read)
    await wait(BETWEEN_READS_MS)
  }
  await Promise.all(reads)
  return times
}
