import { firstDifference, makeEmptyDatabase, schemaAge } from '../../db/known-schema.ts'
import { type InspectedDatabase, inspectDatabase } from '../../db/snapshot.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'
import { damaged } from './open-zip.ts'
import { pathsReferencedIn } from './referenced-paths.ts'

/**
 * Makes sure that a backup's database is sound, of a schema that this program has had, has as many
 * rows as listed, and names no file that is not there.
 * @throws BackupError `damaged`, `newer`, `no-backup`
 */
export async function checkDatabase(
  file: string,
  { database: listed, files, missing }: Manifest,
): Promise<InspectedDatabase> {
  assertKnownAge(listed.migrations)
  const expected = await makeEmptyDatabase(':memory:', listed.migrations)
  const found = inspect(file, (schema) => {
    const foreign = firstDifference(schema, expected)
    if (foreign !== null) throw notOurs(foreign)
  })
  assertKnownAge(found.migrations)
  if (found.migrations.join() !== listed.migrations.join()) {
    throw damaged('Its database is of another version than listed')
  }
  for (const table of new Set([...Object.keys(listed.counts), ...Object.keys(found.counts)])) {
    if (listed.counts[table] !== found.counts[table]) {
      throw damaged(`Table ${table} has ${found.counts[table]} rows, not ${listed.counts[table]}`)
    }
  }
  const known = new Set([...files.map((one) => one.path), ...missing])
  for (const name of named(found)) {
    if (!known.has(name)) throw damaged(`${name} is named by a record, but is not there`)
  }
  return found
}

/** @throws BackupError `newer`, `no-backup` */
export function assertKnownAge(done: readonly string[]): void {
  const age = schemaAge(done)
  if (age === 'newer') {
    throw new BackupError('newer', 'It was made by a newer version of this program')
  }
  if (age === 'foreign') throw notOurs('its migrations')
}

function inspect(
  file: string,
  checkSchema: (schema: readonly string[]) => void,
): InspectedDatabase {
  try {
    return inspectDatabase(file, checkSchema)
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw damaged(`Its database is damaged: ${error instanceof Error ? error.message : ''}`, error)
  }
}

function named({ files }: InspectedDatabase): string[] {
  try {
    return pathsReferencedIn(files)
  } catch (error) {
    throw damaged('A record of its database cannot be read', error)
  }
}

function notOurs(what: string): BackupError {
  return new BackupError('no-backup', `Its database is not one of this program: ${what}`)
}
