import { Problem } from '@bidyaloy/shared/api/problem'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database, Limit } from '../db/database.ts'
import { NETWORK_CLIENTS, networkKey, rateLimitKey } from './request.ts'

type CountsOfDatabase = Pick<Database, 'createSharedLimiter'>

/** The limiters of each database, by name. */
const limitersOf = new WeakMap<CountsOfDatabase, Map<string, RateLimiterAbstract>>()

/**
 * Returns the limiter of this name of a database: routes that name the same one share its counts. It
 * counts in memory; where several processes serve a school, in their database, or each could be asked
 * as often. While the database is away, in memory too.
 */
export function getLimiter(db: CountsOfDatabase, limit: Limit): RateLimiterAbstract {
  const { name, ...options } = limit
  const limiters = limitersOf.get(db) ?? new Map<string, RateLimiterAbstract>()
  limitersOf.set(db, limiters)
  const existing = limiters.get(name)
  if (existing) return existing
  const inMemory = new RateLimiterMemory(options)
  const limiter = db.createSharedLimiter?.(limit, inMemory) ?? inMemory
  limiters.set(name, limiter)
  return limiter
}

/** A limiter and the key by which it counts. */
export interface Count {
  limiter: RateLimiterAbstract
  key: string
}

/**
 * Returns the limiter of this name by address; the /48 network of an IPv6 address has `NETWORK_CLIENTS` times as many
 * points, since who has one can use any number of addresses.
 * @returns a function that returns the counts of an address; what is over the client's own does not count for the network
 */
export function createAddressLimiter(
  db: CountsOfDatabase,
  options: Limit,
): (address: string) => Count[] {
  const ofClient = getLimiter(db, options)
  const ofNetwork = getLimiter(db, {
    ...options,
    name: `${options.name} network`,
    points: options.points * NETWORK_CLIENTS,
  })
  return (address) => {
    const network = networkKey(address)
    return [
      { limiter: ofClient, key: rateLimitKey(address) },
      ...(network === null ? [] : [{ limiter: ofNetwork, key: network }]),
    ]
  }
}

/** Adds one to each, up to the first that is over its limit. @throws Problem `too_many_requests` */
export async function consumeAll(counts: readonly Count[]): Promise<void> {
  for (const { limiter, key } of counts) await consume(limiter, key)
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
  { msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>,
  { duration }: Pick<RateLimiterAbstract, 'duration'>,
): Problem {
  // The library uses the wall clock: after a step back it would return more than the window.
  const seconds = Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), duration)
  return new Problem('too_many_requests', { retryAfter: seconds })
}
