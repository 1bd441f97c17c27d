import { makeEmptyDatabase } from '../engines/sqlite/examine-database.ts'
import { migrations } from '../engines/sqlite/migrate.ts'
import { SealedResults1765500000001 } from '../engines/sqlite/migrations/0011-sealed-results.ts'
import { copyRecords } from '../engines/sqlite/snapshot.ts'

/** Copies a database to a new file, as the last version had it that did not know results. */
export async function copyWithoutResults(from: string, to: string): Promise<void> {
  const names = migrations.map(({ name }) => name)
  await makeEmptyDatabase(to, names.slice(0, names.indexOf(SealedResults1765500000001.name)))
  copyRecords(from, to)
}
