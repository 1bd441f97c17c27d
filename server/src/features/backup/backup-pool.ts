import fs from 'node:fs/promises'
import { MINUTE_MS } from '@bidyaloy/shared/durations'
import type { BackupFault } from '@bidyaloy/shared/school/backup'
import { createWorkerPool } from '../../storage/worker-pool.ts'
import { BackupError } from './backup-error.ts'
import type { BackupJob, BackupJobResult } from './backup-worker.ts'
import type { ReportProgress } from './make-backup.ts'

/** Does the long work of backups in processes of their own, beside the server. */
export interface BackupWorkerPool {
  /** @throws BackupError; an error with the `code` of the disk's trouble */
  do(job: BackupJob, report: ReportProgress): Promise<BackupJobResult>
  /** Breaks off what is being done. */
  close(): void
}

/** A job that takes longer than this is stuck. */
const LONGEST_MS = 6 * 60 * MINUTE_MS
/** How long a backup may be read: a small one does not keep the next nightly one waiting. */
const READ = { least: 30 * MINUTE_MS, bytesPerMs: 2000 }
/** An upload's list is read within this, or the upload is refused. */
const LOOK_MS = MINUTE_MS
/** Enough for the lists of the largest school. */
const MEMORY_MB = 1024

/** A process for the one task in hand and one that looks at uploads, each begun when it is wanted. */
export function createBackupWorkerPool(): BackupWorkerPool {
  const options = {
    ...{ beside: import.meta.url, module: 'backup-worker', processes: 1, memoryMb: MEMORY_MB },
  } as const
  const tasks = createWorkerPool<BackupJob, BackupJobResult, BackupFault>({
    ...{ ...options, timeoutMs: LONGEST_MS, crashError: 'interrupted', memoryError: 'unsafe' },
  })
  const checks = createWorkerPool<BackupJob, BackupJobResult, BackupFault>({
    ...{ ...options, timeoutMs: LOOK_MS, crashError: 'unsafe' },
  })
  return {
    async do(job, report) {
      const answer =
        job.task === 'look'
          ? await checks.run(job)
          : await tasks.run(job, report, await timeoutOf(job))
      if ('made' in answer) return answer.made
      if ('fault' in answer) throw new BackupError(answer.fault, answer.message)
      const { failed, code } = answer
      throw Object.assign(new Error(failed), code && { code })
    },
    close() {
      tasks.close()
      checks.close()
    },
  }
}

async function timeoutOf(job: BackupJob): Promise<number> {
  if (job.task !== 'read') return LONGEST_MS
  const { size } = await fs.stat(job.file)
  return Math.min(LONGEST_MS, READ.least + size / READ.bytesPerMs)
}
