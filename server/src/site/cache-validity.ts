import { endOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { nextChangeAt } from '../db/entry-times.ts'

/** The time of a request. */
export interface Moment {
  /** What its response has to contain. */
  revision: number
  /** Milliseconds since 1970. */
  now: number
}

/** A period in which public responses change only through writes. */
export interface ValidityPeriod {
  /** What they contain at least. */
  revision: number
  /** When it begins and ends, in milliseconds since 1970. */
  from: number
  until: number
}

/** Determines how long cached responses stay valid. */
export interface CacheValidity {
  moment(): Moment
  /** What is read from now on contains at least. */
  readonly revision: number
  /**
   * Returns the current period, which is read from the database once per period. Its revision may be
   * ahead of that of the present moment.
   */
  currentPeriod(): Promise<ValidityPeriod>
}

/**
 * Creates the source of validity periods. A period ends when an entry is published, expires, is
 * unpinned or not urgent any more, and at midnight in Dhaka («নতুন» marks, today's date).
 */
export function createCacheValidity({ db, clock }: { db: Database; clock: Clock }): CacheValidity {
  let known: ValidityPeriod | undefined
  return {
    moment: () => ({ revision: db.revision, now: clock().getTime() }),
    get revision() {
      return db.committed
    },
    async currentPeriod() {
      const revision = db.committed
      const now = clock()
      const from = now.getTime()
      if (known?.revision === revision && known.from <= from && from < known.until) return known
      const changeAt = await nextChangeAt(db.read, now)
      const dayEnds = endOfDay(now).getTime()
      const until = changeAt ? Math.min(changeAt.getTime(), dayEnds) : dayEnds
      const period = { revision, from, until }
      // Not cached if a write was committed meanwhile: the period describes the state before it.
      if (revision === db.committed) known = period
      return period
    },
  }
}
