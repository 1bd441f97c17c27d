import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { createWorkerPool, failureOf, type WorkerPool } from '../../../lib/worker-pool.ts'
import type { JobName, ReadJobs } from './read-jobs.ts'

/** Reads what strangers wrote in a process that may open no files. */
export interface Reader {
  /**
   * Runs a job.
   * @returns null if what it reads crashes the process, or takes too much time or memory
   * @throws Error if another attempt may succeed
   */
  read<N extends JobName>(name: N, job: ReadJobs[N]['job']): Promise<ReadJobs[N]['made'] | null>
  close(): void
}

/** A part of an export, of 4 MB, takes half a second. */
const OPTIONS = {
  module: 'move-in-worker',
  processes: 1,
  timeoutMs: 5 * MINUTE_MS,
  cpuMs: 20_000,
  memoryMb: 400,
  isConfined: true,
  crashError: 'unreadable',
} as const

/** Creates a reader with one process, which all readers share. */
export function createReader(): Reader {
  const pools = new Set<{ close(): void }>()
  return {
    async read<N extends JobName>(name: N, job: ReadJobs[N]['job']) {
      const pool: WorkerPool<
        { name: N; job: ReadJobs[N]['job'] },
        ReadJobs[N]['made'],
        'unreadable'
      > = createWorkerPool(OPTIONS)
      pools.add(pool)
      const result = await pool.run({ name, job }).finally(() => pools.delete(pool))
      if ('failed' in result) throw failureOf(result)
      return 'made' in result ? result.made : null
    },
    close() {
      for (const pool of pools) pool.close()
    },
  }
}
