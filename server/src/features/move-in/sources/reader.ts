import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { createWorkerPool, failureOf, type WorkerPool } from '../../../lib/worker-pool.ts'
import type { JobName, ReadJobs } from './read-jobs.ts'
import { SourceError } from './source.ts'

/** Reads what strangers wrote in a process that may open no files. */
export interface Reader {
  /**
   * Runs a job.
   * @returns null if what it reads crashes the process, or takes too much time or memory
   * @throws SourceError after too many of them; Error if another attempt may succeed
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
  crashError: 'unreadable',
} as const

/** Parts of a source that crash the process, of at most 20 s each, before the source as a whole is refused. */
const MAX_UNREADABLE = 100

/**
 * Creates a reader with one process, which all readers of a school share.
 * @param school tells it from others
 */
export function createReader(school: string): Reader {
  const pools = new Set<{ close(): void }>()
  let unreadable = 0
  return {
    async read<N extends JobName>(name: N, job: ReadJobs[N]['job']) {
      const pool: WorkerPool<
        { name: N; job: ReadJobs[N]['job'] },
        ReadJobs[N]['made'],
        'unreadable'
      > = createWorkerPool({ ...OPTIONS, school })
      pools.add(pool)
      const result = await pool.run({ name, job }).finally(() => pools.delete(pool))
      if ('failed' in result) throw failureOf(result)
      if ('made' in result) return result.made
      unreadable += 1
      if (unreadable > MAX_UNREADABLE) throw new SourceError('damaged', 'most of it is unreadable')
      return null
    },
    close() {
      for (const pool of pools) pool.close()
    },
  }
}
