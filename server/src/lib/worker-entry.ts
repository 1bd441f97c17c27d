import fs from 'node:fs'
import os from 'node:os'
import { Worker } from 'node:worker_threads'
import { errorCode } from './node-error.ts'
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
 * when it ends, and a crash does not affect the server. The arguments of the process are its limit of
 * resident memory in MB and, if there is one, that of a job's CPU time in milliseconds.
 */
export function runJobs<Job, Made>(
  make: (job: Job, report: (progress: number) => void) => Promise<Made>,
): void {
  const [, , memoryMb, cpuMs] = process.argv
  const limits = watchLimits(Number(memoryMb), cpuMs ? Number(cpuMs) : Infinity)
  process.on('disconnect', () => process.exit(0))
  // Terminals and service managers signal all processes of a service at once. The server finishes
  // its pending jobs; this process ends when the server disconnects.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.on('message', (job: Job) => {
    const report = (progress: number) => process.send?.({ progress } satisfies JobProgress)
    // Marks the start of the job: from now on a crash is the job's fault.
    report(0)
    limits.postMessage('start')
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

const CHECK_MS = 25
/** Tells the server which limit was exceeded. Windows knows no other signals. */
const TOO_LARGE = 'SIGKILL'
const TOO_LONG = process.platform === 'win32' ? 'SIGKILL' : 'SIGVTALRM'

/**
 * Kills this process when it exceeds its resident memory or the CPU time of a job, or the server has
 * ended. A worker thread checks this, because the libraries block the main thread.
 * @returns the thread; a message to it begins a job
 */
function watchLimits(memoryMb: number, cpuMs: number): Worker {
  const check = `
    const isServerGone = () => {
      try { return !process.kill(${process.ppid}, 0) } catch { return true }
    }
    const cpuMs = () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    }
    let started = cpuMs()
    const port = require('node:worker_threads').parentPort
    port.on('message', () => { started = cpuMs() })
    setInterval(() => {
      const isTooLarge = process.memoryUsage.rss() > ${memoryMb * 2 ** 20}
      const isTooLong = cpuMs() - started > ${cpuMs}
      if (isTooLong) process.kill(process.pid, '${TOO_LONG}')
      if (isTooLarge || isServerGone()) process.kill(process.pid, '${TOO_LARGE}')
    }, ${CHECK_MS})`
  const thread = new Worker(check, { eval: true, execArgv: [], env: {} })
  thread.unref()
  try {
    // If the machine runs out of memory, the kernel kills this process instead of the server.
    fs.writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not Linux, or not permitted: the limit above applies anyway.
  }
  return thread
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
