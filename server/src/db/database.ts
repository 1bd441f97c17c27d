import 'reflect-metadata'
import type Sqlite from 'better-sqlite3'
import pLimit from 'p-limit'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { DataSource, type EntityManager, type MigrationInterface } from 'typeorm'
import { sqliteEngine } from '../engines/sqlite/sqlite-engine.ts'
import { ownTurn } from '../own-turn.ts'
import { asDatabaseError } from './database-error.ts'
import { setEngine } from './engine.ts'
import { entities } from './entities.ts'
import { examineDatabase } from './examine-database.ts'
import { createLocalLeases, type Leases } from './leases.ts'
import { migrate, migrations, type Upgrade } from './migrate.ts'
import { createRevisions, type Revisions } from './revision.ts'
import { ensureSearchIndex } from './search-index.ts'
import { type OnUnreadable, readRowsTolerantly, unreadableLog } from './stored-values.ts'

/**
 * The records. Errors of SQLite (disk full, read-only) are passed through; the problem handler maps
 * them to responses.
 */
export interface Database {
  /** Reads committed data, on a separate read-only connection. */
  readonly read: EntityManager
  /** Number of commits that change public data. What is read from now on is at least as new. */
  readonly committed: number
  /**
   * Number of those commits that a response has to contain: all whose writes have resolved. What
   * caches have for less is outdated.
   */
  readonly revision: number
  /** Number of running and queued writes. */
  readonly waiting: number
  /**
   * Runs `work` in a transaction, one at a time, and increments the revision; resolves when both are
   * done. `write` and `writePrivate` are the only ways to change data. No file or network access
   * inside: other writes wait meanwhile.
   */
  write<T>(work: (tx: EntityManager) => Promise<T>): Promise<T>
  /** Like `write`, for data that no visitor sees (sessions, keys): caches stay valid. */
  writePrivate<T>(work: (tx: EntityManager) => Promise<T>): Promise<T>
  /**
   * Waits until `revision` contains every commit before the call, also those of other processes.
   * Absent where no other process writes. Does not fail: without a database, what is known remains.
   */
  refresh?(): Promise<void>
  onChange: Revisions['onChange']
  beforeChange: Revisions['beforeChange']
  /**
   * Whether other processes use these records too. What they must agree on is in tables then, and in
   * files of the data folder otherwise.
   */
  readonly isShared: boolean
  /** Returns `ok` or the first damage of the stored pages. */
  check(): Promise<string>
  /** Which process does what is done once for all processes. */
  readonly leases: Leases
  /** Where limits are counted for all processes. Absent where there is only one process. */
  readonly sharedCounts?: {
    client: Pool
    table: string
    /** Of the keys of this school. */
    prefix: string
  }
  /** Waits for pending writes, then closes both connections. */
  close(): Promise<void>
}

export interface OpenOptions {
  /** All known migrations, oldest first. */
  steps?: readonly (new () => MigrationInterface)[]
  /** Told about a long step. */
  log?: Pick<Logger, 'info' | 'warn'>
  /** Called with each stored value that cannot be read; by default they are logged. */
  onUnreadable?: OnUnreadable
  /** Migrates records that an earlier version has written. */
  upgrade?: Upgrade | undefined
}

/**
 * Opens the SQLite file, migrating it and building its search index first where necessary. Two
 * connections: TypeORM's driver runs everything of a data source on one connection, so a read during
 * an open transaction would see uncommitted rows.
 * @param file path of the database file
 * @throws DatabaseError
 */
export async function openDatabase(
  file: string,
  {
    steps = migrations,
    log,
    onUnreadable = unreadableLog(log),
    upgrade = (migrateAll) => migrateAll(),
  }: OpenOptions = {},
): Promise<Database> {
  const options = { type: 'better-sqlite3', database: file, entities } as const
  const writer = new DataSource({
    ...options,
    migrations: [...steps],
    prepareDatabase: (connection: Sqlite.Database) => prepare(connection, { writable: true }),
  })
  const reader = new DataSource({
    ...options,
    readonly: true,
    prepareDatabase: (connection: Sqlite.Database) => prepare(connection, { writable: false }),
  })
  for (const source of [writer, reader]) setEngine(source, sqliteEngine)
  try {
    const applied = await examineDatabase(file, steps)
    const migrateAll = async () => {
      await writer.initialize()
      await migrate(writer, applied.length)
    }
    const isUpgrade = applied.length > 0 && applied.length < steps.length
    await (isUpgrade ? upgrade(migrateAll) : migrateAll())
    await writer.transaction((tx) => ensureSearchIndex(tx, log))
    await reader.initialize()
    for (const source of [writer, reader]) readRowsTolerantly(source, onUnreadable)
  } catch (error) {
    if (writer.isInitialized) await writer.destroy()
    throw asDatabaseError(error, file)
  }

  const revisions = createRevisions()
  const oneAtATime = pLimit(1)

  const enqueue = <T>(work: (tx: EntityManager) => Promise<T>): Promise<T> =>
    oneAtATime(async () => {
      await ownTurn()
      return inTransaction(writer, work)
    })

  return {
    read: reader.manager,
    get committed() {
      return revisions.committed
    },
    get revision() {
      return revisions.revision
    },
    get waiting() {
      return oneAtATime.activeCount + oneAtATime.pendingCount
    },
    async write(work) {
      const result = await enqueue(work)
      await revisions.commit()
      return result
    },
    writePrivate: enqueue,
    onChange: revisions.onChange,
    beforeChange: revisions.beforeChange,
    isShared: false,
    async check() {
      try {
        const rows: { quick_check: string }[] = await reader.query('PRAGMA quick_check(1)')
        return rows[0]?.quick_check ?? 'no answer'
      } catch (error) {
        // Severe damage makes the query itself fail.
        return String(error)
      }
    },
    leases: createLocalLeases(),
    async close() {
      await oneAtATime(async () => undefined)
      await reader.destroy()
      await writer.destroy()
    },
  }
}

async function inTransaction<T>(
  writer: DataSource,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  try {
    return await writer.transaction(work)
  } catch (error) {
    // On a full disk SQLite rolls back by itself. TypeORM would consider the transaction open and
    // run all later writes inside it, without ever committing them.
    const runner = writer.createQueryRunner()
    if (runner.isTransactionActive) {
      await runner.query('ROLLBACK').catch(() => undefined)
      // The next write creates a new query runner.
      Object.assign(writer.driver, { queryRunner: undefined })
    }
    throw error
  }
}

function prepare(connection: Sqlite.Database, { writable }: { writable: boolean }): void {
  connection.pragma('busy_timeout = 5000')
  if (!writable) return
  connection.pragma('journal_mode = WAL')
  connection.pragma('foreign_keys = ON')
  // This driver reopens WAL databases with NORMAL; a power cut could then take acknowledged writes.
  connection.pragma('synchronous = FULL')
}
