import fs from 'node:fs/promises'
import autocannon from 'autocannon'

/**
 * Loads an address.
 * @param options of autocannon: `url`, `connections`, `duration` or `amount`, `headers`
 * @returns requests per second, and what 99 of 100 answers took at most, in milliseconds
 * @throws where a request fails
 */
export async function load(options) {
  const result = await autocannon({ workers: 1, ...options })
  const failed = result.errors + result.timeouts + result['4xx'] + result['5xx']
  // What leads elsewhere is no answer; 304 counts among these.
  const ledAway = options.headers?.['if-none-match'] ? 0 : result['3xx']
  if (failed + ledAway > 0) throw new Error(`${options.url}: ${failed + ledAway} failed requests`)
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
