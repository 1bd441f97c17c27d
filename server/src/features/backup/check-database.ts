import fs from 'node:fs/promises'
import path from 'node:path'
import { schemaAfter, schemaAge } from '../../db/known-schema.ts'
import { type InspectedDatabase, inspectDatabase } from '../../db/snapshot.ts'
import { BackupRefusal } from './backup-fault.ts'
import type { Manifest } from './manifest.ts'
import { pathsNamedIn } from './named-in-database.ts'
import { damaged } from './open-zip.ts'

/**
 * Makes sure that a backup's database is sound, of a schema that this program has had, has as many
 * rows as listed, and names no file that is not there.
 * @param work folder for what the comparison needs
 * @throws BackupRefusal `damaged`, `newer`, `no-backup`
 */
export async function checkDatabase(
  file: string,
  { database: listed, files, missing }: Manifest,
  work: string,
): Promise<InspectedDatabase> {
  const found = inspect(file)
  const age = schemaAge(found.migrations)
  if (age === 'newer') {
    throw new BackupRefusal('newer', 'It was made by a newer version of this program')
  }
  if (age === 'foreign') throw notOurs()
  const fresh = path.join(work, 'fresh.sqlite')
  await fs.rm(fresh, { force: true })
  const expected = await schemaAfter(found.migrations, fresh)
  if (expected.join('\n') !== found.schema.join('\n')) throw notOurs()
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

function inspect(file: string): InspectedDatabase {
  try {
    return inspectDatabase(file)
  } catch (error) {
    throw damaged(`Its database is damaged: ${error instanceof Error ? error.message : ''}`, error)
  }
}

function named({ files }: InspectedDatabase): string[] {
  try {
    return pathsNamedIn(files)
  } catch (error) {
    throw damaged('A record of its database cannot be read', error)
  }
}

function notOurs(): BackupRefusal {
  return new BackupRefusal('no-backup', 'Its database is not one of this program')
}
