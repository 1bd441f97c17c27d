import { parentPort, workerData } from 'node:worker_threads'
import fc from 'fast-check'
import { corpusOf } from './corpus.ts'
import { FuzzJob, type FuzzReport, INPUT_AT, LENGTH, RUNS } from './fuzz-job.ts'
import { type Change, mutate, someChanges } from './mutate.ts'
import { MAX_INPUT_BYTES, runInput, shapeOf, type Target } from './target.ts'
import { targets } from './targets.ts'

/* Thread that runs changed inputs. What it runs is in shared memory, for whoever ends it. */

const { names, seed, msEach, shared } = FuzzJob.parse(workerData)
const counts = new Int32Array(shared, 0, INPUT_AT / 4)
const place = new Uint8Array(shared, INPUT_AT)

/** Inputs with new results that are changed further, and their longest. */
const MAX_POOL = 1000
const MAX_POOLED_BYTES = 4 * 1024
/** Runs between two looks at what was found. */
const BATCH_RUNS = 100

/** Time for finding a shorter input. */
const SHRINK_MS = 20_000

/** Numbers of two inputs, and the changes of the first. */
type Drawn = [number, number, Change[]]
const drawn: fc.Arbitrary<Drawn> = fc.tuple(fc.nat(), fc.nat(), someChanges)

for (const [at, name] of names.entries()) {
  const target = targets.find((one) => one.name === name)
  if (target) report(await fuzz(target, seed + at))
}

function report(done: FuzzReport): void {
  parentPort?.postMessage(done)
}

async function run(target: Target, bytes: Buffer): Promise<string> {
  place.set(bytes.subarray(0, MAX_INPUT_BYTES))
  Atomics.store(counts, LENGTH, bytes.length)
  Atomics.add(counts, RUNS, 1)
  return shapeOf(await runInput(target, bytes))
}

async function fuzz(target: Target, firstSeed: number): Promise<FuzzReport> {
  const { name, tokens } = target
  const began = performance.now()
  const end = began + msEach
  const pool = corpusOf(name).map(({ bytes }) => bytes)
  const shapes = new Set<string>()
  for (const bytes of pool) shapes.add(await run(target, bytes))
  let runs = 0
  for (let batch = firstSeed; performance.now() < end; batch += 1) {
    // Changes of the pool would change what shorter counterexamples mean.
    const fresh: Buffer[] = []
    const pick = (at: number) => pool[at % pool.length] ?? Buffer.of()
    const inputOf = ([first, second, changes]: Drawn) =>
      mutate(pick(first), changes, { tokens, other: pick(second) })
    const property = fc.asyncProperty(drawn, async (values) => {
      runs += 1
      const bytes = inputOf(values)
      const shape = await run(target, bytes)
      if (shapes.has(shape)) return
      shapes.add(shape)
      if (bytes.length <= MAX_POOLED_BYTES) fresh.push(bytes)
    })
    const { failed, counterexample, errorInstance } = await fc.check(property, {
      seed: batch,
      numRuns: BATCH_RUNS,
      interruptAfterTimeLimit: Math.max(1, end - performance.now() + SHRINK_MS),
      markInterruptAsFailure: false,
    })
    if (failed && counterexample) {
      const found = {
        bytes: Uint8Array.from(inputOf(counterexample[0])),
        reason: reasonOf(errorInstance),
      }
      return { name, runs, ms: performance.now() - began, shapes: shapes.size, found }
    }
    pool.push(...fresh.slice(0, MAX_POOL - pool.length))
  }
  return { name, runs, ms: performance.now() - began, shapes: shapes.size }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return `${error.stack ?? error.message}${cause instanceof Error ? `\nCause: ${cause.stack}` : ''}`
}
