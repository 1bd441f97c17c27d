import { Problem } from '@bidyaloy/shared/api/problem'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { addressKey } from './address-key.ts'

export const MAX_FAILURES = 10
export const WINDOW_SECONDS = 15 * 60

/**
 * Slows down guessing: ten failures in a quarter of an hour for an address and a name. Never for a
 * name alone, or anyone could lock the office out.
 */
export interface LoginLimit {
  /** Refuses at once what is over the limit already. @throws Problem `too_many_requests` */
  check(key: string): Promise<void>
  /** Counts an attempt as failed until `succeeded` says otherwise. @throws as `check` */
  count(key: string): Promise<void>
  succeeded(key: string): Promise<void>
}

/** What attempts are counted by. */
export function limitKey(purpose: 'login' | 'password', address: string, name: string): string {
  return `${purpose} ${addressKey(address)} ${name}`
}

/** Kept in memory: a restart forgets the count, which is as rare as it is harmless. */
export function createLoginLimit(): LoginLimit {
  const limiter = new RateLimiterMemory({ points: MAX_FAILURES, duration: WINDOW_SECONDS })
  return {
    async check(key) {
      const state = await limiter.get(key)
      if (state && state.consumedPoints >= MAX_FAILURES) throw tooMany(state)
    },
    async count(key) {
      try {
        // Before hashing, not after: attempts sent all at once must not slip through together.
        await limiter.consume(key)
      } catch (error) {
        throw error instanceof RateLimiterRes ? tooMany(error) : error
      }
    },
    async succeeded(key) {
      await limiter.delete(key)
    },
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): Problem {
  // The library goes by the wall clock: after a step back it would ask for more than the window.
  const seconds = Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), WINDOW_SECONDS)
  return new Problem('too_many_requests', { retryAfter: seconds })
}
