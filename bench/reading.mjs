import fs from 'node:fs/promises'
import { ask } from './load.mjs'
import { publish } from './publish.mjs'
import { residentMb } from './resident.mjs'
import { median } from './rounds.mjs'
import { signIn } from './servers.mjs'

const PAPERS = new URL('../server/demo/papers/', import.meta.url)
/** A page takes about four seconds of CPU. */
const BACKLOG = 40
/** Visitors of a large school at its busiest. */
const LOAD = { connections: 4, overallRate: 40 }
const MAX_SLOWER = 1.5
const MAX_MB_MORE = 10

/** The server that is measured. */
export const server = { settings: { READ_PAPERS: 'on' } }

/** Measures what visitors and the main process notice while a backlog of scanned papers is read. */
export async function measure({ rounds, seconds, short }, school) {
  const headers = await signIn(school)
  const front = async () => {
    const p99s = []
    let mb = 0
    for (let round = 0; round < rounds; round += 1) {
      const { p99Ms } = await ask({ url: `${school.url}/`, ...LOAD, duration: seconds })
      p99s.push(p99Ms)
      mb = Math.max(mb, await residentMb(school.pid))
    }
    return { p99Ms: median(p99s), mb }
  }
  // Warms up.
  await front()
  const idle = await front()
  const entries = await publishScans(school, headers, short ? BACKLOG / 4 : BACKLOG)
  await readingStarted(school, headers, entries)
  const reading = await front()
  const left = await countPending(school, headers, entries)
  if (left === 0) throw new Error('The backlog was read before the measurement ended')
  return [
    {
      what: 'front page while papers are read, p99',
      figure: reading.p99Ms / idle.p99Ms,
      unit: 'of idle',
      aim: { atMost: MAX_SLOWER },
      raw: { 'ms idle': idle.p99Ms, 'ms reading': reading.p99Ms, 'papers left': left },
    },
    {
      what: 'memory of the main process while papers are read',
      figure: reading.mb - idle.mb,
      unit: 'MB more than idle',
      aim: { atMost: MAX_MB_MORE },
      raw: { 'MB idle': idle.mb, 'MB reading': reading.mb },
    },
  ]
}

/** Publishes scans, again and again. @returns the records */
async function publishScans(school, headers, count) {
  const names = (await fs.readdir(PAPERS)).filter((name) => /^scan-.*\.jpg$/.test(name))
  const entries = []
  for (let n = 0; n < count; n += 1) {
    const name = names[n % names.length]
    const bytes = await fs.readFile(new URL(name, PAPERS))
    entries.push(await publish(school, headers, 'notices', { bytes, name }))
  }
  return entries
}

const textOf = async ({ url }, headers, { _id: id }) =>
  (await fetch(`${url}/api/notices/${id}/text`, { headers })).json()

async function countPending(school, headers, entries) {
  const texts = await Promise.all(entries.map((entry) => textOf(school, headers, entry)))
  return texts.filter(({ pending }) => pending).length
}

/** Resolves when the first paper has been read. */
async function readingStarted(school, headers, entries) {
  if ((await countPending(school, headers, entries)) < entries.length) return
  await new Promise((resolve) => setTimeout(resolve, 500))
  await readingStarted(school, headers, entries)
}
