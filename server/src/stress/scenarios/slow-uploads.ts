import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../percentile.ts'
import { assertThat, type Scenario } from '../scenario.ts'

const MEASURED_MS = 8000
const WARM_MS = 3000
const BETWEEN_READS_MS = 5
/** The server cuts heads off after 20 s, bodies after 30 s without their kilobyte. */
const CUT_WITHIN_MS = 120_000

const HEAD = 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '
const BODY =
  'POST /api/admin/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n'

/** Who holds lines and sends next to nothing. */
export const slowUploads: Scenario = {
  name: 'slow-senders',
  about: 'heads and bodies at a byte a second: others are served as before, the slow are cut off',
  rounds: 300,
  async play(ground, { rounds }) {
    const url = await ground.start().ready()
    await readFor(url, WARM_MS)
    const before = percentile(await readFor(url, MEASURED_MS), 0.99)
    let open = rounds
    const lines = Array.from({ length: rounds }, (_, at) =>
      trickle(url, at % 2 ? BODY : HEAD, () => {
        open -= 1
      }),
    )
    try {
      const meanwhile = percentile(await readFor(url, MEASURED_MS), 0.99)
      assertThat(open === rounds, 'all slow lines are open while others are measured')
      const until = performance.now() + CUT_WITHIN_MS
      while (open > 0 && performance.now() < until) await wait(500)
      assertThat(open === 0, `every slow line is cut off; ${open} are still open`)
      return [
        `slow lines: ${rounds}, all cut off`,
        `p99 of /allNotices: ${before.toFixed(1)} ms before, ${meanwhile.toFixed(1)} ms meanwhile, ratio ${(meanwhile / before).toFixed(2)} (goal: at most 2)`,
      ]
    } finally {
      for (const line of lines) line.destroy()
    }
  },
}

function trickle(url: string, opening: string, onClose: () => void): net.Socket {
  const line = net.connect(Number(new URL(url).port), '127.0.0.1')
  const drip = setInterval(() => line.writable && line.write('a'), 1000)
  line.on('error', () => undefined)
  line.on('close', () => {
    clearInterval(drip)
    onClose()
  })
  line.write(opening)
  line.resume()
  return line
}

/** Asks for a page again and again, some at once. @returns milliseconds of each answer */
async function readFor(url: string, ms: number): Promise<number[]> {
  const times: number[] = []
  const reads: Promise<unknown>[] = []
  const until = performance.now() + ms
  while (performance.now() < until) {
    const began = performance.now()
    const read = fetch(`${url}/allNotices`).then(async (answer) => {
      await answer.arrayBuffer()
      assertThat(answer.status === 200, `the page is answered; instead ${answer.status}`)
      times.push(performance.now() - began)
    })
    reads.push(read)
    await wait(BETWEEN_READS_MS)
  }
  await Promise.all(reads)
  return times
}
