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
 * What an address has for a roll that many guess at, and for all rolls of a site that many guess at. Phones
 * share addresses: others at the same one do not use up the try of a girl's roll.
 */
const MAX_WRONG_IN_ATTACK = { roll: 1, site: 3 }

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
  const ofBoth = getLimiter(db, limit('results roll of address', MAX_WRONG))
  const site: Count = { limiter: ofSite, key: 'site' }

  const countsOf = (address: string, roll: string) => {
    const [client, ...networks] = ofAddress(address)
    if (!client) throw new RangeError('An address has a limit')
    const both = { limiter: ofBoth, key: `${client.key} ${roll}` }
    return { client, networks, both, ofThisRoll: { limiter: ofRoll, key: roll } }
  }
  /** Returns the tries that are left, each with what has used them up. */
  const leftOf = async (address: string, roll: string) => {
    const { client, networks, both, ofThisRoll } = countsOf(address, roll)
    const bounds: [Count, number][] = [client, ...networks].map((one) => [one, one.limiter.points])
    if (await isUsedUp(ofThisRoll)) bounds.push([both, MAX_WRONG_IN_ATTACK.roll])
    if (await isUsedUp(site)) bounds.push([client, MAX_WRONG_IN_ATTACK.site])
    return Promise.all(
      bounds.map(async ([count, points]) => {
        const used = await usedOf(count)
        return { count, used, left: points - used.consumedPoints }
      }),
    )
  }

  return {
    async assertAllowed(address, roll) {
      const over = (await leftOf(address, roll)).find(({ left }) => left <= 0)
      if (over) throw tooMany(over.used, over.count.limiter)
    },
    async countWrong(address, roll) {
      const { client, networks, both, ofThisRoll } = countsOf(address, roll)
      for (const count of [client, ...networks, both, ofThisRoll, site]) await consumeOne(count)
      const left = (await leftOf(address, roll)).map((bound) => bound.left)
      return Math.max(0, Math.min(...left))
    },
  }
}

const usedOf = async ({ limiter, key }: Count): Promise<Counted> => (await limiter.get(key)) ?? NONE

const isUsedUp = async (count: Count) =>
  (await usedOf(count)).consumedPoints >= count.limiter.points

/** Adds one, also over the limit. */
async function consumeOne({ limiter, key }: Count): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
  }
}
