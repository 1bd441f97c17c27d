import type { Logger } from 'pino'
import { type Config, ConfigError } from './config.ts'
import { assertDatabasePresent, type DataFolder, folderOfSchool } from './data-folder.ts'
import type { Database } from './db/database.ts'
import { DatabaseError } from './db/database-error.ts'
import type { Cluster } from './engines/postgres/cluster.ts'
import type { PostgresMigration } from './engines/postgres/tables.ts'
import type { Upgrade } from './engines/sqlite/migrate.ts'
import { type OpenOptions, openDatabase } from './engines/sqlite/sqlite-database.ts'
import { backUpBeforeUpgrade, type UpgradeDeps } from './features/backup/before-upgrade.ts'
import { openFileStore } from './find-files.ts'
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

type PlacesOfRecords = Pick<
  Config,
  'databaseUrl' | 'databaseOwnerUrl' | 'dataDir' | 'bucket' | 'cacheBytes'
>

/**
 * Finds the records of a school: in the data folder, or in PostgreSQL, whose code is loaded only
 * then.
 * @throws DatabaseError
 */
export async function findRecords(
  {
    config,
    log,
    school = SCHOOL,
    founds = true,
    holder,
    steps,
  }: {
    config: PlacesOfRecords
    log: Logger
    school?: string
    /** Whether PostgreSQL gets the school if it has none of this name; most commands found none. */
    founds?: boolean
    /** Id of this process among those that use the same database; by default a new one. */
    holder?: string | undefined
    /** All known migrations of SQLite, oldest first. */
    steps?: OpenOptions['steps']
  },
  folder: DataFolder,
): Promise<Records> {
  if (config.databaseUrl === undefined) {
    const upgrade: Upgrade = (migrateAll) =>
      backUpBeforeUpgrade(upgradeDeps(config, log), [{ school, folder }], migrateAll)
    return {
      cluster: null,
      async open() {
        await assertDatabasePresent(folder)
        return openDatabase(folder.databaseFile, { log, upgrade, ...(steps && { steps }) })
      },
      close: async () => undefined,
    }
  }
  const folderOf = (name: string) =>
    name === school ? folder.root : folderOfSchool(config.dataDir, name)
  const cluster = await connectCluster(config, { log, holder, folderOf })
  try {
    if (school === SCHOOL) await assertSingleSchool(cluster)
    const { rowCount } = founds
      ? await cluster.owner.query('INSERT INTO school (name) VALUES ($1) ON CONFLICT DO NOTHING', [
          school,
        ])
      : await cluster.pool.query('SELECT FROM school WHERE name = $1', [school])
    if (!founds && rowCount === 0) {
      throw new DatabaseError(
        'DATABASE_URL: this database has no school. Start the server once; for many schools set SCHOOLS=1',
      )
    }
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

/**
 * Connects to the PostgreSQL database of the settings. Before an upgrade, its schools are backed up.
 * @throws DatabaseError
 */
export async function connectCluster(
  config: PlacesOfRecords,
  {
    log,
    holder = newId(),
    folderOf = (school) => folderOfSchool(config.dataDir, school),
    steps,
  }: {
    log: Logger
    /** Id of this process among those that use the database; by default a new one. */
    holder?: string | undefined
    /** Returns the path of a school's data folder. */
    folderOf?: (school: string) => string
    /** All known migrations, oldest first. */
    steps?: readonly PostgresMigration[]
  },
): Promise<Cluster> {
  if (config.databaseUrl === undefined) throw new ConfigError('DATABASE_URL: is missing')
  const { openCluster } = await import('./engines/postgres/cluster.ts')
  const { upgradeOfSchools } = await import('./engines/postgres/schools-upgrade.ts')
  const upgrade = upgradeOfSchools(upgradeDeps(config, log), folderOf)
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = config
  return openCluster(url, { ownerUrl, log, holder, upgrade, ...(steps && { steps }) })
}

/** Returns what the backups before an upgrade need. */
function upgradeDeps(config: PlacesOfRecords, log: Logger): UpgradeDeps {
  return { log, openFiles: ({ school, folder }) => openFileStore({ config, folder, school, log }) }
}

/** Opens the records of a school in a PostgreSQL database that is open. */
export async function openRecords(
  cluster: Cluster,
  school: string,
  options: { log: Logger },
): Promise<Database> {
  const { openPostgresDatabase } = await import('./engines/postgres/postgres-database.ts')
  return openPostgresDatabase(cluster, school, options)
}
