import { setTimeout as wait } from 'node:timers/promises'
import { tsImport } from 'tsx/esm/api'
import { cpuSeconds, load } from './load.mjs'
import { childrenOf } from './resident.mjs'
import { median } from './rounds.mjs'
import { previewsRendered, signIn, startEmpty, startSchool } from './servers.mjs'

const TEST = '../server/src/test'
const brotli = { 'accept-encoding': 'br' }
const CONNECTIONS = 48
const DRAWN = 200
const WRITES = 200
const SHORT_OF = 5

/** Measures SQLite against PostgreSQL with one, two and four processes, which share two files' bucket. */
export async function measure({ rounds, seconds, short }) {
  const { startPostgres } = await tsImport(`${TEST}/postgres-server.ts`, import.meta.url)
  const { startBucket } = await tsImport(`${TEST}/bucket.ts`, import.meta.url)
  const effort = { rounds, seconds, count: short ? SHORT_OF : 1 }
  const school = await startSchool()
  let sqlite
  try {
    sqlite = await measureServers([school], effort)
  } finally {
    await school.stop()
  }
  const rows = rowsOf('SQLite × 1', sqlite)
  for (const processes of [1, 2, 4]) {
    const postgres = await startPostgres()
    const bucket = await startBucket()
    const servers = []
    try {
      const settings = { DATABASE_URL: postgres.url, STORAGE_URL: bucket.url, BACKUP_AT: 'off' }
      for (let n = 0; n < processes; n += 1) servers.push(await startEmpty(settings))
      await previewsRendered(servers[0].url)
      const figures = await measureServers(servers, { ...effort, engine: postgres.pid })
      rows.push(...rowsOf(`PostgreSQL × ${processes}`, figures, sqlite))
    } finally {
      for (const server of servers) await server.stop()
      await bucket.stop()
      await postgres.stop()
    }
  }
  return rows
}

/**
 * Aims of one process. A cached page asks for the revision, which costs 0.03 ms, and without it
 * 0.017 ms (decision 22).
 */
const AIMS = { cached: 3, drawn: 1.3 }

function rowsOf(name, figures, sqlite) {
  return Object.entries(figures).map(([what, { node, engine, perSecond, p99Ms }]) => ({
    what: `${name}: ${what}`,
    figure: sqlite ? node / sqlite[what].node : node,
    unit: sqlite ? 'of SQLite, CPU of Node' : 'ms CPU',
    ...(name === 'PostgreSQL × 1' && AIMS[what] && { aim: { atMost: AIMS[what] } }),
    raw: {
      'ms CPU': node,
      ...(engine && { 'of PostgreSQL': engine }),
      '/s': perSecond,
      'p99 ms': p99Ms,
    },
  }))
}

/** CPU per request of all processes, and the 99th percentile. @param engine id of PostgreSQL's process */
async function measureServers(servers, { rounds, seconds, count, engine }) {
  const cpu = async () => {
    const engines = engine ? [engine, ...(await childrenOf(engine))] : []
    const sum = async (pids) => {
      const each = await Promise.all(pids.map(cpuSeconds))
      return each.filter(Number.isFinite).reduce((one, other) => one + other, 0)
    }
    return { node: await sum(servers.map(({ pid }) => pid)), engine: await sum(engines) }
  }
  const perRequest = async (take) => {
    const taken = []
    for (let n = 0; n < rounds; n += 1) {
      const before = await cpu()
      const started = performance.now()
      const { requests, p99Ms } = await take(n)
      const after = await cpu()
      const ms = (of) => ((after[of] - before[of]) * 1000) / requests
      const perSecond = (requests * 1000) / (performance.now() - started)
      taken.push({ node: ms('node'), engine: ms('engine'), perSecond, p99Ms })
    }
    return Object.fromEntries(
      Object.keys(taken[0]).map((of) => [of, median(taken.map((one) => one[of]))]),
    )
  }
  const cached = async () => {
    const connections = CONNECTIONS / servers.length
    const all = await Promise.all(
      servers.map(({ url }) =>
        load({ url: `${url}/`, headers: brotli, connections, duration: seconds }),
      ),
    )
    return {
      requests: all.reduce((sum, { perSecond }) => sum + perSecond * seconds, 0),
      p99Ms: Math.max(...all.map(({ p99Ms }) => p99Ms)),
    }
  }
  const oneAfterTheOther = async (requests, send) => {
    const took = []
    for (let n = 0; n < requests; n += 1) {
      const started = performance.now()
      const answer = await send(n, servers[n % servers.length].url)
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${answer.url} returned ${answer.status}`)
      took.push(performance.now() - started)
    }
    return { requests, p99Ms: took.sort((a, b) => a - b)[Math.floor(requests * 0.99)] }
  }
  const headers = { ...(await signIn(servers[0])), 'content-type': 'application/json' }
  // Every address is new, so no page is cached.
  const drawn = (round) =>
    oneAfterTheOther(DRAWN / count, (n, url) => fetch(`${url}/allNotices?q=${round}-${n}`))
  const write = () =>
    oneAfterTheOther(WRITES / count, (n, url) =>
      fetch(`${url}/api/notices`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ title: `${n}`, body: 'পরিমাপ' }),
      }),
    )
  await cached()
  const figures = { cached: await perRequest(cached), drawn: await perRequest(drawn) }
  await wait(500)
  return { ...figures, write: await perRequest(write) }
}
