import { DataSource, type MigrationInterface } from 'typeorm'
import * as z from 'zod'
import { migrations } from './migrate.ts'
import { SCHEMA_QUERY } from './snapshot.ts'

type Steps = readonly (new () => MigrationInterface)[]

/** How a database stands to this program: older ones can be migrated. */
type SchemaAge = 'current' | 'older' | 'newer' | 'foreign'

/** @param done names of the migrations that were run, oldest first */
export function schemaAge(done: readonly string[]): SchemaAge {
  const known = migrations.map(({ name }) => name)
  if (done.length === 0) return 'foreign'
  if (done.some((name) => !known.includes(name))) return 'newer'
  if (done.some((name, index) => known[index] !== name)) return 'foreign'
  return done.length === known.length ? 'current' : 'older'
}

const Declared = z.array(z.object({ text: z.string() }))

/**
 * Makes an empty database of the schema that these migrations lead to.
 * @param file path of the new file, or `:memory:`
 * @param done names of the migrations
 * @returns its schema, as `schemaOf` gives it
 */
export async function makeEmptyDatabase(
  file: string,
  done: readonly string[],
  steps: Steps = migrations,
): Promise<string[]> {
  const source = new DataSource({
    type: 'better-sqlite3',
    database: file,
    migrations: steps.filter(({ name }) => done.includes(name)),
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
 * The first thing in which a schema differs from the one that these migrations lead to, such as
 * `trigger sqlite_twin`; null where there is none.
 */
export async function foreignPart(
  schema: readonly string[],
  done: readonly string[],
  steps: Steps = migrations,
): Promise<string | null> {
  return firstDifference(schema, await makeEmptyDatabase(':memory:', done, steps))
}

/** As `foreignPart`, where the schema that is expected is known already. */
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
