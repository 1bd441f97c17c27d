import type { JobAnswer, JobProgress } from './workshop.ts'

/** A job that is not done for a reason that lies in the job itself. */
export class JobRefusal<Fault extends string> extends Error {
  constructor(
    readonly fault: Fault,
    cause?: unknown,
  ) {
    super(cause instanceof Error ? cause.message : fault, { cause })
  }
}

/**
 * Answers the jobs of a workshop in this process, which was started for nothing else: what the
 * libraries take of memory goes back when it ends, and a job that breaks one breaks nothing else.
 */
export function answerJobs<Job, Made>(
  make: (job: Job, report: (progress: number) => void) => Promise<Made>,
): void {
  process.on('disconnect', () => process.exit(0))
  // Terminals and service managers send these to all processes of a service at once. The server
  // finishes the jobs in hand; this one ends when the server lets go of it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.on('message', (job: Job) => {
    const report = (progress: number) => process.send?.({ progress } satisfies JobProgress)
    void answer(() => make(job, report)).then((result) => process.send?.(result))
  })
}

async function answer<Made>(make: () => Promise<Made>): Promise<JobAnswer<Made, string>> {
  try {
    return { made: await make() }
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error))
    if (error instanceof JobRefusal) return { fault: error.fault, message }
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return { failed: message, ...(code && { code }) }
  }
}
