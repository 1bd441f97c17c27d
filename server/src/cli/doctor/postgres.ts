import type { Pool } from 'pg'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import type { Cluster } from '../../engines/postgres/cluster.ts'
import { OUTDATED, presentMigrations } from '../../engines/sqlite/replaced-migrations.ts'
import { assertSingleSchool } from '../../find-records.ts'
import { newId } from '../../ids.ts'
import { messageOf } from '../../lib/node-error.ts'
import { silent } from '../cli-context.ts'
import { createFindings, type Finding } from './finding.ts'
import { isSecret } from './folder.ts'
import { contentFindings, entriesOf, type Places } from './records.ts'

const database = createFindings('database')
const secret = createFindings('secret')

/** Checks the PostgreSQL database, and the school in it. Changes nothing. */
export async function postgresFindings(
  { url, ownerUrl, school }: { url: string; ownerUrl: string | undefined; school: string },
  places: Places,
  now: Date,
): Promise<Finding[]> {
  const { openCluster } = await import('../../engines/postgres/cluster.ts')
  let cluster: Cluster
  try {
    // Checks that it can be reached, its version, encoding and role.
    cluster = await openCluster(url, { ownerUrl, log: silent, migrates: false, holder: newId() })
  } catch (error) {
    return [database.bad(`${messageOf(error)}.`)]
  }
  try {
    const faults = await tablesFinding(cluster.pool)
    return faults ? [faults] : await schoolFindings(cluster, school, places, now)
  } finally {
    await cluster.close()
  }
}

const Tables = z.array(z.object({ name: z.string(), forced: z.boolean() }))

/** The tables with rows of schools, and whether their owner sees only those of one. */
const TABLES = `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AND EXISTS (
    SELECT FROM pg_policy WHERE polrelid = pg_class.oid) AS forced
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
  WHERE relkind = 'r' AND attname = 'school' AND pg_table_is_visible(pg_class.oid)
  ORDER BY relname`

/** Returns a finding if the school cannot be looked at. */
async function tablesFinding(pool: Pool): Promise<Finding | null> {
  const { postgresMigrations } = await import('../../engines/postgres/tables.ts')
  const tables = Tables.parse((await pool.query(TABLES)).rows)
  if (tables.length === 0) {
    return database.bad(
      'DATABASE_URL: the database is empty. Start the server once, or correct it.',
    )
  }
  const open = tables.filter(({ forced }) => !forced).map(({ name }) => name)
  if (open.length > 0) {
    return database.bad(
      `Schools are not kept apart in ${open.join(', ')}: somebody switched row-level security off. For each: ALTER TABLE … FORCE ROW LEVEL SECURITY.`,
    )
  }
  const { rows } = await pool.query('SELECT name FROM migrations')
  const applied = presentMigrations(Names.parse(rows).map(({ name }) => name))
  if (!applied) return database.bad(OUTDATED)
  if (applied.length < postgresMigrations.length) {
    return database.good('It is of an earlier version; the next start migrates it.')
  }
  return null
}

const Names = z.array(z.object({ name: z.string() }))
const About = z.array(z.object({ version: z.string(), role: z.string(), known: z.boolean() }))

async function schoolFindings(
  cluster: Cluster,
  school: string,
  places: Places,
  now: Date,
): Promise<Finding[]> {
  const { rows } = await cluster.pool.query(
    `SELECT current_setting('server_version') AS version, current_user AS role,
      EXISTS (SELECT FROM school WHERE name = $1) AS known`,
    [school],
  )
  const [about] = About.parse(rows)
  if (!about?.known) {
    const fault = await assertSingleSchool(cluster).then(
      () => `It has no school ${school}. Start the server once.`,
      (error: unknown) => `${messageOf(error)}.`,
    )
    return [database.bad(fault)]
  }
  const { openSource } = await import('../../engines/postgres/postgres-database.ts')
  const source = await openSource(cluster, school)
  try {
    const { version, role } = about
    return [
      database.good(
        `It is PostgreSQL ${version}, responds to the role ${role}, keeps schools apart, and has ${await entriesOf(source.manager)}.`,
      ),
      ...(await contentFindings(source.manager, places, now)),
      await secretFinding(source.manager),
    ]
  } finally {
    await source.destroy()
  }
}

async function secretFinding(reader: EntityManager): Promise<Finding> {
  const [found] = await reader.query<{ value: string }[]>(
    "SELECT value FROM secret WHERE name = 'signing-secret'",
  )
  if (!found) return secret.good('The secret that signs sessions is created at the next start.')
  if (isSecret(found.value.trim()))
    return secret.good('The secret that signs sessions is in the database.')
  return secret.bad(
    'The signing-secret in the database is not a secret. Create a new one: npm run admin -- rotate-secret',
  )
}
