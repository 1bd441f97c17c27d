import fs from 'node:fs'
import Sqlite from 'better-sqlite3'
import { DataSource, type MigrationInterface } from 'typeorm'
import * as z from 'zod'
import { DatabaseError, RESTORE, UPDATE } from '../../db/database-error.ts'
import { migrations } from './migrate.ts'
import { OUTDATED, presentMigrations } from './replaced-migrations.ts'
import { SCHEMA_QUERY, schemaOf } from './snapshot.ts'

/** Known migrations, oldest first. */
type Steps = readonly (new () => MigrationInterface)[]

/**
 * Examines a database without writing to it: closing a writable connection would already change a
 * damaged file. Finds damaged pages and foreign schema objects, since a foreign trigger would run
 * with the next write.
 * @param steps all known migrations
 * @returns the names of the applied migrations, oldest first; empty for a new database
 * @throws DatabaseError if it is damaged, was written by a newer version, or contains a table,
 *   index, view or trigger that no version creates
 */
export async function examineDatabase(file: string, steps: Steps): Promise<string[]> {
  if (!fs.existsSync(file)) return []
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    const fault = damageOf(connection)
    if (fault) throw new DatabaseError(`The database is damaged (${fault}). ${RESTORE}`)
    const applied = appliedMigrations(connection)
    const newer = applied.find((name) => !steps.some((step) => step.name === name))
    if (newer) {
      throw new DatabaseError(
        `The database was written by a newer version of this program (${newer}). It was not changed. ${UPDATE}`,
      )
    }
    const foreign = applied.length > 0 && (await foreignPart(schemaOf(connection), applied, steps))
    if (foreign) {
      throw new DatabaseError(
        `The database has an unknown structure (${foreign}): it was changed from outside and may run foreign code. ${RESTORE}`,
      )
    }
    return applied
  } finally {
    connection.close()
  }
}

/** Returns the first damage of the file's pages, or null. Reads the whole file. */
function damageOf(connection: Sqlite.Database): string | null {
  const found: unknown = connection.pragma('quick_check(1)', { simple: true })
  return found === 'ok' ? null : String(found).replaceAll(/\s+/g, ' ')
}

/** @throws DatabaseError for a database that this version cannot migrate */
function appliedMigrations(connection: Sqlite.Database): string[] {
  const table = connection
    .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'")
    .get()
  if (!table) return []
  const names = connection.prepare<[], string>('SELECT name FROM migrations ORDER BY id')
  const applied = presentMigrations(names.pluck().all())
  if (!applied) throw new DatabaseError(`${OUTDATED} The database was not changed.`)
  return applied
}

/**
 * Returns the age of a schema relative to this version; an older one can be migrated, an outdated one
 * cannot.
 * @param applied names of the applied migrations, oldest first
 */
export function schemaAge(
  applied: readonly string[],
): 'current' | 'older' | 'outdated' | 'newer' | 'foreign' {
  const known = migrations.map(({ name }) => name)
  const done = presentMigrations(applied)
  if (!done) return 'outdated'
  if (done.length === 0) return 'foreign'
  if (done.some((name) => !known.includes(name))) return 'newer'
  if (done.some((name, index) => known[index] !== name)) return 'foreign'
  return done.length === known.length ? 'current' : 'older'
}

const Declared = z.array(z.object({ text: z.string() }))

/**
 * Creates an empty database with the schema of these migrations.
 * @param file path of the new file, or `:memory:`
 * @param done names of the migrations
 * @returns its schema in the format of `schemaOf`
 */
export async function makeEmptyDatabase(
  file: string,
  done: readonly string[],
  steps: Steps = migrations,
): Promise<string[]> {
  const present = presentMigrations(done) ?? []
  const source = new DataSource({
    type: 'better-sqlite3',
    database: file,
    migrations: steps.filter(({ name }) => present.includes(name)),
  })
  await source.initialize()
  try {
    await source.runMigrations({ transaction: 'all' })
    return Declared.parse(await source.query(SCHEMA_QUERY)).map(({ text }) => text)
  } finally {
    await source.destroy()
  }
}

const Row = z.tuple([z.string(), z.string(), z.string(), z.string().nullable()])

/**
 * Returns the first difference between a schema and that of these migrations, such as
 * `trigger sqlite_twin`, or null.
 */
export async function foreignPart(
  schema: readonly string[],
  done: readonly string[],
  steps: Steps = migrations,
): Promise<string | null> {
  return firstDifference(schema, await makeEmptyDatabase(':memory:', done, steps))
}

/** Like `foreignPart`, for a known expected schema. */
export function firstDifference(
  schema: readonly string[],
  expected: readonly string[],
): string | null {
  const differs =
    schema.find((part) => !expected.includes(part)) ??
    expected.find((part) => !schema.includes(part))
  if (differs === undefined) return schema.length === expected.length ? null : 'something twice'
  const [type, name] = Row.parse(JSON.parse(differs))
  return `${type} ${name}`
}
