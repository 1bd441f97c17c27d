import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { StorageUnavailable } from '../storage/file-store.ts'
import type { Database } from './database.ts'
import { isDatabaseAway } from './database-error.ts'
import type { EntryRow } from './entities.ts'

interface BacklogDeps {
  db: Database
  log: Logger
}

/** Work on entries that is done in the background, one entry at a time. */
interface BacklogWork {
  /** What it does, for the log: `rendering pages`. */
  name: string
  /** Returns the next waiting entries, at most `count`. */
  waiting(count: number): Promise<EntryRow[]>
  /**
   * Works on an entry; afterwards it no longer waits, unless the backlog was stopped.
   * @throws Error if it failed through no fault of the entry, which is then tried at the next start,
   *   or StorageUnavailable, which ends this run
   */
  run(row: EntryRow): Promise<void>
}

/** Background work that is running. */
export interface Backlog {
  readonly isStopped: boolean
  /** Looks for waiting entries. Every write does this too. */
  wake(): void
  /** Waits for the entry in work. */
  stop(): Promise<void>
}

/** Delay while the database or the bucket is away. */
const AFTER_FAILURE_MS = 10_000

/** Starts work on the entries that wait for it, now and after every write. */
export function startBacklog({ db, log }: BacklogDeps, work: BacklogWork): Backlog {
  let stopped = false
  const limit = pLimit(1)
  /** Sequence numbers of entries that failed. */
  const failed = new Set<number>()

  const runNext = async (): Promise<boolean> => {
    const waiting = await work.waiting(failed.size + 1)
    const row = waiting.find(({ seq }) => !failed.has(seq))
    if (!row || stopped) return false
    try {
      await work.run(row)
    } catch (error) {
      if (error instanceof StorageUnavailable || isDatabaseAway(error)) throw error
      failed.add(row.seq)
      log.error({ err: error, entry: row.id }, `${work.name} of an entry failed`)
    }
    return !stopped
  }

  const runAll = async (): Promise<void> => {
    // After the response to the write that woke us.
    do await setImmediate()
    while (await runNext())
  }

  const wake = () => {
    // One more run finds everything that was published during the current one.
    if (stopped || limit.pendingCount > 0) return
    limit(runAll).catch((error: unknown) => {
      log.warn({ err: error }, `${work.name} has to wait`)
      setTimeout(wake, AFTER_FAILURE_MS).unref()
    })
  }

  const ignoreChanges = db.onChange(wake)
  wake()
  return {
    get isStopped() {
      return stopped
    },
    wake,
    async stop() {
      stopped = true
      ignoreChanges()
      await limit(() => undefined)
    },
  }
}
