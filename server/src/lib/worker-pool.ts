import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pLimit, { type LimitFunction } from 'p-limit'
import { type Permissions, permissionFlags } from './permission-flags.ts'

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
  /** Whose files the processes read: one serves no other school. What is the same is the same school. */
  school: string | object
  /** What the processes may do. All files only where none of them is parsed. */
  may?: Permissions | 'open all files'
  /** Fault of a job that crashed its process or exceeded its CPU time. */
  crashError: Fault
  /** Fault of a job that exceeded the memory limit; defaults to `crashError`. */
  memoryError?: Fault
}

const IDLE_MS = 10_000
/** Far more than a legitimate job needs; available on the smallest machines. */
const MEMORY_MB = 512

/** Decides which process a job gets. */
type Served = Pick<WorkerPoolOptions<string>, 'school' | 'may'>

/** The processes of a module, one job at a time in each. */
interface WorkerProcesses {
  /** Runs `work` when fewer than `processes` run, in turn. */
  limit<T>(work: () => Promise<T>): Promise<T>
  /** Returns an idle process of the school, or starts one, perhaps in place of another school's. */
  take(served: Served): ChildProcess
  giveBack(child: ChildProcess, served: Served): void
}

/** The processes by their limits: the schools of a server share their number. */
const known = new Map<string, WorkerProcesses>()

function processesFor({
  school: _school,
  may: _may,
  ...options
}: WorkerPoolOptions<string>): WorkerProcesses {
  const key = JSON.stringify(options)
  const processes = known.get(key) ?? createProcesses(options)
  known.set(key, processes)
  return processes
}

type ProcessOptions = Omit<WorkerPoolOptions<string>, keyof Served>

function createProcesses(options: ProcessOptions): WorkerProcesses {
  const idle: { child: ChildProcess; served: Served; timer: NodeJS.Timeout }[] = []
  const remove = (at: number) => {
    const [entry] = idle.splice(at, 1)
    clearTimeout(entry?.timer)
    return entry?.child
  }
  const take = (served: Served): ChildProcess => {
    const at = idle.findLastIndex((one) => isSame(one.served, served))
    const child = at < 0 ? undefined : remove(at)
    if (child) return isRunning(child) ? child : take(served)
    // Those of other schools would be too many beside it.
    if (idle.length > 0 && limit.activeCount + idle.length > options.processes)
      remove(0)?.kill('SIGKILL')
    return startProcess({ ...options, ...served })
  }
  const limit = pLimit(options.processes)
  const { turns } = options
  return {
    limit: (work) => (turns ? turns(() => limit(work)) : limit(work)),
    take,
    giveBack(child, served) {
      const end = () => {
        idle.splice(idle.indexOf(entry), 1)
        if (child.connected) child.disconnect()
      }
      const entry = { child, served, timer: setTimeout(end, IDLE_MS).unref() }
      idle.push(entry)
    },
  }
}

const isSame = (one: Served, other: Served) =>
  one.school === other.school && JSON.stringify(one.may) === JSON.stringify(other.may)

/**
 * Creates a pool that starts processes on demand and ends them after 10 s without jobs, or with this
 * process. Pools with the same limits share the number of processes, and take turns; those of one school
 * share the processes.
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
      if (isRunning(child)) processes.giveBack(child, options)
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
        const attempt = () => runOnOne(processes.take(options), job, onProgress, timeoutMs)
        const work = () =>
          attempt().catch((error: unknown) => {
            if (closed || !(error instanceof LostProcess)) throw error
            return attempt()
          })
        return inTurn(() =>
          work().then(
            // The end of its process says nothing about the job.
            (result) => (closed && !('made' in result) ? closedResult : result),
            (error: unknown) => {
              if (closed) return closedResult
              throw error
            },
          ),
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
  cpuMs = Number.POSITIVE_INFINITY,
  env,
  may = {},
}: Pick<WorkerPoolOptions<string>, 'module' | 'memoryMb' | 'cpuMs' | 'env' | 'may'>): ChildProcess {
  const { PATH, SystemRoot, TEMP } = process.env
  const mayOpenAll = may === 'open all files'
  const network = !mayOpenAll && may.network ? ['network'] : []
  const child = fork(
    path.join(BUILT, `${module}.js`),
    [String(memoryMb), String(cpuMs), ...network],
    {
      cwd: BUILT,
      // No settings of the server, so that an exploited library cannot read secrets.
      // With few arenas the C allocator retains less freed memory.
      env: { PATH, SystemRoot, TEMP, MALLOC_ARENA_MAX: '2', ...env },
      execArgv: [
        // Forces garbage collection well below the memory limit.
        `--max-old-space-size=${Math.ceil(memoryMb / 2)}`,
        ...(mayOpenAll ? [] : permissionFlags(BUILT, may)),
        `--import=${pathToFileURL(path.join(BUILT, 'worker-walls.js'))}`,
      ],
      // Jobs may contain bytes.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // A separate process group, which Ctrl+C does not reach: the server finishes pending jobs first.
      // On Windows `detached` would open a console window.
      detached: process.platform !== 'win32',
    },
  )
  guardChannel(child)
  // Neither the process nor its channel keeps the event loop alive.
  child.unref()
  child.on('error', () => undefined)
  child.channel?.unref()
  return child
}

/**
 * Lets whoever took over a process end that one only. Node throws at what is no message of its channel, where
 * nothing else could catch it.
 */
function guardChannel(child: ChildProcess): void {
  // For sockets that are passed on, which no process gets or gives.
  child.removeAllListeners('internalMessage')
  for (const symbol of Object.getOwnPropertySymbols(child)) {
    const handle: unknown = Reflect.get(child, symbol)
    if (typeof handle !== 'object' || handle === null || !('onread' in handle)) continue
    const { onread } = handle
    if (typeof onread !== 'function') continue
    handle.onread = function guarded(...args: unknown[]): void {
      try {
        Reflect.apply(onread, this, args)
      } catch {
        child.kill('SIGABRT')
      }
    }
  }
}

/** Whether a process can take jobs, as far as is known: it may have ended a moment ago. */
const isRunning = ({ connected, exitCode, signalCode }: ChildProcess) =>
  connected && exitCode === null && signalCode === null

/** Signals from outside; a crash in a library ends with other signals. */
const EXTERNAL_SIGNALS: readonly (string | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * The process ended before it started its job. The job is retried once: starting may fail for a
 * moment, the kernel kills these processes first where memory is short, and Ctrl+C reaches a process that
 * was just forked, before it has its own process group.
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
    const onMessage = (result: JobResult<Made, Fault> | JobProgress | null) => {
      // Whoever took over a process may send anything.
      if (typeof result !== 'object' || result === null) return void child.kill('SIGABRT')
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
      if (EXTERNAL_SIGNALS.includes(signal) || !started) {
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
