import { endOfDay } from '@bidyaloy/shared/bengali/dates'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { nextChangeAt } from '../db/entry-times.ts'

/** A moment at a revision of the database. */
export interface Moment {
  revision: number
  /** Milliseconds since 1970. */
  now: number
}

/** A stretch of time in which nothing that visitors see changes unless something is written. */
export interface ValidityPeriod {
  revision: number
  /** When it ends, in milliseconds since 1970. */
  until: number
}

/** Tells the caches how long what is read now stays right. */
export interface CacheValidity {
  moment(): Moment
  /** That of the present moment. It is read from the database once for each stretch. */
  present(): Promise<ValidityPeriod>
}

/**
 * A stretch ends when an entry appears, goes or falls in line, and at midnight in Dhaka («নতুন»
 * marks, today's date).
 */
export function createCacheValidity({ db, clock }: { db: Database; clock: Clock }): CacheValidity {
  let known: (ValidityPeriod & { from: number }) | undefined
  return {
    moment: () => ({ revision: db.revision, now: clock().getTime() }),
    async present() {
      const { revision } = db
      const now = clock()
      const from = now.getTime()
      if (known?.revision === revision && known.from <= from && from < known.until) return known
      const changeAt = await nextChangeAt(db.read, now)
      const dayEnds = endOfDay(now).getTime()
      const until = changeAt ? Math.min(changeAt.getTime(), dayEnds) : dayEnds
      const stretch = { revision, from, until }
      // A write may have come meanwhile: this is still true of what was read before it.
      if (revision === db.revision) known = stretch
      return stretch
    },
  }
}
