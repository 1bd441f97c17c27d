import type { Database } from '../../db/database.ts'
import { consumeAll, createAddressLimiter, getLimiter, tooMany } from '../../http/rate-limit.ts'
import { contentHash, rateLimitKey } from '../../http/request.ts'

/** Failures allowed per username and address within `WINDOW_SECONDS`. */
export const MAX_FAILURES = 10
/** Failures allowed per address, over all usernames; eight times as many per /48 network of IPv6. */
export const MAX_FAILURES_OF_ADDRESS = 50
export const WINDOW_SECONDS = 15 * 60
/**
 * Wrong codes allowed per account within a day, besides those at devices that have proved two factors. Three
 * codes of a million are valid at a time: guessing succeeds with 0.03 % a day, and the owner is told before.
 */
export const MAX_CODES = 100
/** Wrong codes allowed per account and address, or such a device, within a day. */
export const MAX_CODES_OF_CLIENT = 20
/** No limit remembers an address for longer. */
export const LONGEST_WINDOW_HOURS = 24
const DAY_SECONDS = LONGEST_WINDOW_HOURS * 60 * 60

/** An attempt to prove a password or another factor. */
export interface Attempt {
  purpose: 'login' | 'password' | 'code' | 'passkey'
  /** IP address. */
  address: string
  /** Normalised username. */
  name: string
  /** Id of a device on which that username has signed in before; it has its own count. */
  device?: string | undefined
  /** What else has its own count, from any address: a session, or the passkeys of an account. */
  session?: string
}

/**
 * Limits password guessing: within 15 minutes ten failures per address and username, fifty per
 * address, ten per session. Never per username alone, or anyone could lock an admin out: only
 * passkeys, whose ids are not public, have ten per account, and codes, which need the password, a
 * hundred in a day. A known device has its own count, so that others cannot lock it out.
 */
export interface LoginLimit {
  /** Rejects an attempt that is already over a limit. @throws Problem `too_many_requests` */
  check(attempt: Attempt): Promise<void>
  /** Counts an attempt as failed until `succeeded` is called. @throws as `check` */
  count(attempt: Attempt): Promise<void>
  succeeded(attempt: Attempt): Promise<void>
  /** Returns how many wrong codes of an account were sent in a day, except at devices that have proved two factors. */
  refusedCodes(adminId: string): Promise<number>
}

/** Counts in memory with SQLite. A restart clears the counts, but clients cannot cause one. */
export function createLoginLimit(db: Pick<Database, 'createSharedLimiter'>): LoginLimit {
  const limiterOf = (name: string, points: number, duration = WINDOW_SECONDS) =>
    getLimiter(db, { name, points, duration })
  const byName = limiterOf('name', MAX_FAILURES)
  const byAddress = createAddressLimiter(db, {
    name: 'address',
    points: MAX_FAILURES_OF_ADDRESS,
    duration: WINDOW_SECONDS,
  })
  const byDevice = limiterOf('device', MAX_FAILURES)
  const bySession = limiterOf('session', MAX_FAILURES)
  const codesOfClient = limiterOf('codes of client', MAX_CODES_OF_CLIENT, DAY_SECONDS)
  const codesOfAccount = limiterOf('codes', MAX_CODES, DAY_SECONDS)
  // The name is hashed: the counts may be stored, and some type their password there.
  /** Widest limit first: an address that exceeds it adds no more usernames to the memory. */
  const limiters = ({ purpose, address, name, device, session }: Attempt) => {
    if (device !== undefined) {
      const key = `${device} ${contentHash(name)}`
      const ofDevice = [{ limiter: byDevice, key }]
      return purpose === 'code' ? [...ofDevice, { limiter: codesOfClient, key }] : ofDevice
    }
    if (purpose === 'code') {
      const key = `${rateLimitKey(address)} ${name}`
      // The account last: an address over its own limit takes nothing of the owner's.
      return [
        { limiter: byName, key: `${purpose} ${key}` },
        { limiter: codesOfClient, key },
        { limiter: codesOfAccount, key: name },
      ]
    }
    const from = `${purpose} ${rateLimitKey(address)}`
    return [
      ...byAddress(address).map(({ limiter, key }) => ({ limiter, key: `${purpose} ${key}` })),
      ...(session === undefined ? [] : [{ limiter: bySession, key: session }]),
      { limiter: byName, key: `${from} ${contentHash(name)}` },
    ]
  }
  return {
    async check(attempt) {
      for (const { limiter, key } of limiters(attempt)) {
        const state = await limiter.get(key)
        if (state && state.consumedPoints >= limiter.points) throw tooMany(state, limiter)
      }
    },
    async count(attempt) {
      // Before hashing: attempts sent at the same time must not all pass the limit.
      await consumeAll(limiters(attempt))
    },
    async succeeded(attempt) {
      for (const { limiter, key } of limiters(attempt)) {
        if (limiter === byName) await limiter.delete(key)
        // A correct password takes back only its own count: earlier failures may be guesses of other
        // passwords, or of someone with a copy of the token or device cookie.
        else await limiter.reward(key)
      }
    },
    async refusedCodes(adminId) {
      return (await codesOfAccount.get(adminId))?.consumedPoints ?? 0
    },
  }
}
