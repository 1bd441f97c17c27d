import Sqlite from 'better-sqlite3'
import { createFolderStore } from './engines/disk/folder-store.ts'
import { encryptFile } from './features/backup/age-file.ts'
import type { BackupJob, BackupJobResult } from './features/backup/backup-pool.ts'
import { makeBackup } from './features/backup/make-backup.ts'
import { runJobs } from './lib/worker-entry.ts'
import { restrictImageLibrary } from './storage/pictures.ts'

// Loads the native code, which no job can load.
new Sqlite(':memory:').close()
restrictImageLibrary()
runJobs(async (job: BackupJob, report): Promise<BackupJobResult> => {
  if (job.task === 'encrypt') {
    await encryptFile(job.file, job.to, job.recipient)
    return {}
  }
  if (job.task === 'make') {
    const { missing } = await makeBackup(job, report, createFolderStore(job.paths))
    return { at: job.at, missing }
  }
  // Most of the server, which knows all records: other jobs need a tenth of the time without it.
  const { peekBackup, readBackup } = await import('./features/backup/read-backup.ts')
  if (job.task === 'peek') return peekBackup(job.file)
  const contents = await readBackup(job, report)
  return { at: contents.at, contents }
})
