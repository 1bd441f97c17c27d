import fs from 'node:fs/promises'
import type { BackupFault } from '@bidyaloy/shared/school/backup'
import { createWorkshop } from '../../storage/workshop.ts'
import { BackupRefusal } from './backup-fault.ts'
import type { BackupJob, BackupJobResult } from './backup-job.ts'
import type { ReportProgress } from './make-backup.ts'

/** Does the long work of backups in processes of their own, beside the server. */
export interface BackupWorkshop {
  /** @throws BackupRefusal; an error with the `code` of the disk's trouble */
  do(job: BackupJob, report: ReportProgress): Promise<BackupJobResult>
  /** Breaks off what is being done. */
  close(): void
}

const MINUTE_MS = 60_000
/** A job that takes longer than this is stuck. */
const LONGEST_MS = 6 * 60 * MINUTE_MS
/** How long a backup may be read: a small one does not keep the next nightly one waiting. */
const READ = { least: 30 * MINUTE_MS, bytesPerMs: 2000 }
/** An upload's list is read within this, or the upload is refused. */
const LOOK_MS = MINUTE_MS
/** Enough for the lists of the largest school. */
const MEMORY_MB = 1024

/** A process for the one task in hand and one that looks at uploads, each begun when it is wanted. */
export function createBackupWorkshop(): BackupWorkshop {
  const options = {
    ...{ beside: import.meta.url, module: 'backup-process', processes: 1, memoryMb: MEMORY_MB },
  } as const
  const tasks = createWorkshop<BackupJob, BackupJobResult, BackupFault>({
    ...{ ...options, longest: LONGEST_MS, brokenBy: 'interrupted', tooLargeBy: 'unsafe' },
  })
  const looks = createWorkshop<BackupJob, BackupJobResult, BackupFault>({
    ...{ ...options, longest: LOOK_MS, brokenBy: 'unsafe' },
  })
  return {
    async do(job, report) {
      const answer =
        job.task === 'look'
          ? await looks.ask(job)
          : await tasks.ask(job, report, await longestOf(job))
      if ('made' in answer) return answer.made
      if ('fault' in answer) throw new BackupRefusal(answer.fault, answer.message)
      const { failed, code } = answer
      throw Object.assign(new Error(failed), code && { code })
    },
    close() {
      tasks.close()
      looks.close()
    },
  }
}

async function longestOf(job: BackupJob): Promise<number> {
  if (job.task !== 'read') return LONGEST_MS
  const { size } = await fs.stat(job.file)
  return Math.min(LONGEST_MS, READ.least + size / READ.bytesPerMs)
}
