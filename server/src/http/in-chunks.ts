import { setImmediate } from 'node:timers/promises'

/** Items per chunk: a few milliseconds of work. */
const CHUNK = 100
/** libuv accepts one connection per event-loop iteration, so one pause is not enough. */
const ITERATIONS = 16

/**
 * Maps a list in chunks, with pauses in which the event loop serves other requests.
 * @param work maps a chunk of at most 100 items
 */
export async function inChunks<T, R>(
  items: readonly T[],
  work: (chunk: T[]) => readonly R[] | Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = []
  for (let first = 0; first < items.length; first += CHUNK) {
    for (let pause = 0; first > 0 && pause < ITERATIONS; pause += 1) await setImmediate()
    results.push(...(await work(items.slice(first, first + CHUNK))))
  }
  return results
}
