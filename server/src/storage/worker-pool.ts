import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'

/**
 * What a process answers for a job: what it made, why the job itself is at fault, or what failed
 * otherwise. `code` is that of a system error such as ENOSPC.
 */
export type JobAnswer<Made, Fault extends string> =
  | { made: Made }
  | { fault: Fault; message: string }
  | { failed: string; code?: string }

/** What a process tells meanwhile: how much of the job is done, from 0 to 1. */
export interface JobProgress {
  progress: number
}

/** The error of an answer that is the fault of neither the job nor the process. */
export function failureOf({ failed, code }: { failed: string; code?: string }): Error {
  return Object.assign(new Error(failed), code && { code })
}

/** Makes things in processes of their own, one job at a time in each. */
export interface WorkerPool<Job, Made, Fault extends string> {
  /**
   * Rejects only where it could not even be tried.
   * @param timeoutMs of this job, in milliseconds, where it differs from that of all
   */
  run(
    job: Job,
    onProgress?: (progress: number) => void,
    timeoutMs?: number,
  ): Promise<JobAnswer<Made, Fault>>
  /** Ends every process at once; the jobs in hand and those in line end as broken. */
  close(): void
}

interface WorkerPoolOptions<Fault extends string> {
  /** `import.meta.url` of a module beside which the process's module lies, as source or built. */
  beside: string
  /** Name of the process's module, without extension. */
  module: string
  /** How many work at once; further jobs wait in a line. */
  processes: number
  /** Milliseconds after which a job is broken off; as long may its process take to start. */
  timeoutMs: number
  /** Resident memory in MB beyond which a process is killed: `512 unless told. */
  memoryMb?: number
  /** The fault of a job that broke its process or was broken off. */
  crashError: Fault
  /** The fault of a job that needed too much memory: `crashError` unless told. */
  tooLargeBy?: Fault
}

const IDLE_MS = 10_000
/** Far more than an honest job needs, and no more than the smallest machines have. */
const MEMORY_MB = 512

/** Starts processes when there is work and ends them when there has been none for a while. */
export function createWorkerPool<Job extends object, Made, Fault extends string>(
  options: WorkerPoolOptions<Fault>,
): WorkerPool<Job, Made, Fault> {
  const idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = []
  const busy = new Set<ChildProcess>()

  const take = (): ChildProcess => {
    const next = idle.pop()
    if (!next) return startProcess(options)
    clearTimeout(next.timer)
    return next.child.connected ? next.child : take()
  }
  const giveBack = (child: ChildProcess) => {
    const end = () => {
      idle.splice(idle.indexOf(entry), 1)
      if (child.connected) child.disconnect()
    }
    const entry = { child, timer: setTimeout(end, IDLE_MS).unref() }
    idle.push(entry)
  }

  const runOnOne = async (
    child: ChildProcess,
    job: Job,
    onProgress: ((progress: number) => void) | undefined,
    timeoutMs = options.timeoutMs,
  ) => {
    busy.add(child)
    try {
      return await runJob<Job, Made, Fault>(child, job, { ...options, onProgress, timeoutMs })
    } finally {
      busy.delete(child)
      if (child.connected) giveBack(child)
    }
  }

  let closed = false
  const limit = pLimit(options.processes)
  return {
    run: (job, onProgress, timeoutMs) =>
      limit(async () => {
        if (closed) return { fault: options.crashError, message: 'The workshop is closed' }
        try {
          return await runOnOne(take(), job, onProgress, timeoutMs)
        } catch (error) {
          if (closed || !(error instanceof LostProcess)) throw error
          return await runOnOne(take(), job, onProgress, timeoutMs)
        }
      }),
    close() {
      closed = true
      for (const { child, timer } of idle.splice(0)) {
        clearTimeout(timer)
        if (child.connected) child.disconnect()
      }
      for (const child of busy) child.kill('SIGKILL')
    },
  }
}

function startProcess({
  beside,
  module,
  memoryMb = MEMORY_MB,
}: Pick<WorkerPoolOptions<string>, 'beside' | 'module' | 'memoryMb'>): ChildProcess {
  const here = fileURLToPath(beside)
  const entry = path.join(path.dirname(here), `${module}${path.extname(here)}`)
  const { PATH, SystemRoot, TEMP } = process.env
  const child = fork(entry, [String(memoryMb)], {
    cwd: path.dirname(entry),
    // Nothing of the server's settings: the libraries need none, and a broken one must find none.
    // With few arenas the C library's allocator keeps less of what was freed.
    env: { PATH, SystemRoot, TEMP, MALLOC_ARENA_MAX: '2' },
    execArgv: [
      // JavaScript collects its garbage before it comes near the bound.
      `--max-old-space-size=${Math.ceil(memoryMb / 2)}`,
      ...(entry.endsWith('.ts') ? ['--import', 'tsx'] : []),
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A group of its own, out of reach of Ctrl+C: the server finishes what is in hand, then lets go
    // of this process. Windows would open a console window for it.
    detached: process.platform !== 'win32',
  })
  // Neither the process nor its channel keeps the server from stopping.
  child.unref()
  child.on('error', () => undefined)
  child.channel?.unref()
  return child
}

/** Signals that come from outside; a job that breaks the library ends with others. */
const FROM_OUTSIDE: readonly (string | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * The process went before it could do its job. A new one is worth a try: Ctrl+C reaches a process
 * that has only just been forked, before it has a group of its own.
 */
class LostProcess extends Error {}

/**
 * One job at a time in each process: one that breaks off tells which job broke it.
 * @throws LostProcess
 */
function runJob<Job extends object, Made, Fault extends string>(
  child: ChildProcess,
  job: Job,
  {
    timeoutMs,
    crashError,
    tooLargeBy = crashError,
    onProgress,
  }: Pick<WorkerPoolOptions<Fault>, 'timeoutMs' | 'crashError' | 'tooLargeBy'> & {
    onProgress: ((progress: number) => void) | undefined
  },
): Promise<JobAnswer<Made, Fault>> {
  return new Promise((resolve, reject) => {
    let begun = false
    let ended: string | undefined
    const limit = setTimeout(() => {
      ended = `Took longer than ${timeoutMs} ms`
      child.kill('SIGKILL')
    }, timeoutMs)
    const settle = () => {
      clearTimeout(limit)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
    }
    const onMessage = (answer: JobAnswer<Made, Fault> | JobProgress) => {
      if ('progress' in answer) {
        // The start of a process on a busy machine takes nothing of the job's time.
        if (!begun) limit.refresh()
        begun = true
        onProgress?.(answer.progress)
        return
      }
      settle()
      resolve(answer)
    }
    const onExit = (code: number | null, signal: string | null) => {
      settle()
      if (FROM_OUTSIDE.includes(signal)) return reject(new LostProcess(`Ended by ${signal}`))
      if (!signal && !begun) return resolve({ failed: `The process ended with ${code}` })
      // Killed, but not by us: it was beyond its bound, or the system was short of memory.
      const fault = signal === 'SIGKILL' && !ended ? tooLargeBy : crashError
      resolve({ fault, message: ended ?? `Ended by ${signal ?? code}` })
    }
    const onError = (error: Error) => {
      settle()
      reject(new LostProcess('The job could not be handed over', { cause: error }))
    }
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
    child.send(job)
  })
}
