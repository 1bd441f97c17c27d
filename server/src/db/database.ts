import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { EntityManager } from 'typeorm'
import type { Leases } from './leases.ts'
import type { Revisions } from './revision.ts'

/** How often something is allowed. */
export interface Limit {
  /** Distinguishes it from other limiters of the school. */
  name: string
  points: number
  /** Seconds in which that many points are allowed. */
  duration: number
}

/**
 * The records. Errors of SQLite (disk full, read-only) are passed through; the problem handler maps
 * them to responses.
 */
export interface Database {
  /** Reads committed data, on a separate read-only connection. */
  readonly read: EntityManager
  /** Number of commits that change public data. What is read from now on is at least as new. */
  readonly committed: number
  /**
   * Number of those commits that a response has to contain: all whose writes have resolved. What
   * caches have for less is outdated.
   */
  readonly revision: number
  /** Number of running and queued writes. */
  readonly waiting: number
  /**
   * Runs `work` in a transaction, one at a time, and increments the revision; resolves when both are
   * done. `write` and `writePrivate` are the only ways to change data. No file or network access
   * inside: other writes wait meanwhile.
   */
  write<T>(work: (tx: EntityManager) => Promise<T>): Promise<T>
  /** Like `write`, for data that no visitor sees (sessions, keys): caches stay valid. */
  writePrivate<T>(work: (tx: EntityManager) => Promise<T>): Promise<T>
  /**
   * Waits until `revision` contains every commit before the call, also those of other processes.
   * Absent where no other process writes. Does not fail: without a database, what is known remains.
   */
  refresh?(): Promise<void>
  onChange: Revisions['onChange']
  beforeChange: Revisions['beforeChange']
  /**
   * Whether other processes use these records too. What they must agree on is in tables then, and in
   * files of the data folder otherwise.
   */
  readonly isShared: boolean
  /** Returns `ok` or the first damage of the stored pages. */
  check(): Promise<string>
  /**
   * Removes what deleted rows leave in the files of the database. Absent where the database does so by
   * itself in the background.
   */
  erase?(): Promise<void>
  /** Which process does what is done once for all processes. */
  readonly leases: Leases
  /**
   * Creates a limiter that counts for all processes; `insurance` counts while the database is away.
   * Absent where there is only one process.
   */
  createSharedLimiter?(limit: Limit, insurance: RateLimiterAbstract): RateLimiterAbstract
  /** Waits for pending writes, then closes both connections. */
  close(): Promise<void>
}
