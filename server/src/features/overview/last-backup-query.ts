import type { AdminOverview } from '@bidyaloy/shared/school/admin-overview'
import { listBackups } from '../backup/backup-names.ts'

/** The newest backup that was made here; null where there is none. */
export async function findLastBackup(backups: string): Promise<AdminOverview['lastBackup']> {
  const own = (await listBackups(backups)).find(({ kind }) => kind !== 'uploaded')
  return own ? { at: own.at, size: own.size } : null
}
