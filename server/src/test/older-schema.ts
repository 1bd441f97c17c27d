import type Sqlite from 'better-sqlite3'
import { SealedResults1765500000001 } from '../engines/sqlite/migrations/0011-sealed-results.ts'

/** Changes a database to one of the versions before those that know results. */
export function forgetResults(database: Sqlite.Database): void {
  database.exec('DROP TABLE sealed_result; DROP TABLE result_sheet')
  const { name } = SealedResults1765500000001
  database.prepare('DELETE FROM migrations WHERE name = ?').run(name)
}
