import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const run = promisify(execFile)
const DISCARD_BODIES = fileURLToPath(new URL('./discard-bodies.cjs', import.meta.url))

/**
 * Loads a URL with wrk if installed, else with autocannon. For large responses autocannon itself is the
 * bottleneck, which hides differences.
 * @param order `url`, `headers`, `connections`, `duration` in seconds
 * @returns requests per second, and the 99th percentile in milliseconds
 * @throws if a request fails
 */
export async function load(order) {
  return (await hasWrk()) ? loadWithWrk(order) : ask(order)
}

/** Name of the load generator. */
export async function loader() {
  return (await hasWrk()) ? 'wrk' : 'autocannon'
}

let wrk
function hasWrk() {
  // Without a URL it prints its usage and fails.
  wrk ??= run('wrk', []).catch((error) => error.code !== 'ENOENT')
  return wrk
}

const UNITS = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

async function loadWithWrk({ url, headers = {}, connections, duration }) {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${duration}s`,
    '--timeout',
    '10s',
    '--latency',
    ...named,
    url,
  ])
  const failed = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(stdout)
  if (failed) throw new Error(`${url}: ${failed[0]}`)
  const [, slowest, unit] = /99%\s+([\d.]+)(us|ms|s|m)\b/.exec(stdout)
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]),
    p99Ms: Number(slowest) * UNITS[unit],
  }
}

/** Like `load`, with autocannon: `amount` requests, or `duration` seconds. */
export async function ask(order) {
  const result = await autocannon({ workers: 1, setupClient: DISCARD_BODIES, ...order })
  const failed = result.errors + result.timeouts + result['4xx'] + result['5xx']
  // Redirects are failures; autocannon counts 304 among them.
  const redirected = order.headers?.['if-none-match'] ? 0 : result['3xx']
  if (failed + redirected > 0)
    throw new Error(`${order.url}: ${failed + redirected} failed requests`)
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
}

/** Server CPU microseconds per request, or NaN if unavailable. */
export async function withCpu(pid, take) {
  const before = await cpuSeconds(pid)
  const started = performance.now()
  const figures = await take()
  const seconds = (performance.now() - started) / 1000
  const used = (await cpuSeconds(pid)) - before
  return { ...figures, cpuMicros: (used * 1e6) / (figures.perSecond * seconds) }
}

/** Clock ticks per second, Linux's unit of CPU time. */
const TICKS = 100

/** CPU time of a process in seconds, or NaN if unavailable. */
export async function cpuSeconds(pid) {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
