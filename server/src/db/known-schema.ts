import Sqlite from 'better-sqlite3'
import { DataSource } from 'typeorm'
import { migrations } from './migrate.ts'
import { schemaOf } from './snapshot.ts'

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

/**
 * What the tables of a database look like after these migrations.
 * @param done as in `schemaAge`
 * @param file path of a database that is made for this and may be thrown away
 */
export async function schemaAfter(done: readonly string[], file: string): Promise<string[]> {
  const source = new DataSource({
    type: 'better-sqlite3',
    database: file,
    migrations: migrations.slice(0, done.length),
  })
  await source.initialize()
  try {
    await source.runMigrations({ transaction: 'all' })
  } finally {
    await source.destroy()
  }
  const database = new Sqlite(file, { readonly: true })
  try {
    return schemaOf(database)
  } finally {
    database.close()
  }
}
