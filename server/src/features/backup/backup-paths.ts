import type { DataFolder } from '../../data-folder.ts'

/** The parts of the data folder that backups know. */
export type BackupPaths = Pick<
  DataFolder,
  'root' | 'databaseFile' | 'backups' | 'backupWork' | 'backupLock' | 'restore'
>
