import type { BackupFault } from '@bidyaloy/shared/school/backup'
import { createWorkshop } from '../../storage/workshop.ts'
import { BackupRefusal } from './backup-fault.ts'
import type { BackupJob, BackupJobResult } from './backup-job.ts'
import type { ReportProgress } from './make-backup.ts'

/** Does the long work of backups in a process of its own, beside the server. */
export interface BackupWorkshop {
  /** @throws BackupRefusal; an error with the `code` of the disk's trouble */
  do(job: BackupJob, report: ReportProgress): Promise<BackupJobResult>
  /** Breaks off what is being done. */
  close(): void
}

/** A job that takes longer than this is stuck. */
const LONGEST_MS = 6 * 3_600_000

/** One process, begun with the first job. */
export function createBackupWorkshop(): BackupWorkshop {
  const workshop = createWorkshop<BackupJob, BackupJobResult, BackupFault>({
    beside: import.meta.url,
    module: 'backup-process',
    processes: 1,
    longest: LONGEST_MS,
    brokenBy: 'interrupted',
  })
  return {
    async do(job, report) {
      const answer = await workshop.ask(job, report)
      if ('made' in answer) return answer.made
      if ('fault' in answer) throw new BackupRefusal(answer.fault, answer.message)
      const { failed, code } = answer
      throw Object.assign(new Error(failed), code && { code })
    },
    close: () => workshop.close(),
  }
}
