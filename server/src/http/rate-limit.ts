import { Problem } from '@bidyaloy/shared/api/problem'
import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts a request of `key`. @throws Problem `too_many_requests` if it is over the limit */
export async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    throw error instanceof RateLimiterRes ? tooMany(error, limiter) : error
  }
}

/** Creates the problem of a request over the limit. */
export function tooMany(
  { msBeforeNext }: RateLimiterRes,
  { duration }: Pick<RateLimiterMemory, 'duration'>,
): Problem {
  // The library uses the wall clock: after a step back it would return more than the window.
  const seconds = Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), duration)
  return new Problem('too_many_requests', { retryAfter: seconds })
}
