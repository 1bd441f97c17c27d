import http from 'node:http'
import { tsImport } from 'tsx/esm/api'
import { residentMb } from './resident.mjs'
import { median } from './rounds.mjs'
import { startEmpty } from './servers.mjs'

const { openCluster } = await tsImport('../server/src/engines/postgres/cluster.ts', import.meta.url)
const TOKEN = 'the token of the bench'
const READS = 2000
const hostOf = (n) => `school-${n}.example`

/** Measures a process that serves 1, 100 and 1,000 schools, all open. */
export async function measure({ short }) {
  const { startPostgres } = await tsImport('../server/src/test/postgres-server.ts', import.meta.url)
  const rows = []
  let one
  for (const schools of short ? [1, 20, 100] : [1, 100, 1000]) {
    const postgres = await startPostgres()
    const server = await startEmpty({
      DATABASE_URL: postgres.url,
      SCHOOLS: '1',
      METRICS_TOKEN: TOKEN,
      BACKUP_AT: 'off',
      ADMIN_PASSWORD: '',
    })
    try {
      const figures = await measureSchools(server, postgres, schools)
      one ??= figures
      rows.push(...rowsOf(schools, figures, one))
    } finally {
      await server.stop()
      await postgres.stop()
    }
  }
  return rows
}

function rowsOf(schools, { heapMb, rssMb, connections, openMs, pageMs }, one) {
  const row = (what, figure, unit, more = {}) => ({
    what: `${schools} schools: ${what}`,
    figure,
    unit,
    ...more,
  })
  return [
    row('RSS above one school', rssMb - one.rssMb, 'MB', {
      aim: { atMost: 400 },
      raw: { RSS: rssMb, heap: heapMb },
    }),
    row('connections', connections, 'connections', { aim: { atMost: 10 } }),
    row('first page of a closed school, p50', openMs, 'ms'),
    row('cached page of any school, p50', pageMs, 'ms'),
  ]
}

async function measureSchools({ url, pid }, postgres, schools) {
  await addSchools(postgres.url, schools)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const get = (host, path = '/', headers = {}) =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      http
        .get(
          url + path,
          { agent, headers: { host, 'accept-encoding': 'br', ...headers } },
          (answer) => {
            const chunks = []
            answer.on('data', (chunk) => chunks.push(chunk))
            answer.on('end', () => {
              const text = Buffer.concat(chunks).toString()
              if (answer.statusCode === 200) resolve({ ms: performance.now() - started, text })
              else reject(new Error(`${host}${path} returned ${answer.statusCode}`))
            })
          },
        )
        .on('error', reject)
    })
  const all = Array.from({ length: schools }, (_, n) => hostOf(n))
  const inTurn = async (hosts) => {
    const took = []
    for (const host of hosts) took.push((await get(host)).ms)
    return median(took)
  }
  const openMs = await inTurn(all)
  // Once more, so that each page is compressed and cached.
  await inTurn(all)
  const pageMs = await inTurn(Array.from({ length: READS }, (_, n) => all[n % schools]))
  const { text } = await get('any', '/metrics', { authorization: `Bearer ${TOKEN}` })
  const gauge = (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  if (gauge('bidyaloy_schools_open') !== schools) throw new Error('Not all schools are open')
  agent.destroy()
  return {
    openMs,
    pageMs,
    heapMb: gauge('nodejs_heap_size_used_bytes') / 2 ** 20,
    rssMb: await residentMb(pid),
    connections: await connectionsOf(postgres.url),
  }
}

/** Adds schools with an admin and no content, which is the same for each. */
const addSchools = (url, count) =>
  query(
    url,
    `DO $$ BEGIN
      FOR n IN 0..${count - 1} LOOP
        INSERT INTO school (name, host, maintained_at)
          VALUES ('school-' || n, 'school-' || n || '.example', now());
        PERFORM set_config('bidyaloy.school', 'school-' || n, true);
        INSERT INTO admin (id, username, password_hash, created_at)
          VALUES ('of-bench', 'admin', 'none', '2026-01-01T00:00:00.000Z');
      END LOOP;
    END $$`,
  )

async function connectionsOf(url) {
  const rows = await query(
    url,
    `SELECT count(*) AS count FROM pg_stat_activity
      WHERE application_name = 'bidyaloy' AND pid <> pg_backend_pid()`,
  )
  return rows[0].count
}

async function query(url, statement) {
  const cluster = await openCluster(url, { log: { info() {}, warn() {} }, holder: 'bench' })
  return cluster.pool
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => cluster.close())
}
