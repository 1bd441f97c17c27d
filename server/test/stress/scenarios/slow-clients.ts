import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { type AdminClient, signIn } from '../admin-client.ts'
import { percentile, sizeOf } from '../measurements.ts'
import { assertThat, type Scenario } from '../scenario.ts'

const CLIENTS = fileURLToPath(new URL('../slow-clients-process.ts', import.meta.url))
const MEASURED_MS = 15_000
const BETWEEN_READS_MS = 10
const TIMEOUT_MS = 10_000
/** The server closes connections without a complete head after 20 s, and bodies slower than 1 KiB in 30 s,
 * which it checks every 30 s. */
const CLOSED_WITHIN_MS = 120_000
/** More bytes than the socket buffers of both ends. */
const FILE_BYTES = 1_000_000
const MOST_BUFFER_BYTES = 262_144
const PAGE = '/allNotices'
/** As in the service file: memory is measured. */
const AS_INSTALLED = {
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--max-semi-space-size=4 --max-old-space-size=1024',
}

/** More slow clients than the server accepts connections, from one address and from many. */
export const slowClients: Scenario = {
  name: 'slow-clients',
  description: '10,000 slow heads, bodies and readers: every visitor is served meanwhile',
  rounds: 10_000,
  skipReason() {
    if (process.platform !== 'linux') return 'it reads memory from /proc'
    const file = '/proc/sys/net/ipv4/tcp_wmem'
    const largest = Number(fs.readFileSync(file, 'utf8').trim().split(/\s+/)[2])
    return largest <= MOST_BUFFER_BYTES ? undefined : `${file} allows more than 256 kB`
  },
  async run(context, { rounds }) {
    const server = context.start({ env: AS_INSTALLED })
    const pid = server.child.pid ?? 0
    const admin = await signIn(await server.ready())
    const path = await publishLargeFile(admin)
    await visitFor(admin.url, MEASURED_MS / 3)
    const figures: string[] = []
    let failed = 0
    for (const [from, perAddress] of [
      ['one address', rounds],
      ['many addresses', 4],
    ] as const) {
      const before = await visitFor(admin.url, MEASURED_MS)
      const sizeBefore = await sizeOf(pid)
      const args = [new URL(admin.url).port, String(rounds), path, String(perAddress)]
      const clients = holdSlowClients(args)
      try {
        const opening = await visitUntil(admin.url, () => clients.state.opened === rounds)
        const atMost = { ...clients.state }
        const sizeMeanwhile = await sizeOf(pid)
        const meanwhile = await visitFor(admin.url, MEASURED_MS)
        const closedIn = await clients.closed(CLOSED_WITHIN_MS)
        const later = await sizeOf(pid)
        const { readers } = clients.state
        await clients.leave()
        await wait(MEASURED_MS)
        const after = await visitFor(admin.url, MEASURED_MS)
        const sizeAfter = await sizeOf(pid)
        figures.push(
          `from ${from}: open when all had come: ${text(atMost)}`,
          `  ${PAGE}: before ${before.text}; while they come ${opening.text}; when all are there ${meanwhile.text}; after ${after.text}`,
          `  slow heads and bodies all closed after ${(closedIn / 1000).toFixed(0)} s; readers left then: ${readers}`,
          `  memory, handles: before ${text(sizeBefore)}; with them ${text(sizeMeanwhile)}; with the readers ${text(later)}; after ${text(sizeAfter)}`,
        )
        failed += opening.failed + meanwhile.failed + after.failed
      } finally {
        await clients.leave()
      }
    }
    assertThat(failed === 0, `every visitor is served; instead\n${figures.join('\n')}`)
    return figures
  },
}

const text = (values: object) => JSON.stringify(values)

async function publishLargeFile({ api }: AdminClient): Promise<string> {
  const entry = await api.createEntry({
    params: { collection: 'downloads' },
    body: { title: 'বড় ফাইল' },
    file: new File(['ছুটি '.repeat(FILE_BYTES / 13)], 'large.txt'),
  })
  return `/${entry.filePath}`
}

/** Number of open connections of each kind. */
const SlowClients = z.object({
  opened: z.number(),
  heads: z.number(),
  bodies: z.number(),
  readers: z.number(),
})
export type SlowClients = z.infer<typeof SlowClients>

function holdSlowClients(args: string[]) {
  const state: SlowClients = { opened: 0, heads: 0, bodies: 0, readers: 0 }
  const child: ChildProcess = fork(CLIENTS, args)
  child.on('message', (message) => Object.assign(state, SlowClients.parse(message)))
  const began = performance.now()
  return {
    state,
    /** @returns milliseconds until no slow head or body is open */
    async closed(withinMs: number): Promise<number> {
      const until = performance.now() + withinMs
      while (state.heads + state.bodies > 0) {
        assertThat(performance.now() < until, `slow connections are closed: ${text(state)}`)
        await wait(250)
      }
      return performance.now() - began
    },
    async leave(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

interface Visits {
  failed: number
  /** Formats the figures on one line. */
  text: string
}

function visitFor(url: string, ms: number): Promise<Visits> {
  const until = performance.now() + ms
  return visitUntil(url, () => performance.now() > until)
}

/** Requests a page repeatedly, each time over a new connection. */
async function visitUntil(url: string, isOver: () => boolean): Promise<Visits> {
  const times: number[] = []
  const failures: string[] = []
  while (!isOver()) {
    const began = performance.now()
    const outcome = await visit(url + PAGE)
    if (outcome === null) times.push(performance.now() - began)
    else failures.push(outcome)
    await wait(BETWEEN_READS_MS)
  }
  const [p50, p99] = [0.5, 0.99].map((part) => percentile(times, part).toFixed(1))
  const failed = failures.length > 0 ? `, ${failures.length} failed: ${failures[0]}` : ''
  return {
    failed: failures.length,
    text: `${times.length} pages, p50 ${p50}, p99 ${p99} ms${failed}`,
  }
}

/** @returns the failure; null if the page is served */
function visit(url: string): Promise<string | null> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent: false, timeout: TIMEOUT_MS }, (response) => {
      response.resume()
      response.once('error', (error) => resolve(error.message))
      response.once('end', () => resolve(response.statusCode === 200 ? null : 'not 200'))
    })
    request.once('timeout', () => request.destroy(new Error('no answer within 10 s')))
    request.once('error', (error) => resolve(error.message))
  })
}
