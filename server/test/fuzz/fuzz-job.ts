import * as z from 'zod'
import { MAX_INPUT_BYTES } from './target.ts'

/* What the thread that runs inputs and the one that watches it know of each other. */

/** Places in the shared memory: number of runs, bytes of the present input, and the input. */
export const RUNS = 0
export const LENGTH = 1
export const INPUT_AT = 8
export const SHARED_BYTES = INPUT_AT + MAX_INPUT_BYTES

export const FuzzJob = z.object({
  /** Of the targets. */
  names: z.array(z.string()),
  seed: z.int(),
  /** Milliseconds for each target. */
  msEach: z.number(),
  shared: z.instanceof(SharedArrayBuffer),
})
export type FuzzJob = z.infer<typeof FuzzJob>

/** What came of a target. */
export const FuzzReport = z.object({
  name: z.string(),
  runs: z.int(),
  ms: z.number(),
  /** Number of results that look different. */
  shapes: z.int(),
  /** The shortest input with which it fails. */
  found: z.object({ bytes: z.instanceof(Uint8Array), reason: z.string() }).optional(),
})
export type FuzzReport = z.infer<typeof FuzzReport>
