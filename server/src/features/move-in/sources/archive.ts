import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { createWorkerPool, failureOf, type WorkerPool } from '../../../lib/worker-pool.ts'
import type { ArchiveJobName, ArchiveJobs, ZipEntry, ZipFault } from './archive-jobs.ts'

/** What a zip is, or a file of it, that is refused. */
export class ZipRefused extends Error {
  constructor(
    readonly reason: ZipFault,
    message: string,
  ) {
    super(message)
  }
}

/** Lists and unpacks zips in a process with bounds. All methods throw ZipRefused, and errors of the disk. */
export interface Archives {
  /** @param file path of a zip */
  list(file: string): Promise<ZipEntry[]>
  head(file: string, at: number, maxBytes: number): Promise<Buffer>
  /** Returns the SHA-256 of a file. */
  hash(file: string, at: number): Promise<string>
  /** @returns the size of the file */
  unpack(file: string, at: number, target: string, maxBytes: number): Promise<number>
  close(): void
}

/** The largest export takes ten seconds. */
const OPTIONS = {
  module: 'archive-worker',
  processes: 1,
  timeoutMs: 15 * MINUTE_MS,
  cpuMs: MINUTE_MS,
  memoryMb: 256,
  crashError: 'damaged',
} as const

/**
 * Creates the use of one process, which may open the zip of its job and what it unpacks.
 * @param staging folder in which all targets are
 */
export function createArchives(staging: string): Archives {
  const pools = new Set<{ close(): void }>()
  const run = async <N extends ArchiveJobName>(name: N, job: ArchiveJobs[N]['job']) => {
    const pool: WorkerPool<
      { name: N; job: ArchiveJobs[N]['job'] },
      ArchiveJobs[N]['made'],
      ZipFault
    > = createWorkerPool({
      ...OPTIONS,
      school: staging,
      may: { read: [job.file], write: [staging] },
    })
    pools.add(pool)
    const result = await pool.run({ name, job }).finally(() => pools.delete(pool))
    if ('failed' in result) throw failureOf(result)
    if ('fault' in result) throw new ZipRefused(result.fault, result.message)
    return result.made
  }
  return {
    list: (file) => run('list', { file }),
    head: async (file, at, maxBytes) =>
      Buffer.from(await run('head', { file, at, maxBytes }), 'base64'),
    hash: (file, at) => run('hash', { file, at }),
    unpack: (file, at, target, maxBytes) => run('unpack', { file, at, target, maxBytes }),
    close() {
      for (const pool of pools) pool.close()
    },
  }
}
