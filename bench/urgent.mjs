import { varied } from './growth.mjs'
import { cpuSeconds } from './load.mjs'
import { inRounds } from './rounds.mjs'
import { signIn, startSchool } from './servers.mjs'

const HOUR_MS = 3_600_000
const brotli = { 'accept-encoding': 'br' }

/** Of each, as many that the processor time is measurable. */
const asked = [
  { name: 'front page, cached', times: 2000, path: () => '/' },
  { name: 'list, cached', times: 2000, path: () => '/allNotices' },
  {
    name: 'list, drawn',
    times: 100,
    path: (time) => `/allNotices?q=${encodeURIComponent(varied('র', time))}`,
  },
]

/** Measures what two urgent notices add to a page, beside the same school without them. */
export async function measure({ rounds }) {
  const [none, two] = await Promise.all([startSchool(), startSchool()])
  try {
    await publishUrgent(two)
    const rows = []
    for (const one of asked) {
      const medians = await inRounds(rounds, { none: taker(none, one), two: taker(two, one) })
      const [without, ms] = [medians.none.ms, medians.two.ms]
      rows.push({
        what: `${one.name}: added by two urgent notices`,
        figure: ms - without,
        unit: 'ms CPU',
        raw: { ms, 'ms without': without, 'of without': ms / without },
      })
    }
    return rows
  } finally {
    await Promise.all([none.stop(), two.stop()])
  }
}

async function publishUrgent(school) {
  const headers = { ...(await signIn(school)), 'content-type': 'application/json' }
  const urgentUntil = new Date(Date.now() + HOUR_MS).toISOString()
  for (const title of ['কাল বিদ্যালয় বন্ধ', 'পরীক্ষার সময় বদলেছে']) {
    const body = JSON.stringify({ title, body: 'বিস্তারিত পরে জানানো হবে।', urgentUntil })
    const { status } = await fetch(`${school.url}/api/notices`, { method: 'POST', headers, body })
    if (status !== 201) throw new Error(`Publishing returned ${status}`)
  }
}

/** Measures the server's processor time per response. */
function taker({ url, pid }, { path, times }) {
  let time = 0
  return async () => {
    const before = await cpuSeconds(pid)
    for (let n = 0; n < times; n += 1) {
      time += 1
      const answer = await fetch(url + path(time), { headers: brotli })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path(time)} returned ${answer.status}`)
    }
    return { ms: (((await cpuSeconds(pid)) - before) * 1000) / times }
  }
}
