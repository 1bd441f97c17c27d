import { setImmediate } from 'node:timers/promises'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { HOUR_MS, MINUTE_MS } from '@bidyaloy/shared/lib/durations'
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
   * @throws Error if it may succeed later: the entry is tried again after growing pauses, and at the
   *   next start; or StorageUnavailable, which ends this run
   */
  run(row: EntryRow): Promise<void>
  /** Pauses of an entry that failed, the last one from then on, in milliseconds. */
  pausesMs?: readonly number[]
}

/** Background work that is running. */
export interface Backlog {
  readonly isStopped: boolean
  /** Waits for the entry in work. */
  stop(): Promise<void>
}

/** Delay while the database or the bucket is away. */
const AFTER_FAILURE_MS = 10_000
const LOOK_MS = HOUR_MS / 4
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, HOUR_MS / 2, 2 * HOUR_MS, 6 * HOUR_MS]

/** Hours in Dhaka for what is done again after an update of the program. */
const NIGHT = { from: 22, to: 5 }

export function isNight(now: Date): boolean {
  const { hour } = dhakaTime(now)
  return hour >= NIGHT.from || hour < NIGHT.to
}

/** Starts work on the entries that wait for it, now, after every write and every quarter of an hour. */
export function startBacklog({ db, log }: BacklogDeps, work: BacklogWork): Backlog {
  let stopped = false
  const limit = pLimit(1)
  const { pausesMs = PAUSES_MS } = work
  /** How often entries failed in succession, by sequence number. */
  const failures = new Map<number, number>()
  /** Those that are not tried now. */
  const paused = new Set<number>()

  const pause = (seq: number) => {
    const times = failures.get(seq) ?? 0
    failures.set(seq, times + 1)
    paused.add(seq)
    const again = () => {
      paused.delete(seq)
      wake()
    }
    setTimeout(again, pausesMs[times] ?? pausesMs.at(-1)).unref()
  }

  const runNext = async (): Promise<boolean> => {
    const waiting = await work.waiting(paused.size + 1)
    const row = waiting.find(({ seq }) => !paused.has(seq))
    if (!row || stopped) return false
    try {
      await work.run(row)
      failures.delete(row.seq)
    } catch (error) {
      if (error instanceof StorageUnavailable || isDatabaseAway(error)) throw error
      pause(row.seq)
      const { id, title } = row
      log.error({ err: error, entry: id, title }, `${work.name} of an entry failed`)
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
  // Finds what another process has written, and the beginning of the night.
  const timer = setInterval(wake, LOOK_MS).unref()
  wake()
  return {
    get isStopped() {
      return stopped
    },
    async stop() {
      stopped = true
      ignoreChanges()
      clearInterval(timer)
      await limit(() => undefined)
    },
  }
}
