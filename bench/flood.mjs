import fs from 'node:fs/promises'
import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { withNotices } from './many-notices.mjs'
import { residentMb } from './resident.mjs'
import { median } from './rounds.mjs'

const NOTICES = 5000
const AT_ONCE = 100
/** A word in nearly every title. */
const LETTER = 'র'

/** Many URLs of the whole list of notices, none requested before. */
const wholeLists = Array.from({ length: AT_ONCE }, (_, n) => {
  const searched = encodeURIComponent(`${LETTER}${' '.repeat(n)}${LETTER}`)
  const query = [
    `offset=${n}`,
    `q=${searched}`,
    `sort=${['title', 'createdAt'][(n % 8) >> 2]}&order=${['asc', 'desc'][(n >> 3) % 2]}&offset=${n}`,
    `offset=${n}&q=${searched}&order=asc`,
  ]
  return `/api/notices?${query[n % 4]}`
})

/** Requests from a separate local address, as another client. @returns milliseconds and status */
function askFrom(localAddress, url, headers = {}) {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers, localAddress, agent: false }, (response) => {
      response.resume()
      response.once('error', reject)
      response.once('end', () =>
        resolve({ ms: performance.now() - started, status: response.statusCode }),
      )
    })
    request.once('error', reject)
  })
}

/** The server that is measured. */
export const server = { prepare: withNotices(NOTICES, { files: true }) }

/**
 * One client requests 100 whole lists of 5,000 notices at once. Measures the server's memory growth, and
 * how long other clients wait for a cached page and for one that must be rendered.
 */
export async function measure(_effort, school) {
  const { url, pid } = school
  const brotli = { 'accept-encoding': 'br' }
  for (let time = 0; time < 5; time += 1) {
    await askFrom('127.0.0.1', `${url}/`, brotli)
    await askFrom('127.0.0.1', `${url}/api/notices?limit=50`, brotli)
  }
  const before = await residentMb(pid)
  // Resets the peak.
  await fs.writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined)
  const flood = new Worker(new URL(import.meta.url), { workerData: { url } })
  const flooded = new Promise((resolve, reject) => {
    flood.once('message', resolve)
    flood.once('error', reject)
  })
  let going = true
  const over = flooded.finally(() => {
    going = false
  })
  /** Requests repeatedly during the flood. @returns milliseconds of each response */
  const meanwhile = async (from, pathOf) => {
    const waits = []
    while (going) {
      waits.push((await askFrom(from, url + pathOf(waits.length), brotli)).ms)
      await setTimeout(20)
    }
    return waits
  }
  const [cached, rendered] = await Promise.all([
    meanwhile('127.0.0.2', () => '/'),
    meanwhile('127.0.0.3', (time) => `/allNotices?q=x${time}`),
  ])
  const { ms } = await over
  const raw = { 'MB before': before, 'ms for all': ms }
  return [
    {
      what: '100 whole lists of 5,000 notices at once: memory growth',
      figure: (await mostResidentMb(pid)) - before,
      unit: 'MB',
      aim: { atMost: 150 },
      raw,
    },
    {
      what: '… longest wait of others for the cached front page',
      figure: Math.max(...cached),
      unit: 'ms',
      aim: { atMost: 100 },
      raw: { 'median ms': median(cached), 'times asked': cached.length },
    },
    {
      what: '… and for a list that must be rendered',
      figure: Math.max(...rendered),
      unit: 'ms',
      raw: { 'median ms': median(rendered), 'times asked': rendered.length },
    },
  ]
}

/** Peak resident memory of a process in MB, or NaN if unavailable. */
async function mostResidentMb(pid) {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

// In a separate thread, because 350 MB of responses would delay the other clients' timers.
if (!isMainThread) {
  const started = performance.now()
  const answers = await Promise.all(
    wholeLists.map((path) => askFrom('127.0.0.1', workerData.url + path)),
  )
  const refused = answers.find(({ status }) => status !== 200)
  if (refused) throw new Error(`A whole list returned ${refused.status}`)
  parentPort.postMessage({ ms: performance.now() - started })
}
