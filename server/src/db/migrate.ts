import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm'
import { messageOf } from '../node-error.ts'
import { DatabaseError } from './database-error.ts'
import { FirstTables1763700000001 } from './migrations/0001-first-tables.ts'
import { PagesOfDocuments1763700000002 } from './migrations/0002-pages-of-documents.ts'
import { TimesOfEntries1763700000003 } from './migrations/0003-times-of-entries.ts'
import { Office1763700000004 } from './migrations/0004-office.ts'
import { CountsAndSearch1763700000005 } from './migrations/0005-counts-and-search.ts'
import { PartsOfEntries1763700000006 } from './migrations/0006-parts-of-entries.ts'
import { SearchIndex1763700000007 } from './migrations/0007-search-index.ts'
import { Versions1763700000008 } from './migrations/0008-versions.ts'
import { PropertiesOfEntries1763700000009 } from './migrations/0009-properties-of-entries.ts'
import { TextOfPages1763700000010 } from './migrations/0010-text-of-pages.ts'
import { DraftsAndRoles1763700000011 } from './migrations/0011-drafts-and-roles.ts'
import { OneTimePasswordsAndFactors1763700000012 } from './migrations/0012-one-time-passwords-and-factors.ts'
import { PushSubscriptions1763700000013 } from './migrations/0013-push-subscriptions.ts'
import { CountsByKind1763700000014 } from './migrations/0014-counts-by-kind.ts'
import { ReaderCounts1763700000015 } from './migrations/0015-reader-counts.ts'
import { Passkeys1763700000016 } from './migrations/0016-passkeys.ts'
import { ConfirmedSubscriptions1763700000017 } from './migrations/0017-confirmed-subscriptions.ts'
import { TABLES_QUERY } from './snapshot.ts'

/** All migrations, oldest first. An explicit list: a leftover file must not run. */
export const migrations = [
  FirstTables1763700000001,
  PagesOfDocuments1763700000002,
  TimesOfEntries1763700000003,
  Office1763700000004,
  CountsAndSearch1763700000005,
  PartsOfEntries1763700000006,
  SearchIndex1763700000007,
  Versions1763700000008,
  PropertiesOfEntries1763700000009,
  TextOfPages1763700000010,
  DraftsAndRoles1763700000011,
  OneTimePasswordsAndFactors1763700000012,
  PushSubscriptions1763700000013,
  CountsByKind1763700000014,
  ReaderCounts1763700000015,
  Passkeys1763700000016,
  ConfirmedSubscriptions1763700000017,
]

/** Migrates records by calling `migrateAll`, after what has to be done before, such as a backup. */
export type Upgrade = (migrateAll: () => Promise<void>) => Promise<void>

/**
 * Migrates the database: runs and verifies all pending migrations in one transaction, which is rolled
 * back on failure.
 * @param applied number of applied migrations
 * @throws DatabaseError
 */
export async function migrate(database: DataSource, applied: number): Promise<void> {
  if (applied === database.migrations.length) return
  const runner = database.createQueryRunner()
  await runner.beforeMigration()
  await runner.startTransaction()
  try {
    const before = await rowCounts(runner)
    const executor = new MigrationExecutor(database, runner)
    // Uses the open transaction; a migration with its own transaction is rejected.
    executor.transaction = 'all'
    await executor.executePendingMigrations()
    await assertComplete(runner, before)
    await runner.commitTransaction()
  } catch (error) {
    // On a full disk SQLite has rolled back itself: the reason of the failure is the first error.
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined)
    if (applied === 0) throw error
    throw new DatabaseError(
      `The database could not be migrated (${messageOf(error)}). It is unchanged. Continue with the previous version of this program.`,
    )
  } finally {
    await runner.afterMigration()
    await runner.release()
  }
}

/** Counts the rows of each table. */
async function rowCounts(runner: QueryRunner): Promise<Map<string, number>> {
  const tables: { name: string }[] = await runner.query(TABLES_QUERY)
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    if (name === 'migrations') continue
    const rows: { rows: number }[] = await runner.query(`SELECT count(*) AS rows FROM "${name}"`)
    counts.set(name, rows[0]?.rows ?? 0)
  }
  return counts
}

/** Checks that no table has lost rows and that no reference is dangling. */
async function assertComplete(runner: QueryRunner, before: Map<string, number>): Promise<void> {
  const after = await rowCounts(runner)
  for (const [table, rows] of before) {
    const now = after.get(table) ?? 0
    if (now !== rows) throw new Error(`${table} has ${now} rows instead of ${rows}`)
  }
  const dangling: { table: string }[] = await runner.query('PRAGMA foreign_key_check')
  if (dangling[0]) throw new Error(`${dangling[0].table} refers to missing rows`)
}
