import { cpuSeconds } from './load.mjs'
import { withNotices } from './many-notices.mjs'
import { inRounds } from './rounds.mjs'
import { signIn, startSchool } from './servers.mjs'

const FEW = 100
/** Letters of three pages. */
const LETTERS = 4000
/** A word in nearly every title: all match and are counted, and each school shows a full page of 25. */
const LETTER = 'র'
/** A word in no title. */
const VAIN = 'ঢ়'

/**
 * Requests, varied each time to miss the cache. `fresh`: writes first, because the URL itself cannot be
 * varied.
 */
const asked = [
  { name: 'front page', fresh: true, path: () => '/' },
  { name: 'list, page 1', fresh: true, path: () => '/allNotices' },
  { name: 'API, limit=25', fresh: true, path: () => '/api/notices?limit=25' },
  {
    name: 'search, page',
    path: (time) => `/allNotices?q=${encodeURIComponent(varied(LETTER, time))}`,
  },
  {
    name: 'search, API, limit=25',
    path: (time) => `/api/notices?limit=25&q=${encodeURIComponent(varied(LETTER, time))}`,
  },
  {
    name: 'vain search, API, limit=25',
    path: (time) => `/api/notices?limit=25&q=${encodeURIComponent(varied(VAIN, time))}`,
  },
]

/** Repeats a word ten times; the spaces in between encode a number. The search stays the same. */
export const varied = (word, time) =>
  word + Array.from({ length: 9 }, (_, bit) => ((time >> bit) & 1 ? '  ' : ' ') + word).join('')

/** Measures uncached responses with 100, 1,000, 10,000 and 100,000 notices with texts. */
export async function measure({ short }) {
  const sizes = short ? [FEW, 10_000] : [FEW, 1000, 10_000, 100_000]
  const schools = []
  try {
    for (const size of sizes) {
      const school = await startSchool(withNotices(size, { letters: LETTERS }))
      schools.push({ ...school, size, ask: await asker(school) })
    }
    const rows = []
    for (const one of asked) rows.push(...(await compare(schools, one, short ? 10 : 25)))
    return rows
  } finally {
    for (const { stop } of schools) await stop()
  }
}

async function compare(schools, one, rounds) {
  const medians = await inRounds(
    rounds,
    Object.fromEntries(schools.map(({ size, ask }) => [size, () => ask(one)])),
  )
  const few = medians[FEW].ms
  const rows = []
  for (const school of schools.slice(1)) {
    const { ms } = medians[school.size]
    const raw = { ms, 'ms with 100': few, 'of 100': ms / few }
    const what = `${one.name}, ${school.size.toLocaleString('en')} notices`
    if (one.fresh) {
      rows.push({ what, figure: ms / few, unit: 'of 100 notices', aim: { atMost: 1.2 }, raw })
    } else {
      const figure = await inProcess(school, one, rounds)
      const aim = school.size === 10_000 && { aim: { atMost: 15 } }
      rows.push({ what, figure, unit: 'ms CPU', ...aim, raw })
    }
  }
  return rows
}

/** Server CPU time per response in milliseconds. */
async function inProcess({ pid, ask }, one, times) {
  const before = await cpuSeconds(pid)
  for (let time = 0; time < times; time += 1) await ask(one)
  return (((await cpuSeconds(pid)) - before) * 1000) / times
}

/** Sends uncached requests to one school. */
async function asker(school) {
  const headers = { ...(await signIn(school)), 'content-type': 'application/json' }
  const body = JSON.stringify({ videoLink: 'https://youtu.be/dQw4w9WgXcQ', title: 'পরিমাপ' })
  let time = 0
  return async ({ fresh, path }) => {
    time += 1
    if (fresh) {
      const written = await fetch(`${school.url}/api/main-gallery`, {
        method: 'POST',
        headers,
        body,
      })
      if (written.status !== 201) throw new Error(`A write returned ${written.status}`)
    }
    const started = performance.now()
    const answer = await fetch(school.url + path(time), { headers: { 'accept-encoding': 'br' } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path(time)} returned ${answer.status}`)
    return { ms: performance.now() - started }
  }
}
