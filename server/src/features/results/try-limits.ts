import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../../db/database.ts'
import { type Count, createAddressLimiter, getLimiter, tooMany } from '../../http/rate-limit.ts'

/** For how long a slip that opened nothing counts, in seconds. */
export const WINDOW_SECONDS = 60 * 60
/** Slips that may open nothing in an hour, of one address and for one roll. */
export const MAX_WRONG = 10
/** The same of the whole site: more than 1,500 girls mistype on the day of results. */
export const MAX_WRONG_OF_SITE = 1000
/**
 * What an address has left for a roll, or on a site, that many others guess at. Nobody is locked out by
 * others: the girl's own phone has this try, with the right code.
 */
const MAX_WRONG_IN_ATTACK = 1

/** Counts slips that open nothing. */
export interface TryLimits {
  /** @throws Problem `too_many_requests` if the address has no try left for the roll */
  assertAllowed(address: string, roll: string): Promise<void>
  /** Counts a slip that opened nothing. @returns the tries that are left */
  countWrong(address: string, roll: string): Promise<number>
}

type Counted = Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>
const NONE: Counted = { consumedPoints: 0, msBeforeNext: 0 }

/** Creates the limits of a school, which all its processes share. */
export function createTryLimits(db: Pick<Database, 'createSharedLimiter'>): TryLimits {
  const limit = (name: string, points: number) => ({ name, points, duration: WINDOW_SECONDS })
  const ofAddress = createAddressLimiter(db, limit('results', MAX_WRONG))
  const ofRoll = getLimiter(db, limit('results roll', MAX_WRONG))
  const ofSite = getLimiter(db, limit('results site', MAX_WRONG_OF_SITE))
  const site: Count = { limiter: ofSite, key: 'site' }
  const rollCount = (key: string): Count => ({ limiter: ofRoll, key })

  return {
    async assertAllowed(address, roll) {
      const [client, ...networks] = ofAddress(address)
      for (const count of networks) {
        const used = await usedOf(count)
        if (used.consumedPoints >= count.limiter.points) throw tooMany(used, count.limiter)
      }
      if (!client) return
      const used = await usedOf(client)
      const attacked = (await isUsedUp(rollCount(roll))) || (await isUsedUp(site))
      const allowed = attacked ? MAX_WRONG_IN_ATTACK : client.limiter.points
      if (used.consumedPoints >= allowed) throw tooMany(used, client.limiter)
    },
    async countWrong(address, roll) {
      const counts = [...ofAddress(address), rollCount(roll), site]
      const left: number[] = []
      for (const count of counts) left.push(await consumeOne(count))
      const [ofClient = 0] = left
      const ofThisRoll = left.at(-2) ?? 0
      return Math.max(0, Math.min(ofClient, ofThisRoll))
    },
  }
}

const usedOf = async ({ limiter, key }: Count): Promise<Counted> => (await limiter.get(key)) ?? NONE

const isUsedUp = async (count: Count) =>
  (await usedOf(count)).consumedPoints >= count.limiter.points

/** Adds one. @returns the points that are left */
async function consumeOne({ limiter, key }: Count): Promise<number> {
  try {
    return (await limiter.consume(key)).remainingPoints
  } catch (error) {
    if (error instanceof RateLimiterRes) return 0
    throw error
  }
}
