import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pLimit, { type LimitFunction } from 'p-limit'
import { permissionFlags } from './permission-flags.ts'

/**
 * The outcome of a job: what it made, the job's fault, or another failure. `code` is the code of a
 * system error such as ENOSPC, or `LATE`.
 */
export type JobResult<Made, Fault extends string> =
  | { made: Made }
  | { fault: Fault; message: string }
  | { failed: string; code?: string }

/** Code of a job that a busy machine did not finish in time: another time it may succeed. */
export const LATE = 'ETIME'

/** Progress of a job, from 0 to 1. */
export interface JobProgress {
  progress: number
}

/** Creates the error of a result that is not the job's fault. */
export function failureOf({ failed, code }: { failed: string; code?: string }): Error {
  return Object.assign(new Error(failed), code && { code })
}

/** Runs jobs in worker processes, one at a time in each. */
export interface WorkerPool<Job, Made, Fault extends string> {
  /**
   * Runs a job. Rejects only if no worker could be started.
   * @param timeoutMs overrides the pool's time-out for this job
   */
  run(
    job: Job,
    onProgress?: (progress: number) => void,
    timeoutMs?: number,
  ): Promise<JobResult<Made, Fault>>
  /** Ends running and queued jobs with `crashError`. Idle processes wait for other pools. */
  close(): void
}

interface WorkerPoolOptions<Fault extends string> {
  /** Name of the worker's built module, without extension. */
  module: string
  /** Maximum number of processes; further jobs are queued. */
  processes: number
  /**
   * Time-out of a job in milliseconds; also of the start of its process. It depends on what else the
   * machine does, so it is no fault of the job: the result is a failure with the code `LATE`.
   */
  timeoutMs: number
  /** CPU time of a job in milliseconds, above which its process is killed. */
  cpuMs?: number
  /** Pools with the same ones take turns with each other. */
  turns?: LimitFunction
  /** Environment variables of the processes, which get no others of the server but the path. */
  env?: Readonly<Record<string, string>>
  /** Limit of resident memory in MB, above which a process is killed; defaults to 512. */
  memoryMb?: number
  /**
   * Whether the processes may open no files but those of the program, nor start other programs, as far as
   * Node enforces that. Jobs may then contain bytes.
   */
  isConfined?: boolean
  /** Fault of a job that crashed its process or exceeded its CPU time. */
  crashError: Fault
  /** Fault of a job that exceeded the memory limit; defaults to `crashError`. */
  memoryError?: Fault
}

const IDLE_MS = 10_000
/** Far more than a legitimate job needs; available on the smallest machines. */
const MEMORY_MB = 512

/** The processes of a module, one job at a time in each. */
interface WorkerProcesses {
  /** Runs `work` when fewer than `processes` run, in turn. */
  limit<T>(work: () => Promise<T>): Promise<T>
  /** Returns an idle process, or starts one. */
  take(): ChildProcess
  giveBack(child: ChildProcess): void
}

/** The processes by their options: the schools of a server share them. */
const known = new Map<string, WorkerProcesses>()

function processesFor(options: WorkerPoolOptions<string>): WorkerProcesses {
  const key = JSON.stringify(options)
  const processes = known.get(key) ?? createProcesses(options)
  known.set(key, processes)
  return processes
}

function createProcesses(options: WorkerPoolOptions<string>): WorkerProcesses {
  const idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = []
  const take = (): ChildProcess => {
    const next = idle.pop()
    if (!next) return startProcess(options)
    clearTimeout(next.timer)
    return isRunning(next.child) ? next.child : take()
  }
  const limit = pLimit(options.processes)
  const { turns } = options
  return {
    limit: (work) => (turns ? turns(() => limit(work)) : limit(work)),
    take,
    giveBack(child) {
      const end = () => {
        idle.splice(idle.indexOf(entry), 1)
        if (child.connected) child.disconnect()
      }
      const entry = { child, timer: setTimeout(end, IDLE_MS).unref() }
      idle.push(entry)
    },
  }
}

/**
 * Creates a pool that starts processes on demand and ends them after 10 s without jobs, or with this
 * process. Pools with the same options share the processes, and take turns.
 */
export function createWorkerPool<Job extends object, Made, Fault extends string>(
  options: WorkerPoolOptions<Fault>,
): WorkerPool<Job, Made, Fault> {
  const processes = processesFor(options)
  const busy = new Set<ChildProcess>()

  const runOnOne = async (
    child: ChildProcess,
    job: Job,
    onProgress: ((progress: number) => void) | undefined,
    timeoutMs = options.timeoutMs,
  ) => {
    busy.add(child)
    try {
      const result = await runJob<Job, Made, Fault>(child, job, {
        ...options,
        onProgress,
        timeoutMs,
      })
      // Never a lost process, whose channel may look connected until the next turn of the event loop.
      if (isRunning(child)) processes.giveBack(child)
      return result
    } finally {
      busy.delete(child)
    }
  }

  const closedResult = { fault: options.crashError, message: 'The worker pool is closed' }
  let closed = false
  // The jobs that exceed it wait here, not before those of other pools.
  const limit = pLimit(options.processes)
  /** Ends the jobs that wait for a process. */
  const waiting = new Set<() => void>()
  const inTurn = (work: () => Promise<JobResult<Made, Fault>>) =>
    new Promise<JobResult<Made, Fault>>((resolve, reject) => {
      const leave = () => resolve(closedResult)
      waiting.add(leave)
      const start = async () => {
        waiting.delete(leave)
        return closed ? closedResult : work()
      }
      processes.limit(start).then(resolve, reject)
    })
  return {
    run: (job, onProgress, timeoutMs) =>
      limit(() => {
        if (closed) return closedResult
        const attempt = () => runOnOne(processes.take(), job, onProgress, timeoutMs)
        return inTurn(() =>
          attempt().catch((error: unknown) => {
            if (closed || !(error instanceof LostProcess)) throw error
            return attempt()
          }),
        )
      }),
    close() {
      if (closed) return
      closed = true
      for (const leave of waiting) leave()
      for (const child of busy) child.kill('SIGKILL')
    },
  }
}

/**
 * Folder of the built workers: that of this module once it is built. Tests and development run the
 * server from its sources, but its workers built, because a process that compiles TypeScript starts
 * three times as slowly.
 */
const BUILT = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : './', import.meta.url),
)

function startProcess({
  module,
  memoryMb = MEMORY_MB,
  cpuMs,
  env,
  isConfined = false,
}: Pick<
  WorkerPoolOptions<string>,
  'module' | 'memoryMb' | 'cpuMs' | 'env' | 'isConfined'
>): ChildProcess {
  const { PATH, SystemRoot, TEMP } = process.env
  const limits = [memoryMb, ...(cpuMs === undefined ? [] : [cpuMs])].map(String)
  const child = fork(path.join(BUILT, `${module}.js`), limits, {
    cwd: BUILT,
    // No settings of the server, so that an exploited library cannot read secrets.
    // With few arenas the C allocator retains less freed memory.
    env: { PATH, SystemRoot, TEMP, MALLOC_ARENA_MAX: '2', ...env },
    // Forces garbage collection well below the memory limit.
    execArgv: [
      `--max-old-space-size=${Math.ceil(memoryMb / 2)}`,
      ...(isConfined ? permissionFlags(BUILT) : []),
    ],
    ...(isConfined && { serialization: 'advanced' }),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A separate process group, which Ctrl+C does not reach: the server finishes pending jobs first.
    // On Windows `detached` would open a console window.
    detached: process.platform !== 'win32',
  })
  // Neither the process nor its channel keeps the event loop alive.
  child.unref()
  child.on('error', () => undefined)
  child.channel?.unref()
  return child
}

/** Whether a process can take jobs, as far as is known: it may have ended a moment ago. */
const isRunning = ({ connected, exitCode, signalCode }: ChildProcess) =>
  connected && exitCode === null && signalCode === null

/** Signals from outside; a crash in a library ends with other signals. */
const EXTERNAL_SIGNALS: readonly (string | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * The process ended before it started its job. The job is retried once: starting may fail for a
 * moment, and Ctrl+C reaches a process that was just forked, before it has its own process group.
 */
class LostProcess extends Error {}

/**
 * Runs a job in a process. One job at a time, so that a crash identifies its job.
 * @throws LostProcess
 */
function runJob<Job extends object, Made, Fault extends string>(
  child: ChildProcess,
  job: Job,
  {
    timeoutMs,
    crashError,
    memoryError = crashError,
    onProgress,
  }: Pick<WorkerPoolOptions<Fault>, 'timeoutMs' | 'crashError' | 'memoryError'> & {
    onProgress: ((progress: number) => void) | undefined
  },
): Promise<JobResult<Made, Fault>> {
  return new Promise((resolve, reject) => {
    let started = false
    let ended: string | undefined
    const limit = setTimeout(() => {
      ended = `Took longer than ${timeoutMs} ms`
      child.kill('SIGKILL')
    }, timeoutMs)
    const settle = () => {
      clearTimeout(limit)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
    }
    const onMessage = (result: JobResult<Made, Fault> | JobProgress) => {
      if ('progress' in result) {
        // The time-out of the job begins when the process has started.
        if (!started) limit.refresh()
        started = true
        onProgress?.(result.progress)
        return
      }
      settle()
      resolve(result)
    }
    const onExit = (code: number | null, signal: string | null) => {
      settle()
      if (ended) return resolve({ failed: ended, code: LATE })
      if (EXTERNAL_SIGNALS.includes(signal) || (!signal && !started)) {
        return reject(new LostProcess(`Ended by ${signal ?? code}`))
      }
      // SIGKILL: killed by its own limit or by the kernel, for lack of memory.
      const fault = signal === 'SIGKILL' ? memoryError : crashError
      resolve({ fault, message: `Ended by ${signal ?? code}` })
    }
    const onError = (error: Error) => {
      settle()
      reject(new LostProcess('Sending the job failed', { cause: error }))
    }
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
    child.send(job)
  })
}
