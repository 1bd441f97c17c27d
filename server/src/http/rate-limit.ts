import { Problem } from '@bidyaloy/shared/api/problem'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Database } from '../db/database.ts'

interface LimitOptions {
  /** Distinguishes it from other limiters of the school. */
  name: string
  points: number
  /** Seconds in which that many points are allowed. */
  duration: number
}

/**
 * Creates a limiter that counts in memory; where several processes serve a school, in their database,
 * or each could be asked as often. While the database is away, in memory too.
 */
export function createLimiter(
  { sharedCounts }: Pick<Database, 'sharedCounts'>,
  { name, ...limit }: LimitOptions,
): RateLimiterAbstract {
  const inMemory = new RateLimiterMemory(limit)
  if (!sharedCounts) return inMemory
  const { client, table, prefix } = sharedCounts
  return new RateLimiterPostgres({
    ...limit,
    storeClient: client,
    storeType: 'pool',
    tableName: table,
    tableCreated: true,
    keyPrefix: `${prefix} ${name}`,
    insuranceLimiter: inMemory,
    // The connection to the database does it for all limiters.
    clearExpiredByTimeout: false,
  })
}

/** Counts a request of `key`. @throws Problem `too_many_requests` if it is over the limit */
export async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    throw error instanceof RateLimiterRes ? tooMany(error, limiter) : error
  }
}

/** Creates the problem of a request over the limit. */
export function tooMany(
  { msBeforeNext }: RateLimiterRes,
  { duration }: Pick<RateLimiterAbstract, 'duration'>,
): Problem {
  // The library uses the wall clock: after a step back it would return more than the window.
  const seconds = Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), duration)
  return new Problem('too_many_requests', { retryAfter: seconds })
}
