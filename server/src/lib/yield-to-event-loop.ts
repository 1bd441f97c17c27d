import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'

const oneAtATime = pLimit(1)

/**
 * Waits for an iteration of the event loop of its own. Await it before about 1 ms of synchronous work
 * that many requests may do at once, so that requests answered from memory are served in between.
 */
export function yieldToEventLoop(): Promise<void> {
  return oneAtATime(() => setImmediate())
}
