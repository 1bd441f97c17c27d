import type { BackupContents } from '@bidyaloy/shared/school/backup'
import { restrictImageLibrary } from '../../storage/pictures.ts'
import { runJobs } from '../../storage/worker-entry.ts'
import { type MakeJob, makeBackup } from './make-backup.ts'
import { peekBackup, type ReadJob, readBackup } from './read-backup.ts'

/** A job of the backup process. */
export type BackupJob =
  | ({ task: 'make' } & MakeJob)
  | ({ task: 'read' } & ReadJob)
  | { task: 'peek'; file: string }

/** Time of the state in the backup, and its contents if the backup was read. */
export interface BackupJobResult {
  at: string
  contents?: BackupContents
}

restrictImageLibrary()
runJobs(async (job: BackupJob, report): Promise<BackupJobResult> => {
  if (job.task === 'peek') return peekBackup(job.file)
  if (job.task === 'make') {
    await makeBackup(job, report)
    return { at: job.at }
  }
  const contents = await readBackup(job, report)
  return { at: contents.at, contents }
})
