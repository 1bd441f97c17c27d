import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { assertDatabasePresent, type DataFolder } from './data-folder.ts'
import { type Database, openDatabase } from './db/database.ts'
import { DatabaseError } from './db/database-error.ts'
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
  try {
    if (school === SCHOOL) await assertSingleSchool(cluster)
    await cluster.pool.query('INSERT INTO school (name) VALUES ($1) ON CONFLICT DO NOTHING', [
      school,
    ])
  } catch (error) {
    await cluster.close()
    throw error
  }
  return {
    cluster,
    open: () => openRecords(cluster, school, { log }),
    close: () => cluster.close(),
  }
}

/**
 * Rejects the database of a server of many schools: their servers would find one more in it.
 * @throws DatabaseError
 */
export async function assertSingleSchool({ pool }: Pick<Cluster, 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT name FROM school WHERE host IS NOT NULL',
  )
  // One of them may have this name, too.
  if (rows.length === 0 || rows.some(({ name }) => name === SCHOOL)) return
  const schools = rows.length === 1 ? '1 school' : `${rows.length} schools`
  throw new DatabaseError(`DATABASE_URL: this database has ${schools}: set SCHOOLS=1`)
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
