import type { BackupContents } from '@bidyaloy/shared/school/backup'
import { type MakeJob, makeBackup, type ReportProgress } from './make-backup.ts'
import { type ReadJob, readBackup } from './read-backup.ts'

/** What is asked of the backup process. */
export type BackupJob = ({ task: 'make' } & MakeJob) | ({ task: 'read' } & ReadJob)

/** What was read; null where something was made. */
export type BackupJobResult = { contents: BackupContents | null }

/** Does a job in this process. @throws BackupRefusal; whatever the disk says */
export async function doBackupJob(
  job: BackupJob,
  report: ReportProgress,
): Promise<BackupJobResult> {
  if (job.task === 'read') return { contents: await readBackup(job, report) }
  await makeBackup(job, report)
  return { contents: null }
}
