import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'

const oneAtATime = pLimit(1)

/**
 * Resolves in a turn of the event loop in which it does so for no other caller. Work of a millisecond
 * begins with it where many requests may do it at once: requests that are answered from memory are
 * served in between.
 */
export function ownTurn(): Promise<void> {
  return oneAtATime(() => setImmediate())
}
