import { load, withCpu } from './load.mjs'
import { publish } from './publish.mjs'
import { inRounds } from './rounds.mjs'
import { sameAnswer, signIn, startReference } from './servers.mjs'

const EVERY_MS = 200
/** Polling constantly would be load that the reference does not have. */
const LOOK_MS = 20
const brotli = { 'accept-encoding': 'br' }

const hot = [
  { name: 'GET /', path: '/' },
  { name: 'GET /allnews', path: '/allnews' },
  { name: 'GET /api/news?limit=50', path: '/api/news?limit=50' },
]

/** The server that is measured. */
export const server = {}

/** Measures cached responses while a write invalidates all of them five times a second. */
export async function measure({ rounds, seconds }, school) {
  const watch = await watcher(school)
  const rows = []
  for (const { name, path } of hot) {
    const url = school.url + path
    await (await fetch(url, { headers: brotli })).arrayBuffer()
    const reference = await startReference(await sameAnswer(url, brotli))
    const options = { headers: brotli, connections: 32, duration: seconds }
    const { ours, bare } = await inRounds(rounds, {
      bare: () => withCpu(reference.pid, () => load({ url: reference.url, ...options })),
      ours: async () => {
        const stop = watch(path)
        const figures = await withCpu(school.pid, () => load({ url, ...options }))
        return { ...figures, ...(await stop()) }
      },
    })
    await reference.stop()
    rows.push({
      what: `${name} (brotli), a write every ${EVERY_MS} ms`,
      figure: ours.perSecond / bare.perSecond,
      unit: 'of bare without writes',
      aim: { atLeast: 0.5 },
      raw: {
        'requests/s': ours.perSecond,
        bare: bare.perSecond,
        'p99 ms': ours.p99Ms,
        'bare p99': bare.p99Ms,
        'writes per round': ours.writes,
        'responses checked': ours.checked,
      },
    })
    rows.push({
      what: `${name}, responses older than the last acknowledged write`,
      figure: ours.stale,
      unit: '',
      aim: { atMost: 0 },
    })
  }
  return rows
}

/**
 * @returns a function that starts a writer and a reader. The writer publishes news items with increasing
 *   numbers in their titles. The reader compares the newest number it sees with the last one acknowledged
 *   before its request. That function returns one that stops both and returns the counts.
 */
async function watcher(school) {
  const authorization = await signIn(school)
  let acknowledged = 0
  const write = async () => {
    const next = acknowledged + 1
    const entry = { title: `পরিমাপ ${next}`, bytes: 'পরিমাপ', name: 'news.txt' }
    await publish(school, authorization, 'news', entry)
    acknowledged = next
  }
  return (path) => {
    let going = true
    const seen = { writes: 0, checked: 0, stale: 0 }
    const writing = (async () => {
      while (going) {
        const began = performance.now()
        await write()
        seen.writes += 1
        const left = EVERY_MS - (performance.now() - began)
        if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
      }
    })()
    const reading = (async () => {
      while (going) {
        const known = acknowledged
        const text = await (await fetch(school.url + path, { headers: brotli })).text()
        const newest = Math.max(0, ...[...text.matchAll(/পরিমাপ (\d+)/g)].map(([, n]) => Number(n)))
        seen.checked += 1
        if (newest < known) seen.stale += 1
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
    })()
    return async () => {
      going = false
      await Promise.all([writing, reading])
      return seen
    }
  }
}
