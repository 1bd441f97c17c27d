import type { BackupContents } from '@bidyaloy/shared/school/backup'
import { restrictImageLibrary } from '../../storage/pictures.ts'
import { answerJobs } from '../../storage/worker-entry.ts'
import { type MakeJob, makeBackup, type ReportProgress } from './make-backup.ts'
import { lookAtBackup, type ReadJob, readBackup } from './read-backup.ts'

restrictImageLibrary()
answerJobs(doBackupJob)

/** What is asked of the backup process. */
export type BackupJob =
  | ({ task: 'make' } & MakeJob)
  | ({ task: 'read' } & ReadJob)
  | { task: 'look'; file: string }

/** What was read whole, and the moment whose state it holds; null where nothing was. */
export type BackupJobResult = { contents: BackupContents | null; at: string | null }

/** Does a job in this process. @throws BackupError; whatever the disk says */
async function doBackupJob(job: BackupJob, report: ReportProgress): Promise<BackupJobResult> {
  if (job.task === 'look') return { contents: null, at: (await lookAtBackup(job.file)).at }
  if (job.task === 'read') {
    const contents = await readBackup(job, report)
    return { contents, at: contents.at }
  }
  await makeBackup(job, report)
  return { contents: null, at: null }
}
