import { createRequire } from 'node:module'
import path from 'node:path'
import { cpuSeconds } from './load.mjs'
import { COMMON, seeded, textOf, withNotices, wordOf } from './many-notices.mjs'
import { signIn } from './servers.mjs'

const Sqlite = createRequire(new URL('../server/package.json', import.meta.url))('better-sqlite3')

const NOTICES = 10_000
/** Letters of three pages. */
const LETTERS = 4000

/** Gives 10,000 notices three pages of text each; the start builds the index. */
async function withTexts(dataDir) {
  await withNotices(NOTICES, { letters: LETTERS })(dataDir)
  const database = new Sqlite(path.join(dataDir, 'bidyaloy.sqlite'))
  database.pragma('user_version = 0')
  database.close()
}

const API = '/api/search'
const PAGE = '/search'
const rare = (n) => wordOf(9000 + 37 * n)
const common = (n) => `${COMMON}${' '.repeat(n)}`
const letters = (n) => `${wordOf(n).slice(0, 2)}${' '.repeat(n)}`

/** Words of a search; the number varies it, so that no response is cached. */
const asked = [
  { what: 'a rare word', path: API, words: rare, atMost: 5 },
  {
    what: 'two words',
    path: API,
    words: (n) => `${wordOf(300 + n)} ${wordOf(700 + n)}`,
    atMost: 5,
  },
  { what: 'a common word', path: API, words: common, atMost: 20 },
  { what: 'two letters', path: API, words: letters, atMost: 50 },
  { what: 'page, a rare word', path: PAGE, words: rare },
  { what: 'page, a common word', path: PAGE, words: common },
  { what: 'page, nothing found', path: PAGE, words: (n) => `ঝঝঝ${n}` },
]

/** The server that is measured. */
export const server = { prepare: withTexts }

/** Measures searches, and the cost of their index, with 10,000 notices of three pages. */
export async function measure({ short }, school) {
  const rows = [{ what: 'start that builds the index', figure: school.readyMs / 1000, unit: 's' }]
  const times = short ? 20 : 60
  for (const { what, path: page, words, atMost } of asked) {
    const figures = []
    for (let n = 0; n < times; n += 1) figures.push(await costOf(school, page, words(n)))
    figures.sort((a, b) => a - b)
    const figure = figures[Math.floor(times / 2)]
    rows.push({
      what: `search, ${what}`,
      figure,
      unit: 'ms CPU',
      ...(atMost && { aim: { atMost } }),
    })
  }
  rows.push({ what: 'publish a text of three pages', ...(await writeCost(school, times)) })
  const database = new Sqlite(path.join(school.dataDir, 'bidyaloy.sqlite'), { readonly: true })
  const index = database.prepare('SELECT sum(length(block)) FROM entry_search_data').pluck().get()
  database.close()
  rows.push({ what: 'index', figure: index / 1e6, unit: 'MB' })
  return rows
}

const BATCH = 10

/** Returns the server's CPU time of one uncached search, in milliseconds. */
async function costOf({ url, pid }, page, words) {
  const before = await cpuSeconds(pid)
  for (let n = 0; n < BATCH; n += 1) {
    const query = new URLSearchParams({ q: words + '.'.repeat(n) })
    const answer = await fetch(`${url}${page}?${query}`)
    if (!answer.ok) throw new Error(`A search returned ${answer.status}`)
    await answer.arrayBuffer()
  }
  // Tenths: the processor time comes in steps of 10 ms for the batch.
  return Math.round(((await cpuSeconds(pid)) - before) * 10_000) / 10 / BATCH
}

async function writeCost(school, times) {
  const headers = { ...(await signIn(school)), 'content-type': 'application/json' }
  const random = seeded(11)
  const before = await cpuSeconds(school.pid)
  for (let n = 0; n < times; n += 1) {
    const body = JSON.stringify({ title: `পরিমাপ ${n}`, body: textOf(random, LETTERS) })
    const written = await fetch(`${school.url}/api/notices`, { method: 'POST', headers, body })
    if (written.status !== 201) throw new Error(`A write returned ${written.status}`)
  }
  return { figure: (((await cpuSeconds(school.pid)) - before) * 1000) / times, unit: 'ms CPU' }
}
