import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const run = promisify(execFile)
const UNREAD = fileURLToPath(new URL('./unread-bodies.cjs', import.meta.url))

/**
 * Loads an address for some time with wrk where it is installed, else with autocannon, which is itself
 * what limits the figures where answers are large: then both sides look more alike than they are.
 * @param order `url`, `headers`, `connections`, `duration` in seconds
 * @returns requests per second, and what 99 of 100 answers took at most, in milliseconds
 * @throws where a request fails
 */
export async function load(order) {
  return (await hasWrk()) ? loadWithWrk(order) : ask(order)
}

/** What sends the load. */
export async function loader() {
  return (await hasWrk()) ? 'wrk' : 'autocannon'
}

let wrk
function hasWrk() {
  // Without an address it tells how it is used, and fails.
  wrk ??= run('wrk', []).catch((error) => error.code !== 'ENOENT')
  return wrk
}

const UNITS = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

async function loadWithWrk({ url, headers = {}, connections, duration }) {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run('wrk', [
    ...['-t1', `-c${connections}`, `-d${duration}s`, '--timeout', '10s', '--latency'],
    ...[...named, url],
  ])
  const failed = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(stdout)
  if (failed) throw new Error(`${url}: ${failed[0]}`)
  const [, slowest, unit] = /99%\s+([\d.]+)(us|ms|s|m)\b/.exec(stdout)
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]),
    p99Ms: Number(slowest) * UNITS[unit],
  }
}

/** Asks for an address `amount` times with autocannon, or for `duration` seconds. As `load` else. */
export async function ask(order) {
  const result = await autocannon({ workers: 1, setupClient: UNREAD, ...order })
  const failed = result.errors + result.timeouts + result['4xx'] + result['5xx']
  // What leads elsewhere is no answer; 304 counts among these.
  const ledAway = order.headers?.['if-none-match'] ? 0 : result['3xx']
  if (failed + ledAway > 0) throw new Error(`${order.url}: ${failed + ledAway} failed requests`)
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
}

/** Microseconds of processor time per request, of the process that answers; NaN if it is not told. */
export async function withCpu(pid, take) {
  const before = await cpuSeconds(pid)
  const started = performance.now()
  const figures = await take()
  const seconds = (performance.now() - started) / 1000
  const used = (await cpuSeconds(pid)) - before
  return { ...figures, cpuMicros: (used * 1e6) / (figures.perSecond * seconds) }
}

/** Clock ticks in a second, as Linux tells processor time. */
const TICKS = 100

/** Processor time that a process has used, in seconds; NaN if it is not told. */
export async function cpuSeconds(pid) {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
