import { createRequire } from 'node:module'
import path from 'node:path'
import { startSchool } from './servers.mjs'

// A package of the server's, which alone talks to the database.
const Sqlite = createRequire(new URL('../server/package.json', import.meta.url))('better-sqlite3')

const MANY = 10_000
const FEW = 100
const REQUESTS = 60
/** In nearly every title: all are found and counted, and both schools show a full page of 25. */
const LETTER = 'র'

/**
 * How long a search in the list of notices takes, drawn page and all, in a school with very many
 * and in one with few. No kept page answers: each request is worded a little differently.
 */
export async function searchAmongMany() {
  const schools = [await startSchool(leaveNotices(MANY)), await startSchool(leaveNotices(FEW))]
  try {
    const times = schools.map(() => [])
    for (let request = 0; request < REQUESTS; request += 1) {
      for (const [at, { url }] of schools.entries()) times[at].push(await search(url, request))
    }
    const [manyMs, fewMs] = times.map(median)
    return {
      manyMs: Number(manyMs.toFixed(1)),
      fewMs: Number(fewMs.toFixed(1)),
      ratio: Number((manyMs / fewMs).toFixed(2)),
    }
  } finally {
    for (const { stop } of schools) await stop()
  }
}

async function search(url, request) {
  const words = `${LETTER} `.repeat(request + 1)
  const started = performance.now()
  const answer = await fetch(`${url}/allNotices?q=${encodeURIComponent(words)}`)
  const html = await answer.text()
  if (!answer.ok || html.split('<tr ').length < 26) throw new Error('The search found too little')
  return performance.now() - started
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** Makes as many notices out of those of the sample school, or takes the rest of them away. */
function leaveNotices(count) {
  return async (dataDir) => {
    const database = new Sqlite(path.join(dataDir, 'bidyaloy.sqlite'))
    const columns = database.pragma('table_info(entry)').map(({ name }) => name)
    const made = {
      seq: 'NULL',
      id: "'many' || :n",
      title: "title || ' ' || :n",
      search_text: "search_text || ' ' || :n",
      file: 'NULL',
      file_stem: 'NULL',
    }
    const samples = database
      .prepare("SELECT seq FROM entry WHERE collection = 'notices' AND deleted_at IS NULL")
      .pluck()
      .all()
    const copy = database.prepare(
      `INSERT INTO entry (${columns}) SELECT ${columns.map((name) => made[name] ?? name)} FROM entry WHERE seq = :seq`,
    )
    const remove = database.prepare('DELETE FROM entry WHERE seq = ?')
    database.transaction(() => {
      for (let n = samples.length; n < count; n += 1) {
        copy.run({ n, seq: samples[n % samples.length] })
      }
      for (const seq of samples.slice(count)) remove.run(seq)
    })()
    database.close()
  }
}
