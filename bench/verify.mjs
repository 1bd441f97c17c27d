import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import path from 'node:path'

const Sqlite = createRequire(new URL('../server/package.json', import.meta.url))('better-sqlite3')

/** Hashes of a school with some thousand photos, each of several sizes. */
const FILES = 20_000
const SCHEDULED = '2999-01-01T00:00:00.000Z'

const newHash = () => randomBytes(32).toString('hex')
const hashes = { hit: [], scheduled: [], miss: [] }

/** Gives visible notices many files, and as many that are scheduled. */
async function withFiles(dataDir) {
  const database = new Sqlite(path.join(dataDir, 'bidyaloy.sqlite'))
  const ids = database
    .prepare("SELECT id FROM entry WHERE collection = 'notices' AND draft IS NULL")
    .pluck()
    .all()
  const insert = database.prepare(
    'INSERT INTO published_file (stem, sha256, entry_id, from_at) VALUES (?, ?, ?, ?)',
  )
  const add = (kind, from, n) => {
    const hash = newHash()
    hashes[kind].push(hash)
    insert.run(`bench${kind}${n}`, hash, ids[n % ids.length], from)
  }
  database.transaction(() => {
    for (let n = 0; n < FILES; n += 1) {
      add('hit', '2020-01-01T00:00:00.000Z', n)
      add('scheduled', SCHEDULED, n)
      hashes.miss.push(newHash())
    }
  })()
  database.close()
}

/** The server that is measured. */
export const server = { prepare: withFiles }

/** Measures how long an answer takes: each hash is asked once, so that none comes from the cache. */
export async function measure({ short }, { url }) {
  const times = { hit: [], scheduled: [], miss: [] }
  const counts = {}
  const rounds = short ? 300 : 2000
  for (let n = -50; n < rounds; n += 1) {
    // In turn, so that what else the machine does falls on all alike.
    for (const kind of Object.keys(times)) {
      const started = performance.now()
      const answer = await fetch(`${url}/api/verify?sha256=${hashes[kind].pop()}`)
      const { state } = await answer.json()
      if (n < 0) continue
      times[kind].push(performance.now() - started)
      counts[`${kind} ${state}`] = (counts[`${kind} ${state}`] ?? 0) + 1
    }
  }
  for (const list of Object.values(times)) list.sort((a, b) => a - b)
  const at = (kind, share) => times[kind][Math.floor(rounds * share)]
  const row = (what, kind, other) => ({
    what,
    figure: at(kind, 0.5) / at(other, 0.5),
    unit: `× ${other}`,
    raw: {
      asked: rounds,
      [`${kind} ms`]: at(kind, 0.5),
      [`${other} ms`]: at(other, 0.5),
      [`${kind} 95 %`]: at(kind, 0.95),
      [`${other} 95 %`]: at(other, 0.95),
    },
  })
  return [
    { ...row('a published file', 'hit', 'miss'), aim: { atMost: 1.25 } },
    { ...row('a scheduled file', 'scheduled', 'miss'), aim: { atMost: 1.1 } },
    { what: 'answers', figure: rounds * 3, unit: 'answers', raw: counts },
  ]
}
