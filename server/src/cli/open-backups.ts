import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { type DataFolder, openDataFolder } from '../data-folder.ts'
import { namingDisk } from '../features/backup/backup-error.ts'
import { newBackupName, wholeSecond } from '../features/backup/backup-format.ts'
import { type BackupRecords, folderBackups } from '../features/backup/backup-records.ts'
import { type MakeJob, makeBackup } from '../features/backup/make-backup.ts'
import { finishInterruptedRestore } from '../features/backup/replace-data.ts'
import {
  type BackupSource,
  type RestoreResult,
  restoreBesideServers,
  restoreStopped,
} from '../features/backup/restore-stopped.ts'
import { openFileStore } from '../find-files.ts'
import { SCHOOL } from '../find-records.ts'
import type { FileStore } from '../storage/file-store.ts'
import { silent, withRecords } from './cli-context.ts'

/** The backups of a school, opened for a command. */
export interface OpenBackups {
  folder: DataFolder
  files: FileStore
  /** Makes a backup of the present data. @returns its file name */
  make(): Promise<string>
  /** Restores the first valid backup. @throws BackupError if none is; nothing has changed then */
  restore(backups: readonly BackupSource[]): Promise<RestoreResult>
  /** Runs work while neither a server nor another command has a task. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

interface OpenBackupsOptions {
  config: Config
  /** Version of the program. */
  program: string
  /** Whether the school may be new, to PostgreSQL; a restore fills it. */
  founds?: boolean
  school?: string | undefined
}

const report = () => undefined

/** Runs work on the backups of a school. SQLite's database is not opened: it may be damaged. */
export async function withBackups<T>(
  { config, program, school = SCHOOL, founds = false }: OpenBackupsOptions,
  work: (opened: OpenBackups) => Promise<T>,
): Promise<T> {
  const folder = await openDataFolder(config.dataDir)
  const files = await openFileStore({ config, folder, school, log: silent })
  const run = (job: MakeJob) => makeBackup(job, report, files)
  const options = () => ({
    folder,
    files,
    context: { by: 'npm run admin', now: systemClock() },
    program,
    report,
  })
  const opened = (
    records: Pick<BackupRecords, 'lock' | 'make'>,
    restore: OpenBackups['restore'],
  ): OpenBackups => ({
    folder,
    files,
    restore,
    async make() {
      const at = wholeSecond(systemClock())
      const name = newBackupName('manual', at)
      await records.make({ name, at: at.toISOString(), program }, report)
      return name
    },
    async alone(task) {
      return namingDisk(folder.root, async () => {
        const unlock = await records.lock()
        if (!unlock) throw new Error('Another backup task is running. Try again later.')
        return task().finally(unlock)
      })
    },
  })
  if (config.databaseUrl === undefined) {
    const records = folderBackups({ paths: folder, run })
    const restore: OpenBackups['restore'] = async (backups) => {
      await finishInterruptedRestore(folder)
      return restoreStopped({ ...options(), backups })
    }
    return work(opened(records, restore))
  }
  const { postgresRecords } = await import('../engines/postgres/backup-records.ts')
  return withRecords(config, { folder, school, founds }, ({ db }) => {
    const records = postgresRecords({ paths: folder, db: () => db, files: () => files, run })
    return work(
      opened(records, (backups) =>
        restoreBesideServers({ ...options(), backups }, { db, records }),
      ),
    )
  })
}
