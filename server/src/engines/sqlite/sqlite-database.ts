import 'reflect-metadata'
import type Sqlite from 'better-sqlite3'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { DataSource, type EntityManager, type MigrationInterface } from 'typeorm'
import type { Database } from '../../db/database.ts'
import { asDatabaseError } from '../../db/database-error.ts'
import { setEngine } from '../../db/engine.ts'
import { entities } from '../../db/entities.ts'
import { createLocalLeases } from '../../db/leases.ts'
import { createRevisions } from '../../db/revision.ts'
import { ensureSearchIndex } from '../../db/search-index.ts'
import { type OnUnreadable, readRowsTolerantly, unreadableLog } from '../../db/stored-values.ts'
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts'
import { examineDatabase } from './examine-database.ts'
import { migrate, migrations, type Upgrade } from './migrate.ts'
import { sqliteEngine } from './sqlite-engine.ts'

/** Time for which a statement waits for the lock of another process. */
const BUSY_MS = 5000
/** The same of the checkpoint after erasing, which all other writes wait for. */
const ERASE_BUSY_MS = 200

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
      await yieldToEventLoop()
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
    erase: () =>
      oneAtATime(async () => {
        // Segments of the index have words of deleted rows until they are merged.
        await writer.query("INSERT INTO entry_search (entry_search) VALUES ('optimize')")
        // The log has the pages as they were before. Another process may be reading them.
        await writer.query(`PRAGMA busy_timeout = ${ERASE_BUSY_MS}`)
        try {
          await writer.query('PRAGMA wal_checkpoint(truncate)')
        } finally {
          await writer.query(`PRAGMA busy_timeout = ${BUSY_MS}`)
        }
      }),
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
  connection.pragma(`busy_timeout = ${BUSY_MS}`)
  if (!writable) return
  connection.pragma('journal_mode = WAL')
  connection.pragma('foreign_keys = ON')
  // This driver reopens WAL databases with NORMAL; a power cut could then take acknowledged writes.
  connection.pragma('synchronous = FULL')
  // What is deleted is overwritten: phone numbers of visitors, photos that were taken down.
  connection.pragma('secure_delete = ON')
}
