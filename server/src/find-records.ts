import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { assertDatabasePresent, type DataFolder } from './data-folder.ts'
import { type Database, openDatabase } from './db/database.ts'
import type { Cluster } from './db/postgres/cluster.ts'
import { newId } from './ids.ts'

/** Name of the only school of an installation. */
export const SCHOOL = 'school'

/** Where the records of a school are. */
export interface Records {
  /** Opens them; after a restore once more. */
  open(): Promise<Database>
  /** Ends what all databases that were opened share. */
  close(): Promise<void>
  /** The PostgreSQL database; null for SQLite in the data folder. */
  cluster: Cluster | null
}

/**
 * Finds the records of a school: in the data folder, or in PostgreSQL, whose code is loaded only
 * then.
 * @throws DatabaseError
 */
export async function findRecords(
  {
    config: { databaseUrl },
    log,
    school = SCHOOL,
    holder = newId(),
  }: {
    config: Pick<Config, 'databaseUrl'>
    log: Logger
    school?: string
    /** Id of this process among those that use the same database; by default a new one. */
    holder?: string | undefined
  },
  folder: DataFolder,
): Promise<Records> {
  if (databaseUrl === undefined) {
    return {
      cluster: null,
      async open() {
        await assertDatabasePresent(folder)
        return openDatabase(folder.databaseFile, folder.backups, { log })
      },
      close: async () => undefined,
    }
  }
  const { openCluster } = await import('./db/postgres/cluster.ts')
  const cluster = await openCluster(databaseUrl, { log, holder })
  await cluster.pool.query('INSERT INTO school (name) VALUES ($1) ON CONFLICT DO NOTHING', [school])
  return {
    cluster,
    open: () => openRecords(cluster, school, { log }),
    close: () => cluster.close(),
  }
}

/** Opens the records of a school in a PostgreSQL database that is open. */
export async function openRecords(
  cluster: Cluster,
  school: string,
  options: { log: Logger },
): Promise<Database> {
  const { openPostgresDatabase } = await import('./db/postgres/postgres-database.ts')
  return openPostgresDatabase(cluster, school, options)
}
