import type { BackupContents } from '@bidyaloy/shared/school/backup'
import { runJobs } from '../../lib/worker-entry.ts'
import { restrictImageLibrary } from '../../storage/pictures.ts'
import { type MakeJob, makeBackup } from './make-backup.ts'
import { peekBackup, type ReadJob, readBackup } from './read-backup.ts'

/** A job of the backup process. */
export type BackupJob =
  | ({ task: 'make' } & MakeJob)
  | ({ task: 'read' } & ReadJob)
  | { task: 'peek'; file: string }

/** What a job found out. */
export interface BackupJobResult {
  /** Time of the state in the backup. */
  at: string
  /** Its contents, if it was read. */
  contents?: BackupContents
  /** If it was not made: the files that were removed after the database was copied. */
  missing?: string[] | undefined
}

restrictImageLibrary()
runJobs(async (job: BackupJob, report): Promise<BackupJobResult> => {
  if (job.task === 'peek') return peekBackup(job.file)
  if (job.task === 'make') {
    const { missing } = await makeBackup(job, report)
    return { at: job.at, missing }
  }
  const contents = await readBackup(job, report)
  return { at: contents.at, contents }
})
