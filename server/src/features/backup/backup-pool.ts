import fs from 'node:fs/promises'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import type { BackupContents, BackupFault } from '@bidyaloy/shared/school/backup'
import type { Permissions } from '../../lib/permission-flags.ts'
import { createWorkerPool, failureOf, LATE, type WorkerPool } from '../../lib/worker-pool.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { BackupError } from './backup-error.ts'
import type { RunMakeJob } from './backup-records.ts'
import type { ReportProgress } from './backup-stream.ts'
import { type MakeJob, makeBackup } from './make-backup.ts'
import type { ReadJob } from './read-backup.ts'

/** A job of the backup process. */
export type BackupJob =
  | ({ task: 'make' } & MakeJob)
  | ({ task: 'read' } & ReadJob)
  | { task: 'peek'; file: string }
  /** Encrypts a file for another place. @param to a new file */
  | { task: 'encrypt'; file: string; to: string; recipient: string }

/** What a job found out. */
export interface BackupJobResult {
  /** Time of the state in the backup, if it was read or made. */
  at?: string
  /** Its contents, if it was read. */
  contents?: BackupContents
  /** If it was not made: the files that were removed after the database was copied. */
  missing?: string[] | undefined
}

/** Runs the jobs of backups in separate processes. */
export interface BackupWorkerPool {
  /** @throws BackupError, or an error with the `code` of a system error */
  run(job: BackupJob, report?: ReportProgress): Promise<BackupJobResult>
  /** Aborts the running jobs. No other one can start any more. */
  close(): void
}

const MAX_TIMEOUT_MS = 6 * 60 * MINUTE_MS
/** Time-out of reading: 30 minutes, and more for a large backup, so that a small one cannot delay the next. */
const READ = { minMs: 30 * MINUTE_MS, bytesPerMs: 2000 }
const PEEK = { cpuMs: MINUTE_MS, timeoutMs: 10 * MINUTE_MS }
/** Enough for the manifest of the largest school. */
const MEMORY_MB = 1024
/** A copy is encrypted in pieces of 64 KB. */
const COPY_MEMORY_MB = 384

const OPTIONS = { module: 'backup-worker', processes: 1, memoryMb: MEMORY_MB } as const

type Pool = WorkerPool<BackupJob, BackupJobResult, BackupFault>

/**
 * Creates a pool with a process for the current task, one for the manifests of uploads, and one for
 * copies, so that a copy delays no backup.
 */
export function createBackupWorkerPool(): BackupWorkerPool {
  const pools = new Set<Pool>()
  let closed = false
  return {
    async run(job, report) {
      if (closed) throw new BackupError('interrupted', 'The server stops')
      const pool = poolFor(job)
      pools.add(pool)
      const result = await pool
        .run(job, report, await timeoutOf(job))
        .finally(() => pools.delete(pool))
      if ('made' in result) return result.made
      if ('fault' in result) throw new BackupError(result.fault, result.message)
      if (result.code === LATE) throw new BackupError('interrupted', result.failed)
      throw failureOf(result)
    },
    close() {
      closed = true
      for (const pool of pools) pool.close()
    },
  }
}

function poolFor(job: BackupJob): Pool {
  if (job.task === 'peek') {
    const { file } = job
    const may = { addons: true, read: [file] }
    return createWorkerPool({ ...OPTIONS, ...PEEK, school: file, may, crashError: 'unsafe' })
  }
  if (job.task === 'encrypt') {
    const { file, to } = job
    return createWorkerPool({
      ...OPTIONS,
      memoryMb: COPY_MEMORY_MB,
      timeoutMs: MAX_TIMEOUT_MS,
      school: file,
      may: { addons: true, read: [file], write: [to] },
      crashError: 'interrupted',
    })
  }
  return createWorkerPool({
    ...OPTIONS,
    timeoutMs: MAX_TIMEOUT_MS,
    school: job.paths.root,
    may: job.task === 'make' ? 'open all files' : ofReading(job),
    crashError: 'interrupted',
    memoryError: 'unsafe',
  })
}

/** What whoever made the zip may reach: neither the records nor the files of the school. */
function ofReading({ file, into, paths }: ReadJob): Permissions {
  const write = into === null ? [paths.backupWork] : [paths.backupWork, into]
  return { addons: true, read: [file, ...write], write }
}

/** Makes backups in a process of its own, which has no access to remote files; with these, in this process. */
export function runMakeJobs(pool: BackupWorkerPool, files: () => FileStore): RunMakeJob {
  return (job, report) =>
    files().isRemote ? makeBackup(job, report, files()) : pool.run({ task: 'make', ...job }, report)
}

async function timeoutOf(job: BackupJob): Promise<number> {
  if (job.task === 'peek') return PEEK.timeoutMs
  if (job.task !== 'read') return MAX_TIMEOUT_MS
  const { size } = await fs.stat(job.file)
  return Math.min(MAX_TIMEOUT_MS, READ.minMs + size / READ.bytesPerMs)
}
