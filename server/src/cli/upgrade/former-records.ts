import fs from 'node:fs'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import * as z from 'zod'
import type { Config } from '../../config.ts'
import { dataFolderAt } from '../../data-folder.ts'
import { readSigning } from '../../engines/postgres/access.ts'
import { PRESERVED_TABLES, RESULT_TABLES } from '../../engines/sqlite/snapshot.ts'
import { giveToOwner } from '../give-to-owner.ts'
import { commandOf, type Version } from './installation.ts'
import { run } from './run-program.ts'

/*
 * A version does not start on records that a newer one has changed. To go back to it, the records from
 * before the change are restored by its own command.
 */

type Places = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir' | 'manySchools'>

const MIGRATIONS = 'SELECT name FROM migrations'
/** Names of the newest migrations that a version knows. */
const Known = z.object({ migrations: z.object({ sqlite: z.string(), postgres: z.string() }) })
const Names = z.array(z.object({ name: z.string() }))

/** Whether a newer version than this one has changed the records. */
export async function areNewerThan(version: Version, places: Places): Promise<boolean> {
  const printed = await run(commandOf(version), ['version', '--json'])
  const { migrations } = Known.parse(JSON.parse(printed))
  const newest = timeOf(places.databaseUrl === undefined ? migrations.sqlite : migrations.postgres)
  const applied = Names.parse(await readMigrations(places))
  return applied.some(({ name }) => timeOf(name) > newest)
}

/** Names of migrations end with their time. */
const timeOf = (migration: string) => Number(/\d+$/.exec(migration)?.[0] ?? 0)

async function readMigrations(places: Places): Promise<unknown> {
  if (places.databaseUrl !== undefined) {
    return withOwner(places, async (client) => (await client.query(MIGRATIONS)).rows)
  }
  const { dataDir } = places
  const { databaseFile } = dataFolderAt(dataDir)
  if (!fs.existsSync(databaseFile)) return []
  const database = new Sqlite(databaseFile, { readonly: true })
  try {
    return database.prepare(MIGRATIONS).all()
  } finally {
    database.close()
    // Reading may have created the files of its log, as root.
    giveToOwner(dataDir)
  }
}

/**
 * Restores the records from before the change, while no server runs.
 * @returns a sentence for the operator
 */
export async function restoreFormer(version: Version, config: Config): Promise<string> {
  const restore = (env?: Record<string, string>, ...words: string[]) =>
    run(commandOf(version), ['restore', '--before-upgrade', ...words], env)
  if (config.databaseUrl === undefined) {
    // It is started next.
    return (await restore()).trim().replace('Start the server again. ', '')
  }
  return restoreTables(version, config, restore)
}

/** The schema that becomes `public`. */
const SCHEMA = 'bidyaloy_former'

/**
 * PostgreSQL's tables do not go back. The former version makes its tables in a schema of their own and
 * restores into them; then the schemas change places in one transaction.
 */
async function restoreTables(
  version: Version,
  config: Config,
  restore: (env: Record<string, string>, ...words: string[]) => Promise<string>,
): Promise<string> {
  return withOwner(config, async (client) => {
    await client.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`)
    await client.query(`CREATE SCHEMA ${SCHEMA}`)
    const env = inSchema(config)
    if (config.manySchools) {
      // Makes the tables.
      await run(commandOf(version), ['schools', 'list'], env)
      await copySchools(client)
      for (const name of await usedSchools(client)) await restore(env, '--school', name)
    } else {
      await restore(env)
    }
    await copyKept(client)
    // What readers have cached is of a lower revision.
    await client.query(
      `UPDATE ${SCHEMA}.school AS former SET revision = newer.revision + 1
        FROM public.school AS newer WHERE newer.name = former.name`,
    )
    const aside = `newer_${new Date().toISOString().slice(0, 19).replaceAll(/\D/g, '')}`
    await client.query('BEGIN')
    await client.query(`ALTER SCHEMA public RENAME TO ${aside}`)
    await client.query(`ALTER SCHEMA ${SCHEMA} RENAME TO public`)
    await correctPaths(client)
    await client.query('COMMIT')
    return `The newer tables are in the schema ${aside}. Without need of them: DROP SCHEMA ${aside} CASCADE`
  })
}

/** Settings with which a command makes and finds its tables in the schema. */
function inSchema(config: Places): Record<string, string> {
  const urls = { DATABASE_URL: config.databaseUrl, DATABASE_OWNER_URL: config.databaseOwnerUrl }
  const changed = Object.entries(urls).flatMap(([name, address]) => {
    if (address === undefined) return []
    const url = new URL(address)
    url.searchParams.set('options', `-c search_path=${SCHEMA}`)
    return [[name, url.href]]
  })
  return Object.fromEntries(changed)
}

/**
 * Copies the schools with their hosts and settings: the columns that both versions have. Their search
 * indexes are made by the former one.
 */
async function copySchools(client: pg.Client): Promise<void> {
  const list = (await commonColumns(client, 'school')).join(', ')
  await client.query(
    `INSERT INTO ${SCHEMA}.school (${list}) SELECT ${list} FROM public.school ON CONFLICT DO NOTHING`,
  )
}

/** Schools with a host and an account: the others have nothing that was backed up. */
async function usedSchools(client: pg.Client): Promise<string[]> {
  const used: string[] = []
  await inEachSchool(client, 'public', async (name, { host }) => {
    if (host === null) return
    const { rowCount } = await client.query('SELECT FROM admin LIMIT 1')
    if (rowCount) used.push(name)
  })
  return used
}

/** What no restore changes, such as accounts, results and withdrawn photos, and what no backup has. */
const KEPT = [...PRESERVED_TABLES, ...RESULT_TABLES, 'secret']
const Rows = z.array(z.record(z.string(), z.unknown()))

/** Copies what is as it was, school by school: each schema has signatures of its own. */
async function copyKept(client: pg.Client): Promise<void> {
  const columns = new Map<string, string[]>()
  for (const table of KEPT) columns.set(table, await commonColumns(client, table))
  const tables = KEPT.filter((table) => columns.get(table)?.length)
  const listOf = (table: string) => (columns.get(table) ?? []).join(', ')
  const kept = new Map<string, { table: string; rows: z.infer<typeof Rows> }[]>()
  const numbers = new Map<string, z.infer<typeof Rows>>()
  await inEachSchool(client, 'public', async (school) => {
    const found = []
    for (const table of tables) {
      const { rows } = await client.query(`SELECT ${listOf(table)} FROM ${table}`)
      found.push({ table, rows: Rows.parse(rows) })
    }
    kept.set(school, found)
    const { rows } = await client.query('SELECT name, seq FROM sequence WHERE name = ANY ($1)', [
      tables,
    ])
    numbers.set(school, Rows.parse(rows))
  })
  await inEachSchool(client, SCHEMA, async (school) => {
    for (const table of tables.toReversed()) await client.query(`DELETE FROM ${table}`)
    for (const { table, rows } of kept.get(school) ?? []) {
      for (const row of rows) await insertRow(client, table, row)
    }
    await client.query('DELETE FROM sequence WHERE name = ANY ($1)', [tables])
    for (const row of numbers.get(school) ?? []) await insertRow(client, 'sequence', row)
  })
}

async function insertRow(
  client: pg.Client,
  table: string,
  row: Record<string, unknown>,
): Promise<void> {
  const names = Object.keys(row).map((name) => client.escapeIdentifier(name))
  const values = names.map((_, at) => `$${at + 1}`)
  await client.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`,
    Object.values(row),
  )
}

/** Returns the quoted columns of a table that both versions have, but for the school. */
async function commonColumns(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_name = $1 AND table_schema IN ('public', '${SCHEMA}')
        AND is_generated = 'NEVER' AND column_name NOT IN ('school', 'search_version')
      GROUP BY column_name HAVING count(*) = 2`,
    [table],
  )
  return Names.parse(rows).map(({ name }) => client.escapeIdentifier(name))
}

/** Schools, as a database and the command `schools list` have them. */
export const Schools = z.array(z.object({ name: z.string(), host: z.string().nullable() }))

/** Runs work as each school of a schema, whose rows it sees then. */
async function inEachSchool(
  client: pg.Client,
  schema: string,
  work: (name: string, school: { host: string | null }) => Promise<void>,
): Promise<void> {
  await client.query(`SET search_path = ${schema}`)
  const sign = await readSigning(client)
  const { rows } = await client.query('SELECT name, host FROM school ORDER BY name')
  for (const school of Schools.parse(rows)) {
    await client.query("SELECT set_config('bidyaloy.school', $1, false)", [sign(school.name)])
    await work(school.name, school)
  }
}

/** Functions that were made in the schema look for tables under its former name. */
async function correctPaths(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT oid::regprocedure::text AS name FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND array_to_string(proconfig, ' ') LIKE '%${SCHEMA}%'`,
  )
  for (const { name } of Names.parse(rows))
    await client.query(`ALTER FUNCTION ${name} SET search_path = public, pg_temp`)
}

/** Connects as the role that owns the tables. */
async function withOwner<T>(
  { databaseUrl, databaseOwnerUrl = databaseUrl }: Places,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseOwnerUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
