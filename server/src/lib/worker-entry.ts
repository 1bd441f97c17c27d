import os from 'node:os'
import { errorCode } from './node-error.ts'
import { startJob } from './worker-limits.ts'
import type { JobProgress, JobResult } from './worker-pool.ts'

/** A failure that is the fault of the job itself. */
export class JobError<Fault extends string> extends Error {
  constructor(
    readonly fault: Fault,
    cause?: unknown,
  ) {
    super(cause instanceof Error ? cause.message : fault, { cause })
  }
}

/**
 * Runs the jobs of a worker pool in this process. A separate process returns the libraries' memory
 * when it ends, and a crash does not affect the server. Call it once the libraries are loaded.
 */
export function runJobs<Job, Made>(
  make: (job: Job, report: (progress: number) => void) => Promise<Made>,
): void {
  process.on('disconnect', () => process.exit(0))
  // Terminals and service managers signal all processes of a service at once. The server finishes
  // its pending jobs; this process ends when the server disconnects.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.on('message', (job: Job) => {
    const report = (progress: number) => process.send?.({ progress } satisfies JobProgress)
    // Marks the start of the job: from now on a crash is the job's fault.
    report(0)
    startJob()
    void resultOf(() => make(job, report)).then((result) => process.send?.(result))
  })
}

/** Gives this process the lowest priority, where the system permits a change. */
export function lowerPriority(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_LOW)
  } catch {
    // A service or container may forbid it: the work itself must not depend on it.
  }
}

async function resultOf<Made>(make: () => Promise<Made>): Promise<JobResult<Made, string>> {
  try {
    return { made: await make() }
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error))
    if (error instanceof JobError) return { fault: error.fault, message }
    const code = errorCode(error)
    return { failed: message, ...(code && { code }) }
  }
}
