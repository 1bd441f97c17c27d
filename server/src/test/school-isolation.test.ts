import { UPLOADS_PATH, uploadIdIn } from '@bidyaloy/shared/api/uploads'
import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openCluster } from '../engines/postgres/cluster.ts'
import { connectCluster } from '../find-records.ts'
import { newId } from '../ids.ts'
import { type ApiDocument, type DocumentedOperation, readApiDocument } from './api-document.ts'
import { sendExample } from './documented-requests.ts'
import { type PostgresServer, settingsFor, startPostgres } from './postgres-server.ts'
import { fileOf, twoColors } from './sample-files.ts'
import { type SchoolsServer, silentLog, startSchoolsServer } from './schools-server.ts'
import { ADMIN, type TestClient } from './test-server.ts'

/* A school cannot see, change or guess what another one has. */
let postgres: PostgresServer
let server: SchoolsServer
let north: TestClient
let south: TestClient
let document: ApiDocument

beforeAll(async () => {
  postgres = await startPostgres()
  server = await startSchoolsServer(postgres.url, { env: { TRUST_PROXY: '1' } })
  north = await server.addSignedIn('north')
  south = await server.addSignedIn('south')
  const raw = await (await north.fetch('/api/openapi.json')).json()
  document = readApiDocument(raw)
  for (const operation of document.operations) {
    // Others change these records.
    if (!/^create(SchoolInfo|Contact)$/.test(operation.id)) continue
    await sendExample(north, operation, 'application/json')
  }
}, 120_000)
afterAll(async () => {
  await server.stop()
  await postgres.stop()
})

/** The tables of schools, from the database itself. */
async function schoolTables(): Promise<string[]> {
  const rows = await server.query(
    'north',
    `SELECT table_name AS name FROM information_schema.columns
      WHERE column_name = 'school' AND table_schema = 'public' ORDER BY 1`,
  )
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name)
}

/** What background work changes by itself. */
const OF_WORK = ['told', 'entry_search', 'page_text']

/** All rows of a school in one statement, without what background work changes. */
async function rowsOf(school: string, tables: readonly string[]): Promise<string> {
  const columns = tables.map((table) => {
    const row =
      table === 'entry'
        ? 'jsonb_build_array(seq, id, title, version, draft, deleted_at)'
        : "to_jsonb(one) - '{last_sign_in_at}'::text[]"
    return `(SELECT jsonb_agg(${row} ORDER BY ${row}) FROM ${table} AS one) AS ${table}`
  })
  return JSON.stringify(await server.query(school, `SELECT ${columns.join()}`))
}

/** Ids of twelve and stems of twenty letters, as all records have. */
const IDS = /(?<![0-9a-z])(?:[0-9a-z]{20}|[0-9a-z]{12})(?![0-9a-z])/g

type Crossed = (
  send: (authorization: string | null) => Promise<Response>,
  own: string | null,
) => Promise<Response>

/**
 * Sends the documented request of `north` to `south`: ids, paths of files, cookies and secrets in it
 * are of `north`. The requests that it needs go to `north`.
 * @param crossed called instead of sending it
 */
async function crossOver(
  operation: DocumentedOperation,
  type: string | undefined,
  crossed: Crossed,
): Promise<void> {
  const pattern = new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`)
  const crossing: TestClient = {
    ...north,
    fetch(target, init = {}) {
      if (!pattern.test(target.split('?', 1)[0] ?? '')) return north.fetch(target, init)
      const headers = new Headers(init.headers)
      return crossed((authorization) => {
        headers.delete('authorization')
        if (authorization !== null) headers.set('authorization', authorization)
        return south.fetch(target, { ...init, headers })
      }, headers.get('authorization'))
    },
  }
  await sendExample(crossing, operation, type)
}

it('finds and changes nothing of another school at any documented endpoint, whoever asks', async () => {
  const tables = (await schoolTables()).filter((name) => !OF_WORK.includes(name))
  const north = () => rowsOf('north', tables)
  for (const operation of document.operations) {
    const { id, forAdmins, bodies } = operation
    const [type] = Object.keys(bodies)
    let crossings = 0
    await crossOver(operation, type, async (send, own) => {
      crossings += 1
      const before = await north()
      const { status } = await send(own)
      if (forAdmins) expect([id, status]).toEqual([id, 401])
      let response = await send(`Bearer ${south.token}`)
      if (forAdmins && response.status === 401) {
        // An earlier request has ended the session.
        south = await server.signIn('south.example', ADMIN)
        response = await send(`Bearer ${south.token}`)
      }
      expect([id, response.status === 401]).toEqual([id, id === 'signInWithPasskey'])
      expect([id, await north()]).toEqual([id, before])
      if (!response.ok) return response
      const theirs = new Set(before.match(IDS))
      const text = await response.clone().text()
      const shown = text.match(IDS)?.filter((one) => theirs.has(one)) ?? []
      expect([id, shown]).toEqual([id, []])
      return response
    })
    expect([id, crossings]).toEqual([id, 1])
  }
  south = await server.signIn('south.example', ADMIN)
}, 300_000)

it('keeps cookies, files, share cards, previews and idempotency keys apart', async () => {
  const notices = { params: { collection: 'notices' } } as const
  const photo = fileOf(await twoColors(64, 48).jpeg().toBuffer(), 'photo.jpg')
  const entry = await north.admin.createEntry({ ...notices, body: { title: 'উত্তর' }, file: photo })
  const draft = await north.admin.createEntry({
    ...notices,
    body: { title: 'খসড়া', status: 'draft' },
  })
  const file = `/${entry.filePath}`
  expect((await north.fetch(file)).status).toBe(200)
  const cookie = { cookie: `${SESSION_COOKIE}=${north.token}` }
  const asAdmin = { authorization: `Bearer ${south.token}` }
  for (const [target, headers] of [
    [file, {}],
    [file, asAdmin],
    [`${file}?version`, asAdmin],
    [`/share/notices/${entry._id}.png`, {}],
    [`/n/${entry._id}`, {}],
    [`/n/${entry._id}/file`, asAdmin],
    [`/api/notices/${draft._id}`, asAdmin],
  ] as const) {
    const { status } = await south.fetch(target, { headers, redirect: 'manual' })
    expect([target, status]).toEqual([target, 404])
  }
  expect((await south.fetch('/api/admin/session', { headers: cookie })).status).toBe(401)
  expect((await north.fetch('/api/admin/session', { headers: cookie })).status).toBe(200)
  // The same key of the same admin's name is another one.
  const key = { idempotencyKey: 'the-same-key-of-both' }
  const here = await north.admin.createEntry({ ...notices, body: { title: 'ক', body: 'ক' } }, key)
  const there = await south.admin.createEntry({ ...notices, body: { title: 'খ', body: 'খ' } }, key)
  expect([here.title, there.title]).toEqual(['ক', 'খ'])
  // Cached by both, and never each other's.
  for (const [client, title] of [
    [north, 'ক'],
    [south, 'খ'],
    [north, 'ক'],
  ] as const) {
    const list = await client.visitor.listEntries({ ...notices, query: { limit: 1 } })
    expect(list[0]?.title).toBe(title)
    expect(await (await client.fetch('/allNotices')).text()).toContain(`>${title}<`)
  }
  const proofs = await Promise.all(
    [north, south].map((client) => client.visitor.proveServer({ body: { nonce: 'n'.repeat(43) } })),
  )
  expect(new Set(proofs.map(({ key }) => key)).size).toBe(2)
})

it('keeps unfinished uploads apart', async () => {
  const as = ({ token }: TestClient) => ({
    authorization: `Bearer ${token}`,
    'tus-resumable': '1.0.0',
  })
  const { headers } = await north.fetch(UPLOADS_PATH, {
    method: 'POST',
    headers: { ...as(north), 'upload-length': '0' },
  })
  const location = headers.get('location') ?? ''
  const length = async (client: TestClient) =>
    (await client.fetch(location, { method: 'HEAD', headers: as(client) })).status
  expect([await length(north), await length(south)]).toEqual([200, 404])
  const body = new FormData()
  body.set('title', 'উত্তরের ফাইল')
  body.set('uploads', JSON.stringify([uploadIdIn(location)]))
  const named = await south.fetch('/api/notices', { method: 'POST', headers: as(south), body })
  expect(named.status).toBe(410)
})

it('counts failed sign-ins of each school by itself', async () => {
  // Not the account of the other tests, which would wait for a quarter of an hour.
  const guessed = { username: 'guessed', password: ADMIN.password }
  for (const { admin } of [north, south]) {
    await admin.createAdmin({ body: { ...guessed, currentPassword: ADMIN.password } })
  }
  const wrong = { ...guessed, password: 'a wrong password' }
  const params = { collection: 'notices' } as const
  for (let n = 0; n < 10; n += 1) {
    await expect(north.visitor.login({ body: wrong })).rejects.toMatchObject({ status: 401 })
    // Each connection to the database serves one school, then the other.
    for (const { visitor } of [south, north]) {
      const reads = Array.from({ length: 20 }, (_, skip) =>
        visitor.listEntries({ params, query: { q: `${n} ${skip}` } }),
      )
      await Promise.all(reads)
    }
  }
  await expect(north.visitor.login({ body: guessed })).rejects.toMatchObject({ status: 429 })
  expect((await south.visitor.login({ body: guessed })).token).toBeTruthy()
})

describe('the database', () => {
  it('has every table of schools under forced row-level security, its keys beginning with the school', async () => {
    const tables = await schoolTables()
    expect(tables.length).toBeGreaterThan(20)
    const secured = await server.query(
      'north',
      `SELECT relname AS name FROM pg_class JOIN pg_policy ON polrelid = pg_class.oid
        WHERE relrowsecurity AND relforcerowsecurity AND polcmd = '*'
          AND pg_get_expr(polqual, polrelid) = pg_get_expr(polwithcheck, polrelid)
        ORDER BY 1`,
    )
    expect(secured).toEqual(tables.map((name) => ({ name })))
    const keys = await server.query(
      'north',
      `SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_attribute
          ON attrelid = indrelid AND attnum = indkey[0]
        WHERE indisunique AND attname <> 'school' AND indrelid = ANY (SELECT attrelid
          FROM pg_attribute WHERE attname = 'school')`,
    )
    expect(keys).toEqual([])
  })

  it('refuses roles that see all schools', async () => {
    for (const right of ['SUPERUSER', 'BYPASSRLS']) {
      const url = await postgres.urlOfRole(right)
      await expect(openCluster(url, { log: silentLog, holder: newId() })).rejects.toThrow(
        /sees the rows of all schools/,
      )
    }
  })

  it('takes a name of a school as a value, and gives no rows without one', async () => {
    const cluster = await openCluster(postgres.url, { log: silentLog, holder: newId() })
    try {
      const names = [
        "north'",
        "x', false); SET bidyaloy.school = 'north' --",
        '',
        'NORTH',
        'north ',
      ]
      for (const name of names) {
        const client = await cluster.connect(name)
        const { rows } = await client.query('SELECT FROM entry').finally(() => client.release())
        expect([name, rows]).toEqual([name, []])
      }
      const client = await cluster.connect('south')
      await expect(
        client.query("INSERT INTO secret (school, name, value) VALUES ('north', 'x', 'x')"),
      ).rejects.toThrow(/row-level security/)
      client.release()
      const bare = new pg.Client({ connectionString: postgres.url })
      await bare.connect()
      await expect(bare.query('SELECT FROM entry')).rejects.toThrow(/bidyaloy.school/)
      await bare.end()
    } finally {
      await cluster.close()
    }
  })

  it('lets no statement of a fault name another school, or undo the walls', async () => {
    // What somebody could do who got statements into those of the server.
    const cluster = await connectCluster(server.config, { log: silentLog })
    const client = await cluster.connect('south')
    try {
      const { rows } = await client.query("SELECT current_setting('bidyaloy.school') AS value")
      const own = z.string().parse(rows[0].value)
      expect(own).toBe(cluster.sign('south'))
      const ofNorth = [
        'north',
        own.replace('south', 'north'),
        cluster.sign('northern').slice(0, -3),
      ].map((name) => `SELECT set_config('bidyaloy.school', '${name}', false)`)
      for (const statement of ofNorth) {
        await client.query(statement)
        await expect(client.query('SELECT FROM entry')).rejects.toThrow(/is not signed/)
      }
      await client.query("SELECT set_config('bidyaloy.school', $1, false)", [own])
      for (const statement of [
        "SELECT sign_school('north')",
        'SELECT key FROM access_key',
        'DROP POLICY of_school ON entry',
        'ALTER TABLE entry NO FORCE ROW LEVEL SECURITY',
        'ALTER TABLE entry DISABLE ROW LEVEL SECURITY',
        "CREATE OR REPLACE FUNCTION present_school() RETURNS TEXT LANGUAGE sql AS $$SELECT 'north'$$",
        'TRUNCATE entry CASCADE',
        "UPDATE school SET host = 'elsewhere.example' WHERE name = 'north'",
        "DELETE FROM school WHERE name = 'north'",
        'SET ROLE school',
        // On a connection of the pool they would stand in for the tables of the next school.
        'CREATE TEMP TABLE admin AS SELECT * FROM admin',
        "CREATE FUNCTION pg_temp.present_school() RETURNS TEXT LANGUAGE sql AS $$SELECT 'north'$$",
      ]) {
        await expect(client.query(statement), statement).rejects.toThrow(
          /permission denied|must be (owner|member)/,
        )
      }
      await client.query('SET search_path = pg_temp, public')
      const key = "'\\x00'::bytea"
      const schools = 'SELECT DISTINCT school FROM admin'
      expect((await client.query(schools)).rows).toEqual([{ school: 'south' }])
      await client.query(`SELECT set_config('bidyaloy.school',
        encode(sha256(${key} || sha256(${key} || 'north')), 'hex') || ' north', false)`)
      await expect(client.query(schools)).rejects.toThrow(/is not signed/)
    } finally {
      client.release(true)
      await cluster.close()
    }
  })

  it('says which role is missing if that of the servers owns no tables', async () => {
    const { DATABASE_URL: url } = settingsFor(postgres.url)
    await expect(openCluster(String(url), { log: silentLog, holder: newId() })).rejects.toThrow(
      /^DATABASE_URL: this role does not own the tables: set DATABASE_OWNER_URL/,
    )
    const ownerUrl = await postgres.urlOfRole('REPLICATION SUPERUSER')
    await expect(
      openCluster(String(url), { ownerUrl, log: silentLog, holder: newId() }),
    ).rejects.toThrow(/^DATABASE_OWNER_URL: the role .* sees the rows of all schools/)
  })

  it('never mixes schools: not after a forgotten transaction, a lost connection, nor under load', async () => {
    const cluster = await openCluster(postgres.url, { log: silentLog, holder: newId() })
    const schoolOf = async (school: string) => {
      const client = await cluster.connect(school)
      const { rows } = await client
        .query('SELECT max(school) AS school, min(school) AS other FROM admin')
        .finally(() => client.release())
      return rows
    }
    try {
      const forgotten = await cluster.connect('north')
      await forgotten.query('BEGIN')
      forgotten.release()
      const next = await cluster.connect('south')
      await next.query('ROLLBACK')
      const { rows } = await next.query('SELECT present_school() AS school')
      expect(rows).toEqual([{ school: 'south' }])
      // What a statement has left in the session ends with the school.
      await next.query("SET statement_timeout = '1ms'")
      await next.query('SET search_path = pg_catalog')
      await next.query('SELECT pg_advisory_lock(7)')
      next.release()
      const after = await cluster.connect('north')
      const { rows: left } = await after.query(
        `SELECT current_setting('statement_timeout') AS timeout,
          (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 7) AS locks,
          (SELECT min(school) FROM admin) AS school`,
      )
      expect(left).toEqual([{ timeout: '2min', locks: 0, school: 'north' }])
      after.release()

      // Cut while it is told its school.
      const cut = await cluster.connect('north')
      const { rows: own } = await cut.query('SELECT pg_backend_pid() AS pid')
      cut.release()
      await cluster.pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND pid <> pg_backend_pid()',
        [own[0].pid],
      )
      await Promise.allSettled(Array.from({ length: 8 }, () => schoolOf('south')))

      const schools = Array.from({ length: 200 }, (_, n) => (n % 2 ? 'north' : 'south'))
      const found = await Promise.all(schools.map(schoolOf))
      expect(found).toEqual(schools.map((school) => [{ school, other: school }]))
    } finally {
      await cluster.close()
    }
    const clients = Array.from({ length: 200 }, (_, n) => (n % 2 ? north : south))
    const titles = { north: new Set(), south: new Set() }
    await Promise.all(
      clients.map(async (client, n) => {
        const query = { limit: 1 + (n % 50) }
        const list = await client.visitor.listEntries({ params: { collection: 'notices' }, query })
        for (const { _id } of list) titles[client === north ? 'north' : 'south'].add(_id)
      }),
    )
    expect([...titles.north].filter((id) => titles.south.has(id))).toEqual([])
  })

  it('has no statement that empties a table for all schools', async () => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const sources = await import('node:fs/promises').then(async (fs) => {
      const root = new URL('..', import.meta.url)
      const files = await fs.readdir(root, { recursive: true })
      const code = files.filter((file) => /(?<!\.test)\.ts$/.test(file) && !/^test/.test(file))
      return Promise.all(
        code.map(async (file) => [file, await fs.readFile(new URL(file, root), 'utf8')]),
      )
    })
    await client.end()
    const found = sources.filter(([, text]) =>
      /TRUNCATE|\.clear\((?:\w+Row|'\w+')\)/.test(text ?? ''),
    )
    expect(found.map(([file]) => file)).toEqual([])
  })
})
