import { setInterval as every } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { FuzzReport, INPUT_AT, LENGTH, RUNS, SHARED_BYTES } from './fuzz-job.ts'

/** Time after which a thread that is still at the same input is ended. */
const HANG_MS = 60_000
const WATCH_MS = 500
/** Of JavaScript's objects: enough for any input, too little for many of what grows with a number in it. */
const MEMORY_MB = 384

/** Threads of Node 20 do not take over what lets the process import TypeScript. */
const START = `import('tsx/esm/api').then(({ register }) => {
  register()
  return import(${JSON.stringify(new URL('./fuzz-worker.ts', import.meta.url).href)})
})`

interface FuzzOptions {
  /** Names of the targets. */
  names: readonly string[]
  /** Milliseconds for all targets. */
  ms: number
  seed: number
  onReport(report: FuzzReport): void
}

/** Runs changed inputs against targets, one after the other, in a thread that is ended if it hangs. */
export async function fuzz({ names, ms, seed, onReport }: FuzzOptions): Promise<void> {
  const msEach = ms / names.length
  let left = [...names]
  while (left.length > 0) {
    const crash = await runThread({ names: left, msEach, seed }, (report) => {
      left = left.filter((name) => name !== report.name)
      onReport(report)
    })
    const [name] = left
    if (!name) return
    if (crash.runs === 0) throw new Error(crash.reason)
    left = left.slice(1)
    onReport({ name, runs: crash.runs, ms: msEach, shapes: 0, found: crash })
  }
}

interface Crash {
  bytes: Uint8Array<ArrayBuffer>
  reason: string
  runs: number
}

/** Runs a thread to its end. @returns its last input, and why it ended */
async function runThread(
  job: { names: string[]; msEach: number; seed: number },
  onReport: (report: FuzzReport) => void,
): Promise<Crash> {
  const shared = new SharedArrayBuffer(SHARED_BYTES)
  const counts = new Int32Array(shared, 0, INPUT_AT / 4)
  const worker = new Worker(START, {
    eval: true,
    workerData: { ...job, shared },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  let reason = 'ends the thread'
  worker.on('message', (report: unknown) => onReport(FuzzReport.parse(report)))
  worker.on('error', (error) => {
    reason = error.stack ?? error.message
  })
  const ended = new AbortController()
  worker.once('exit', () => ended.abort())
  let last = { runs: 0, at: performance.now() }
  try {
    for await (const _ of every(WATCH_MS, null, { signal: ended.signal })) {
      const runs = Atomics.load(counts, RUNS)
      if (runs !== last.runs || runs === 0) last = { runs, at: performance.now() }
      if (performance.now() - last.at < HANG_MS) continue
      reason = `takes more than ${HANG_MS / 1000} s`
      await worker.terminate()
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error
  }
  const bytes = Uint8Array.from(new Uint8Array(shared, INPUT_AT, Atomics.load(counts, LENGTH)))
  return { bytes, reason, runs: Atomics.load(counts, RUNS) }
}
