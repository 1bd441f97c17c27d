import { setImmediate } from 'node:timers/promises'

/** Items between two pauses: a few milliseconds of work. */
const PART = 100
/** libuv accepts one connection in a turn of the event loop: others wait behind one client's many. */
const TURNS = 16

/**
 * Maps a list of any length part by part, with pauses in which other requests are answered.
 * @param work is given at most 100 items and returns what becomes of them
 */
export async function inParts<T, R>(
  items: readonly T[],
  work: (part: T[]) => readonly R[] | Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = []
  for (let first = 0; first < items.length; first += PART) {
    for (let turn = 0; first > 0 && turn < TURNS; turn += 1) await setImmediate()
    results.push(...(await work(items.slice(first, first + PART))))
  }
  return results
}
