import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { connectCluster } from '../../find-records.ts'
import { newId } from '../../ids.ts'
import { createLog } from '../../log.ts'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import { fileOf } from '../../test/sample-files.ts'
import { silentLog } from '../../test/schools-server.ts'
import { startTestServer } from '../../test/test-server.ts'
import { readSchoolStates } from '../schools/school-states.ts'
import { type Cluster, type ClusterUpgrade, openCluster } from './cluster.ts'
import { postgresMigrations } from './tables.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const open = (url: string, options: { steps?: typeof postgresMigrations } = {}) =>
  openCluster(url, { log: silentLog, holder: newId(), ...options })

/**
 * Starts a pooler that gives every transaction the first session, as an idle one does. Each client
 * signs in at a session of its own.
 */
async function startPooler(target: string) {
  const { hostname, port } = new URL(target)
  let shared: net.Socket | undefined
  let asking: net.Socket | undefined
  const sockets = new Set<net.Socket>()
  const pooler = net.createServer((client) => {
    const session = net.connect(Number(port), hostname)
    shared ??= session
    for (const socket of [client, session]) sockets.add(socket.on('error', () => undefined))
    let isReady = false
    client.on('data', (bytes) => {
      asking = client
      const chosen = isReady ? shared : session
      chosen?.write(bytes)
    })
    session.on('data', (bytes) => {
      const receiver = isReady ? asking : client
      receiver?.write(bytes)
      // ReadyForQuery.
      isReady ||= bytes.at(-6) === 'Z'.charCodeAt(0)
    })
  })
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const url = new URL(target)
  url.port = String((pooler.address() as AddressInfo).port)
  return {
    url: url.href,
    stop() {
      pooler.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Starts a proxy that, once armed, cuts the connection of a statement instead of passing on its response. */
async function startCutter(target: string, statement: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<net.Socket>()
  const proxy = net.createServer((client) => {
    const session = net.connect(Number(port), hostname)
    for (const socket of [client, session]) sockets.add(socket.on('error', () => undefined))
    let hasStatement = false
    client.on('data', (bytes) => {
      hasStatement = cutter.isArmed && bytes.includes(statement)
      session.write(bytes)
    })
    session.on('data', (bytes) => {
      if (!hasStatement) return client.write(bytes)
      cutter.isArmed = false
      client.destroy()
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(target)
  url.port = String((proxy.address() as AddressInfo).port)
  const cutter = {
    url: url.href,
    isArmed: false,
    stop() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return cutter
}

it('keeps the file of an entry whose commit got no answer', async () => {
  const cutter = await startCutter(postgres.url, 'COMMIT')
  const env = { DATABASE_URL: cutter.url, DATABASE_OWNER_URL: '', STORAGE_URL: '' }
  const school = await startTestServer({ env, school: 'cut' })
  const params = { collection: 'notices' } as const
  const create = () =>
    school.admin.createEntry(
      { params, body: { title: 'ছুটি' }, file: fileOf('ছুটি', 'notice.txt') },
      { idempotencyKey: 'cut.1' },
    )
  cutter.isArmed = true
  await expect(create()).rejects.toMatchObject({ status: 503 })
  expect(cutter.isArmed).toBe(false)
  const created = await create()
  expect(await school.visitor.listEntries({ params })).toMatchObject([{ _id: created._id }])
  expect(await (await school.fetch(`/${created.filePath}`)).text()).toBe('ছুটি')
  await school.stop()
  cutter.stop()
})

it('outlives a connection that is lost while it changes schools', async () => {
  const cutter = await startCutter(postgres.url, 'DISCARD ALL')
  const cluster = await open(cutter.url)
  const connect = async (school: string) => (await cluster.connect(school)).release()
  await connect('one')
  cutter.isArmed = true
  await expect(connect('two')).rejects.toThrow('Connection terminated')
  await connect('two')
  await cluster.close()
  cutter.stop()
})

it('refuses a pooler that shares sessions, even an idle one', async () => {
  const pooler = await startPooler(postgres.url)
  await expect(open(pooler.url)).rejects.toThrow('DATABASE_URL: a pooler shares sessions')
  pooler.stop()
})

it('says so where the role may have too few connections', async () => {
  const url = await postgres.urlOfRole('CONNECTION LIMIT 1')
  await expect(open(url)).rejects.toThrow(/^DATABASE_URL: .*too many connections for role/)
})

it('ends a start whose upgrade cannot read the rows of a school', async () => {
  const url = await postgres.addDatabase()
  const former = await open(url, { steps: postgresMigrations.slice(0, -1) })
  await former.pool.query("INSERT INTO school (name) VALUES ('north')")
  await former.pool.query('ALTER TABLE admin RENAME TO admin_of_before')
  await former.close()
  const config = readConfig({ DATABASE_URL: url, SCHOOLS: '1' })
  await expect(connectCluster(config, { log: silentLog })).rejects.toThrow(/"admin" does not exist/)
})

it('outlives a connection that is lost while an upgrade makes backups', async () => {
  const url = await postgres.addDatabase()
  await (await open(url, { steps: postgresMigrations.slice(0, -1) })).close()
  const operator = await open(postgres.url)
  const upgrade: ClusterUpgrade = async (_, migrateAll) => {
    const others = 'FROM pg_stat_activity WHERE datname = $1'
    const values = [new URL(url).pathname.slice(1)]
    await operator.pool.query(`SELECT pg_terminate_backend(pid) ${others}`, values)
    const left = async () => (await operator.pool.query(`SELECT ${others}`, values)).rowCount
    await expect.poll(left).toBe(0)
    await migrateAll()
  }
  const opened = openCluster(url, { log: silentLog, holder: newId(), upgrade })
  await expect(opened).rejects.toThrow(/^DATABASE_URL: /)
  await operator.close()
})

it('shows a write of another process while all connections are busy', async () => {
  const server = await startTestServer({ school: 'busy', env: { DATABASE_URL: postgres.url } })
  const cluster = await open(postgres.url)
  const [lock, other] = await Promise.all([cluster.connect('busy'), cluster.connect('busy')])
  const stats = async () => (await server.fetch('/api/stats/notices')).text()
  expect(await stats()).toBe('{"total":0,"years":[]}')
  await lock.query('BEGIN')
  await lock.query('LOCK TABLE file_owner')
  const files = Array.from({ length: 10 }, (_, n) =>
    server.fetch(`/uploads/${'a'.repeat(19)}${n}.pdf`),
  )
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
  await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(8)
  await other.query("INSERT INTO entry_count VALUES (DEFAULT, 'notices', 2026, '', 1)")
  await other.query("UPDATE school SET revision = revision + 1 WHERE name = 'busy'")
  const after = stats()
  // Longer than a page waits for the revision.
  await other.query('SELECT pg_sleep(1)')
  await lock.query('COMMIT')
  expect(await after).toBe('{"total":1,"years":[{"year":2026,"count":1}]}')
  expect((await Promise.all(files)).map(({ status }) => status)).toEqual(Array(10).fill(404))
  lock.release()
  other.release()
  await cluster.close()
  await server.stop()
})

it('lets the database notice a machine that lost its power', async () => {
  const cluster = await open(postgres.url)
  const { rows } = await cluster.pool.query('SHOW tcp_keepalives_idle')
  expect(rows).toEqual([{ tcp_keepalives_idle: '30' }])
  await cluster.close()
})

it('logs a lost connection without what the driver knows of it', async () => {
  const lines: string[] = []
  const settings = { ...readConfig({}), production: true }
  const log = createLog(settings, { write: (line) => lines.push(line) })
  const cluster = await openCluster(postgres.url, { log, holder: newId() })
  const [idle, other] = await Promise.all([cluster.connect('idle'), cluster.connect('other')])
  const { rows } = await idle.query('SELECT pg_backend_pid() AS pid')
  idle.release()
  await other.query('SELECT pg_terminate_backend($1)', [rows[0].pid])
  await expect.poll(() => lines.join('')).toContain('a connection to the database was lost')
  expect(lines.join('')).toContain('57P01')
  expect(lines.join('')).not.toMatch(/secretKey|connectionParameters|"idle"/)
  other.release()
  await cluster.close()
})

it('takes the tables of development versions, unless they stopped before the last change', async () => {
  const { pool, close } = await open(postgres.url)
  const applied = async () => (await pool.query('SELECT name FROM migrations')).rows
  const present = await applied()
  const pretend = async (...names: string[]) => {
    await pool.query('DELETE FROM migrations')
    for (const name of names) await pool.query('INSERT INTO migrations VALUES ($1)', [name])
  }
  const [first, ...later] = postgresMigrations.map(({ name }) => name)
  await pretend('Passkeys1763700000016', 'ConfirmedSubscriptions1763700000017', ...later)
  await (await open(postgres.url)).close()
  expect(await applied()).toEqual(expect.arrayContaining(present))
  await pretend('Passkeys1763700000016')
  await expect(open(postgres.url)).rejects.toThrow(/only commit [0-9a-f]{10} can raise/)
  await pretend(first ?? '', ...later)
  await close()
})

it('makes records of the student counts of each school, and gives schools settings', async () => {
  const url = await postgres.addDatabase()
  const former = await open(url, { steps: postgresMigrations.slice(0, 1) })
  const counts = { north: '{"girls":55}', south: '{half' }
  for (const [school, numbers] of Object.entries(counts)) {
    await former.pool.query('INSERT INTO school (name) VALUES ($1)', [school])
    const client = await former.connect(school)
    await client.query(
      `INSERT INTO student_count (id, class_name, shift, section, counts, updated_at)
        VALUES ('same', 'Six', 'Day', 'A', $1, '2026-01-01T00:00:00.000Z')`,
      [numbers],
    )
    client.release()
  }
  await former.close()
  await (await open(url, { steps: postgresMigrations.slice(0, -1) })).close()
  const cluster = await open(url)
  const states = await readSchoolStates(cluster, { now: new Date() })
  expect(states).toHaveLength(2)
  expect(states).toContainEqual(
    expect.objectContaining({ name: 'north', furtherHosts: [], suspendedAt: null, quota: null }),
  )
  const group = { className: 'Six', shift: 'Day', section: 'A' }
  for (const [school, data] of [
    ['north', { ...group, girls: 55 }],
    ['south', group],
  ] as const) {
    const client = await cluster.connect(school)
    const { rows } = await client.query('SELECT key, data FROM record')
    client.release()
    expect(rows).toHaveLength(1)
    expect(rows[0].key).toBe('Six Day A')
    expect(JSON.parse(rows[0].data)).toEqual(data)
  }
  await cluster.close()
})

/** As versions without signatures have made the tables of schools. */
const UNSIGNED = `DO $$
  DECLARE one TEXT;
  BEGIN
    FOR one IN SELECT relname FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid LOOP
      EXECUTE format('ALTER POLICY of_school ON %1$I
        USING (school = current_setting(''bidyaloy.school''))
        WITH CHECK (school = current_setting(''bidyaloy.school''));
        ALTER TABLE %1$I ALTER school SET DEFAULT current_setting(''bidyaloy.school'')', one);
    END LOOP;
    DROP FUNCTION school_states, present_school, sign_school;
    DROP TABLE access_key;
    CREATE FUNCTION school_states(TEXT, TEXT, TEXT[]) RETURNS BIGINT LANGUAGE sql AS 'SELECT 1';
  END
$$`

it('signs the schools of a database that has no signatures, with their rows', async () => {
  const url = await postgres.addDatabase()
  const former = await open(url)
  await former.owner.query("INSERT INTO school (name) VALUES ('north'), ('south')")
  const rowsOf = async (cluster: Cluster, school: string) => {
    const client = await cluster.connect(school)
    const { rows } = await client.query('SELECT value FROM secret').finally(() => client.release())
    return rows.map(({ value }) => value)
  }
  for (const school of ['north', 'south']) {
    const client = await former.connect(school)
    await client.query("INSERT INTO secret (name, value) VALUES ('x', $1)", [school])
    client.release()
  }
  await former.owner.query(UNSIGNED)
  await former.close()
  const cluster = await open(url)
  expect(await rowsOf(cluster, 'north')).toEqual(['north'])
  expect(await rowsOf(cluster, 'south')).toEqual(['south'])
  const states = await readSchoolStates(cluster, { now: new Date() })
  expect(states.map(({ name, entries }) => [name, entries])).toEqual([
    ['north', 0],
    ['south', 0],
  ])
  const { rows } = await cluster.pool.query(
    `SELECT polrelid::regclass FROM pg_policy
      WHERE pg_get_expr(polqual, polrelid) NOT LIKE '%present_school()%'`,
  )
  expect(rows).toEqual([])
  await cluster.close()
})
