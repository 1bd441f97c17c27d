import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm'
import { DatabaseError } from '../../db/database-error.ts'
import { messageOf } from '../../lib/node-error.ts'
import { FirstSchema1764000000001 } from './migrations/0001-first-schema.ts'
import { OneTableOfRecords1764600000001 } from './migrations/0002-one-table-of-records.ts'
import { NamesOfAccounts1764700000001 } from './migrations/0003-names-of-accounts.ts'
import { AlertsOfSessions1764800000001 } from './migrations/0004-alerts-of-sessions.ts'
import { ListOfAllEntries1764900000001 } from './migrations/0005-list-of-all-entries.ts'
import { ApprovalsTakenBack1765000000001 } from './migrations/0006-approvals-taken-back.ts'
import { UrgentEntries1765100000001 } from './migrations/0007-urgent-entries.ts'
import { PublishedFiles1765200000001 } from './migrations/0008-published-files.ts'
import { RequestsAboutPhotos1765300000001 } from './migrations/0009-requests-about-photos.ts'
import { VideoPictures1765400000001 } from './migrations/0010-video-pictures.ts'
import { SealedResults1765500000001 } from './migrations/0011-sealed-results.ts'
import { MovesFromOlderSites1765600000001 } from './migrations/0012-moves-from-older-sites.ts'
import { HashesOfActivity1765800000001 } from './migrations/0013-hashes-of-activity.ts'
import { EventsOfAccounts1765900000001 } from './migrations/0014-events-of-accounts.ts'
import { REPLACED_MIGRATIONS } from './replaced-migrations.ts'
import { TABLES_QUERY } from './snapshot.ts'

/** All migrations, oldest first. An explicit list: a leftover file must not run. */
export const migrations = [
  FirstSchema1764000000001,
  OneTableOfRecords1764600000001,
  NamesOfAccounts1764700000001,
  AlertsOfSessions1764800000001,
  ListOfAllEntries1764900000001,
  ApprovalsTakenBack1765000000001,
  UrgentEntries1765100000001,
  PublishedFiles1765200000001,
  RequestsAboutPhotos1765300000001,
  VideoPictures1765400000001,
  SealedResults1765500000001,
  MovesFromOlderSites1765600000001,
  HashesOfActivity1765800000001,
  EventsOfAccounts1765900000001,
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
    if (applied > 0) await forgetReplaced(runner)
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

/** Records the first schema instead of the migrations that it replaced. */
async function forgetReplaced(runner: QueryRunner): Promise<void> {
  const names = REPLACED_MIGRATIONS.map((name) => `'${name}'`).join(', ')
  const found: unknown[] = await runner.query(
    `DELETE FROM migrations WHERE name IN (${names}) RETURNING name`,
  )
  if (found.length === 0) return
  const { name } = FirstSchema1764000000001
  await runner.query('INSERT INTO migrations (timestamp, name) VALUES (?, ?)', [
    Number(name.slice(-13)),
    name,
  ])
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

/** Checks that no row was lost, also not on the way to another table, and no reference is dangling. */
async function assertComplete(runner: QueryRunner, before: Map<string, number>): Promise<void> {
  const after = await rowCounts(runner)
  for (const [table, rows] of before) {
    const now = after.get(table) ?? rows
    if (now !== rows) throw new Error(`${table} has ${now} rows instead of ${rows}`)
  }
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)
  if (sum(after) !== sum(before)) {
    throw new Error(`The tables have ${sum(after)} rows instead of ${sum(before)}`)
  }
  const dangling: { table: string }[] = await runner.query('PRAGMA foreign_key_check')
  if (dangling[0]) throw new Error(`${dangling[0].table} refers to missing rows`)
}
