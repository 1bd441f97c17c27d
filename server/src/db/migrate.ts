import path from 'node:path'
import type { DataSource } from 'typeorm'
import { FirstTables1763700000001 } from './migrations/0001-first-tables.ts'
import { PagesOfDocuments1763700000002 } from './migrations/0002-pages-of-documents.ts'
import { TimesOfEntries1763700000003 } from './migrations/0003-times-of-entries.ts'
import { Office1763700000004 } from './migrations/0004-office.ts'

/** Every migration, oldest first. Listed by hand: a forgotten file must not run by itself. */
export const migrations = [
  FirstTables1763700000001,
  PagesOfDocuments1763700000002,
  TimesOfEntries1763700000003,
  Office1763700000004,
]

/** The database cannot be used; the message is one line that says what to do. */
export class DatabaseError extends Error {}

/**
 * Brings the database up to date: checks it, copies it where anything is to change, then runs all
 * pending migrations in one transaction.
 * @param backups folder for the copy
 * @throws DatabaseError where the file is damaged or was written by a newer version
 */
export async function migrate(database: DataSource, backups: string): Promise<void> {
  await assertSound(database)
  const done = await appliedMigrations(database)
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = done.find((name) => !known.has(name))
  if (unknown) {
    throw new DatabaseError(
      `The database was written by a newer version of this program (${unknown}). Update the program.`,
    )
  }
  if (done.length === known.size) return
  if (done.length > 0) {
    const stamp = new Date().toISOString().replace(/[:.]/g, '-')
    await database.query('VACUUM INTO ?', [path.join(backups, `before-migration-${stamp}.sqlite`)])
  }
  await database.runMigrations({ transaction: 'all' })
  const broken: unknown[] = await database.query('PRAGMA foreign_key_check')
  if (broken.length > 0) throw new DatabaseError('The migrated database has dangling references')
}

async function appliedMigrations(database: DataSource): Promise<string[]> {
  const tables: unknown[] = await database.query(
    "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'",
  )
  if (tables.length === 0) return []
  const rows: { name: string }[] = await database.query('SELECT name FROM migrations ORDER BY id')
  return rows.map((row) => row.name)
}

async function assertSound(database: DataSource): Promise<void> {
  const rows: { quick_check: string }[] = await database.query('PRAGMA quick_check(1)')
  if (rows[0]?.quick_check !== 'ok') {
    throw new DatabaseError(
      'The database file is damaged. It was not touched. Put back a copy from the backups folder.',
    )
  }
}
