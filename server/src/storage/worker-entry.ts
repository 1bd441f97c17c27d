import fs from 'node:fs'
import { Worker } from 'node:worker_threads'
import { errorCode } from '../node-error.ts'
import type { JobAnswer, JobProgress } from './worker-pool.ts'

/** A job that is not done for a reason that lies in the job itself. */
export class JobError<Fault extends string> extends Error {
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
 * The first argument of the process is the resident memory that it may take, in MB.
 */
export function answerJobs<Job, Made>(
  make: (job: Job, report: (progress: number) => void) => Promise<Made>,
): void {
  limitMemory(Number(process.argv[2]))
  process.on('disconnect', () => process.exit(0))
  // Terminals and service managers send these to all processes of a service at once. The server
  // finishes the jobs in hand; this one ends when the server lets go of it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.on('message', (job: Job) => {
    const report = (progress: number) => process.send?.({ progress } satisfies JobProgress)
    // Tells that whatever ends this process from now on is the job's doing.
    report(0)
    void answer(() => make(job, report)).then((result) => process.send?.(result))
  })
}

const CHECK_MS = 25

/**
 * Kills this process once it takes more resident memory than it may, or the server is gone. A thread
 * of its own looks: the libraries hold up the main one, and not every system bounds a process for us.
 */
function limitMemory(memoryMb: number): void {
  const look = `
    const isServerGone = () => {
      try { return !process.kill(${process.ppid}, 0) } catch { return true }
    }
    setInterval(() => {
      const isTooLarge = process.memoryUsage.rss() > ${memoryMb * 2 ** 20}
      if (isTooLarge || isServerGone()) process.kill(process.pid, 'SIGKILL')
    }, ${CHECK_MS})`
  new Worker(look, { eval: true, execArgv: [], env: {} }).unref()
  try {
    // Where the machine itself runs short, the kernel ends this process and not the server.
    fs.writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not Linux, or not allowed: the bound above holds all the same.
  }
}

async function answer<Made>(make: () => Promise<Made>): Promise<JobAnswer<Made, string>> {
  try {
    return { made: await make() }
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error))
    if (error instanceof JobError) return { fault: error.fault, message }
    const code = errorCode(error)
    return { failed: message, ...(code && { code }) }
  }
}
