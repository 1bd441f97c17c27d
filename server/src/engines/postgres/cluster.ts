import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import pLimit from 'p-limit'
import pg from 'pg'
import type { Logger } from 'pino'
import * as z from 'zod'
import { DatabaseError } from '../../db/database-error.ts'
import { OUTDATED, presentMigrations, REPLACED_MIGRATIONS } from '../sqlite/replaced-migrations.ts'
import { ensureSigning, grantRows, readSigning } from './access.ts'
import { createLeaseHolder, type LeaseHolder } from './lease.ts'
import { type PostgresMigration, postgresMigrations } from './tables.ts'

/** Connections of a process, for all schools together; one more is for revisions and leases. */
const CONNECTIONS = 8
const LIMITER_CONNECTIONS = 2
/** Transactions at the same time: each may wait for another process, and readers must not. */
const MAX_TRANSACTIONS = 6
const CONNECT_TIMEOUT_MS = 5000
/** Longer than every statement of the program; ends those on a broken connection. */
const STATEMENT_TIMEOUT_MS = 120_000
/** A machine that lost its power in a transaction does not lock a school for longer than a minute. */
const KEEPALIVE =
  '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'
/** Time in which those who ask for the revision share a question. */
const GATHER_MS = 5
/** Time between deletions of limits that have run out. */
const FORGET_MS = 10 * MINUTE_MS
const FORGET_COUNTS = 'DELETE FROM rate_limit WHERE expire < $1'
/** PostgreSQL 15. */
const OLDEST_VERSION = 150_000

/** A PostgreSQL database with the records of schools. */
export interface Cluster {
  /** Takes a connection that sees the rows of one school only. @param from defaults to `pool` */
  connect(school: string, from?: pg.Pool): Promise<SchoolClient>
  /** The name of a school as `bidyaloy.school` of a connection. */
  sign(school: string): string
  /**
   * Returns the committed revision of a school (see `REVISION`), or null if the database cannot be
   * asked. All who share the answer get the same promise.
   */
  revisionOf(school: string): Promise<string | null>
  /** Limits the transactions of all schools. */
  limitTransactions<T>(run: () => Promise<T>): Promise<T>
  /** Which process does what. */
  readonly leases: LeaseHolder
  /** For statements about schools, and for tables of no school. */
  readonly pool: pg.Pool
  /** For limiters: their prepared statements must stay, and those of `pool` end when it changes schools. */
  readonly limiterPool: pg.Pool
  /** For what only the owner of the tables may do: to add, change and remove schools. */
  readonly owner: pg.Pool
  close(): Promise<void>
}

/** A connection of the pool. */
export interface SchoolClient extends pg.PoolClient {
  /** The school that it serves. */
  school?: string
}

interface ClusterOptions {
  log: Pick<Logger, 'info' | 'warn'>
  /** Id of this process among those that use the database. */
  holder: string
  /** All known migrations, oldest first. */
  steps?: readonly PostgresMigration[]
  /** URL of the database for the role that owns its tables; defaults to that of the servers. */
  ownerUrl?: string | undefined
  /** False to leave the tables as they are. */
  migrates?: boolean
  /** Migrates tables that an earlier version has made. */
  upgrade?: ClusterUpgrade | undefined
}

/** Migrates the tables by calling `migrateAll`, after what has to be done before, such as backups. */
export type ClusterUpgrade = (
  former: Pick<Cluster, 'connect' | 'pool'> & {
    /** Names of the applied migrations, oldest first. */
    applied: readonly string[]
  },
  migrateAll: () => Promise<void>,
) => Promise<void>

/**
 * Connects to PostgreSQL and brings its tables up to date.
 * @param url `postgres://user:secret@host:port/database`
 * @throws DatabaseError
 */
export async function openCluster(
  url: string,
  {
    log,
    holder,
    ownerUrl = url,
    steps = postgresMigrations,
    migrates = true,
    upgrade = (_, migrateAll) => migrateAll(),
  }: ClusterOptions,
): Promise<Cluster> {
  const poolOf = (max: number, connectionString = url) => {
    const created = new pg.Pool({
      connectionString,
      max,
      application_name: 'bidyaloy',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
      keepAlive: true,
      options: KEEPALIVE,
      types: { getTypeParser },
    })
    // One that breaks in use fails its statement as well; without a listener, the process would end.
    created.on('connect', (client) => client.on('error', () => undefined))
    // An idle connection broke. The pool opens another one when it is needed.
    return created.on('error', (error) =>
      log.warn({ err: error }, 'a connection to the database was lost'),
    )
  }
  const pool = poolOf(CONNECTIONS)
  // What is quick must not wait for slow reads: pages would be old, and leases lost.
  const quick = poolOf(1)
  const limiterPool = poolOf(LIMITER_CONNECTIONS)
  // Its connections end ten seconds after their last use.
  const owner = ownerUrl === url ? pool : poolOf(CONNECTIONS, ownerUrl)
  const endAll = () =>
    Promise.all([...new Set([pool, quick, limiterPool, owner])].map((one) => one.end()))
  let sign = (school: string) => school
  const connect: Cluster['connect'] = async (school, from = pool) => {
    for (;;) {
      const client: SchoolClient = await from.connect()
      // Released inside a transaction: its rollback would bring the former school back.
      if (client.getTransactionStatus() !== 'I') {
        client.release(true)
        continue
      }
      if (client.school === school) return client
      try {
        // What statements for another school have left in the session: settings, locks.
        if (client.school !== undefined) await client.query('DISCARD ALL')
        delete client.school
        await client.query("SELECT set_config('bidyaloy.school', $1, false)", [sign(school)])
        client.school = school
        return client
      } catch (error) {
        client.release(true)
        throw error
      }
    }
  }
  try {
    const role = await assertUsable(pool)
    await assertOwnSession(pool)
    if (owner !== pool) await assertUsable(owner).catch(asErrorOfOwner)
    sign = await readSigning(owner)
    if (migrates) {
      const former = { pool: owner, connect: (school: string) => connect(school, owner) }
      await migrate(owner, steps, {
        log,
        upgrade: (applied, migrateAll) => upgrade({ ...former, applied }, migrateAll),
        ...(owner !== pool && { role }),
      })
      sign = await readSigning(owner)
    }
  } catch (error) {
    await endAll()
    throw asClusterError(error)
  }
  const forgetting = setInterval(() => {
    // Without a database the next one does it.
    pool.query(FORGET_COUNTS, [Date.now()]).catch(() => undefined)
  }, FORGET_MS).unref()
  const leases = createLeaseHolder(quick, { holder, log })
  const limit = pLimit(MAX_TRANSACTIONS)
  return {
    pool,
    limiterPool,
    owner,
    leases,
    sign,
    limitTransactions: (run) => limit(run),
    revisionOf: createRevisions(quick),
    connect,
    async close() {
      leases.close()
      clearInterval(forgetting)
      if (!pool.ending) await endAll()
    },
  }
}

const INT8 = 20
const NUMERIC = 1700

/** Counts and sums are numbers, as from SQLite. */
const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  id === INT8 || id === NUMERIC ? Number : pg.types.getTypeParser(id, format)

const OF_OWNER = /^DATABASE_OWNER_URL: /

/** Says which of both addresses is meant. */
function asErrorOfOwner(error: unknown): never {
  const { message } = asClusterError(error)
  throw new DatabaseError(message.replace(/^DATABASE_URL/, 'DATABASE_OWNER_URL'))
}

/** Errors of the operator become one line; the URL, which has the password, is not in it. */
function asClusterError(error: unknown): Error {
  if (error instanceof DatabaseError) {
    return OF_OWNER.test(error.message)
      ? error
      : new DatabaseError(`DATABASE_URL: ${error.message}`)
  }
  const reason = error instanceof Error ? error.message || error.name : String(error)
  return new DatabaseError(`DATABASE_URL: the database cannot be used (${reason})`)
}

const Rights = z.object({
  version: z.number(),
  encoding: z.string(),
  all: z.boolean(),
  role: z.string(),
})

/** @returns the role @throws DatabaseError if it would not keep schools apart */
async function assertUsable(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query(
    `SELECT current_setting('server_version_num')::int AS version,
      current_setting('server_encoding') AS encoding, rolname AS role,
      (rolsuper OR rolbypassrls) AS all
    FROM pg_roles WHERE rolname = current_user`,
  )
  const { version, encoding, all, role } = Rights.parse(rows[0])
  if (version < OLDEST_VERSION) throw new DatabaseError('PostgreSQL 15 or newer is needed')
  if (encoding !== 'UTF8') throw new DatabaseError(`the encoding is ${encoding} instead of UTF8`)
  if (all) {
    throw new DatabaseError(
      `the role ${role} sees the rows of all schools. Use a role without SUPERUSER and BYPASSRLS that owns the database`,
    )
  }
  return role
}

/**
 * A pooler that gives each transaction another session would mix schools. Two connections tell: an
 * idle pooler gives one of them always the same session, but then the other one has it too.
 */
async function assertOwnSession(pool: pg.Pool): Promise<void> {
  const clients: pg.PoolClient[] = []
  try {
    // In turn: a pool ends when all are released, also the first one where there is no second one.
    while (clients.length < 2) clients.push(await pool.connect())
    for (let n = 0; n < 10; n += 1) {
      for (const [at, client] of clients.entries()) {
        await client.query("SELECT set_config('bidyaloy.session', $1, false)", [`${n} ${at}`])
      }
      for (const [at, client] of clients.entries()) {
        const { rows } = await client.query(
          "SELECT current_setting('bidyaloy.session', true) AS value",
        )
        const { value } = z.object({ value: z.string().nullable() }).parse(rows[0])
        if (value === `${n} ${at}`) continue
        throw new DatabaseError('a pooler shares sessions. Connect to PostgreSQL itself')
      }
    }
  } finally {
    for (const client of clients) client.release()
  }
}

/** The lock of migrations, any number that no other program uses. */
const MIGRATION_LOCK = 7_283_645_091

/** Longest wait for another process that makes backups of many schools before it migrates. */
const UPGRADE_TIMEOUT_MS = 6 * 60 * MINUTE_MS
const LOCK = {
  text: 'SELECT pg_advisory_xact_lock($1)',
  values: [MIGRATION_LOCK],
  query_timeout: UPGRADE_TIMEOUT_MS,
}

interface MigrateOptions {
  log: Pick<Logger, 'info'>
  /** The role of the servers, if it does not own the tables. */
  role?: string
  upgrade(applied: readonly string[], migrateAll: () => Promise<void>): Promise<void>
}

/** Runs the pending migrations in one transaction; other processes that start wait for it. */
async function migrate(
  pool: pg.Pool,
  steps: readonly PostgresMigration[],
  { log, role, upgrade }: MigrateOptions,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL statement_timeout = ${UPGRADE_TIMEOUT_MS}`)
    await client.query(LOCK)
    await client.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
    await client.query('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)')
    const { rows } = await client.query('SELECT name FROM migrations ORDER BY name')
    const stored = z.array(z.object({ name: z.string() })).parse(rows)
    const applied = presentMigrations(stored.map(({ name }) => name))
    if (!applied) throw new DatabaseError(OUTDATED)
    const newer = applied.find((name) => !steps.some((known) => known.name === name))
    if (newer) {
      throw new DatabaseError(
        `the tables were made by a newer version of this program (${newer}). Update the program, or go back: docs/moving.md`,
      )
    }
    const migrateAll = async () => {
      const replaced = await client.query('DELETE FROM migrations WHERE name = ANY ($1)', [
        REPLACED_MIGRATIONS,
      ])
      if (replaced.rowCount) {
        await client.query('INSERT INTO migrations (name) VALUES ($1)', [applied[0]])
      }
      await ensureSigning(client)
      for (const { name, statements } of steps.slice(applied.length)) {
        log.info({ migration: name }, 'changing the tables of the database')
        for (const statement of statements) await client.query(statement)
        await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
      }
      if (role !== undefined) await grantRows(client, role)
      await client.query('COMMIT')
    }
    const isUpgrade = applied.length > 0 && applied.length < steps.length
    const done = steps.slice(0, applied.length).map(({ name }) => name)
    await (isUpgrade ? upgrade(done, migrateAll) : migrateAll())
    client.release()
  } catch (error) {
    // Rolled back by closing the connection.
    client.release(true)
    throw error
  }
}

const Revisions = z.array(z.object({ name: z.string(), revision: z.string() }))

/**
 * The revision of a school, and which server has counted it. After a failover that lost commits, the
 * same number may stand for other records.
 */
export const REVISION = "revision || ' ' || pg_postmaster_start_time()"
const REVISIONS = `SELECT name, ${REVISION} AS revision FROM school WHERE name = ANY ($1)`
/** Without an answer in this time the connection is broken, and another one is made. */
const QUICK = { query_timeout: 5000 }

/** Creates `revisionOf`: one question for all who ask within 5 ms, for all their schools. */
function createRevisions(pool: pg.Pool): Cluster['revisionOf'] {
  let next:
    | {
        answer: Promise<ReadonlyMap<string, string> | null>
        schools: Map<string, Promise<string | null>>
      }
    | undefined
  const ask = async (schools: ReadonlyMap<string, unknown>) => {
    await wait(GATHER_MS)
    next = undefined
    return pool
      .query({ name: 'revisions', text: REVISIONS, values: [[...schools.keys()]], ...QUICK })
      .then(({ rows }) => Revisions.parse(rows))
      .then((rows) => new Map(rows.map(({ name, revision }) => [name, revision])))
      .catch(() => null)
  }
  return (school) => {
    if (!next) {
      const schools = new Map<string, Promise<string | null>>()
      next = { schools, answer: ask(schools) }
    }
    const { answer, schools } = next
    const shared = schools.get(school) ?? answer.then((revisions) => revisions?.get(school) ?? null)
    schools.set(school, shared)
    return shared
  }
}
