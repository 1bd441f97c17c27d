import { openDataFolder } from '../../data-folder.ts'
import {
  backUpBeforeUpgrade,
  type FormerRecords,
  type UpgradeDeps,
} from '../../features/backup/before-upgrade.ts'
import { migrations } from '../sqlite/migrate.ts'
import type { ClusterUpgrade } from './cluster.ts'
import { copyToSqlite } from './copy-rows.ts'
import { openSource } from './postgres-database.ts'

/**
 * Returns the upgrade of a database: a backup of each school that has an account.
 * @param folderOf returns the path of a school's data folder
 */
export function upgradeOfSchools(
  deps: UpgradeDeps,
  folderOf: (school: string) => string,
): ClusterUpgrade {
  return async ({ pool, connect, applied }, migrateAll) => {
    const known = migrations.map(({ name }) => name)
    // The newest may be of PostgreSQL alone.
    const done = known.slice(0, known.findLastIndex((name) => applied.includes(name)) + 1)
    const { rows } = await pool.query<{ name: string }>('SELECT name FROM school ORDER BY name')
    const schools: FormerRecords[] = []
    for (const { name: school } of rows) {
      const client = await connect(school)
      const account = await client
        .query('SELECT FROM admin LIMIT 1')
        .finally(() => client.release())
      if (!account.rowCount) continue
      const copyTo = async (file: string) => {
        const source = await openSource({ connect }, school)
        await copyToSqlite(source.manager, file, done).finally(() => source.destroy())
      }
      schools.push({ school, folder: await openDataFolder(folderOf(school)), copyTo })
    }
    await backUpBeforeUpgrade(deps, schools, migrateAll)
  }
}
