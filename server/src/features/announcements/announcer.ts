import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { DAY_MS, HOUR_MS } from '@bidyaloy/shared/lib/durations'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { perEngine, query } from '../../db/engine.ts'
import { EntryRow } from '../../db/entities.ts'
import { IS_VISIBLE, isUrgent, isVisible, nextChangeAt } from '../../db/entry-times.ts'
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts'
import { type EntryKey, openAnnouncementQueue } from './announcement-queue.ts'

/** One attempt to announce an entry. */
export interface Attempt {
  /** Aborted when the server stops. */
  signal: AbortSignal
  /** What an earlier attempt has stored last, or null. */
  progress: string | null
  /** Stores how far this attempt has come, for the next one. */
  saveProgress(progress: string): Promise<void>
}

interface AnnouncerOptions {
  db: Database
  clock: Clock
  log: Logger
  /** Name in the log. */
  name: string
  /** Where the queue is stored: its name in a shared database, or the absolute path of its SQLite file. */
  queue: { name: string; file: string }
  collections: readonly CollectionName[]
  /** @returns whether the entry needs no further attempt */
  announce(row: EntryRow, attempt: Attempt): Promise<boolean>
}

export interface Announcer {
  /** Returns the number of entries that are still to be announced. */
  pending(): Promise<number>
  /** Stops it; pending entries are announced after the next start. */
  stop(): Promise<void>
}

/** Delay after a write, which often comes with others. */
const DEBOUNCE_MS = 50
/** Time of the first attempt of urgent entries: before all others. */
const FIRST = 0
/** Exponential back-off; 48 attempts take about a day and a half. */
const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = HOUR_MS
const MAX_ATTEMPTS = 48
/** Delay after an error of this server. */
const AFTER_FAILURE_MS = 10_000
/** Older entries are not announced: they were imported or restored, or the school was closed meanwhile. */
const RECENT_MS = 2 * DAY_MS
/** Timers overflow above 2^31 ms. */
const MAX_TIMER_MS = 2_000_000_000

/**
 * Calls `announce` once for each entry that becomes visible, also for scheduled ones. Works in the
 * background, one entry at a time, and repeats failed attempts.
 */
export async function startAnnouncer(options: AnnouncerOptions): Promise<Announcer> {
  const { db, clock, log, name, collections, announce } = options
  const queue = openAnnouncementQueue(db, options.queue)
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  /** Time of the timer, by `performance.now()`. */
  let wakesAt = Number.POSITIVE_INFINITY
  const limit = pLimit(1)

  const enqueue = async (age: 'recent' | 'old', at: number | null, now = clock()) =>
    queue.add(await visibleEntries(db, collections, age, now), at)
  const enqueueUrgent = async (now: Date) =>
    queue.add(await urgentEntries(db, collections, now), FIRST)

  const deliver = async () => {
    const nextOf = async () => {
      // Also what was published meanwhile.
      await enqueueUrgent(clock())
      return queue.next()
    }
    // One time for both: what appears in between would be among the others.
    const now = clock()
    await enqueueUrgent(now)
    await enqueue('recent', now.getTime(), now)
    for (let next = await nextOf(); next; next = await nextOf()) {
      // SQLite answers at once: without it many entries would delay all requests.
      await yieldToEventLoop()
      const { id, attempts, at, progress } = next
      if (signal.aborted || at > clock().getTime()) break
      const row = await db.read.findOneBy(EntryRow, { id })
      const saveProgress = (stored: string) => queue.progress(id, stored)
      // Hidden again before its announcement, or old by now.
      if (!row || !isVisible(row, clock()) || isOld(row, clock())) await queue.done(id)
      else if (await announce(row, { signal, progress, saveProgress })) await queue.done(id)
      else if (signal.aborted) break
      else if (attempts + 1 >= MAX_ATTEMPTS) {
        log.error({ entry: id }, `${name} was given up for an entry`)
        await queue.done(id)
      } else {
        const delay = Math.min(FIRST_RETRY_MS * 2 ** attempts, MAX_RETRY_MS)
        await queue.retry(id, clock().getTime() + delay)
      }
    }
    const change = await nextChangeAt(db.read, clock())
    const times = [(await queue.next())?.at, change?.getTime()].filter((at) => at !== undefined)
    if (times.length > 0) wake(Math.min(...times) - clock().getTime())
  }
  const wake = (ms: number) => {
    const delay = Math.min(Math.max(ms, DEBOUNCE_MS), MAX_TIMER_MS)
    // A publication during an announcement may have set an earlier time, which stays.
    if (signal.aborted || performance.now() + delay >= wakesAt) return
    wakesAt = performance.now() + delay
    clearTimeout(timer)
    timer = setTimeout(() => {
      wakesAt = Number.POSITIVE_INFINITY
      limit(deliver).catch((error: unknown) => {
        log.error({ err: error }, `${name} failed`)
        // The database may be away.
        wake(AFTER_FAILURE_MS)
      })
    }, delay).unref()
  }
  const ignoreChanges = db.onChange(() => wake(DEBOUNCE_MS))
  // Before the first publication: entries that exist at the first start are not announced, and old
  // ones not after a later edit.
  if (await queue.isNew()) await enqueue('recent', null)
  await enqueue('old', null)
  await queue.begin()
  wake(0)

  return {
    pending: () => queue.count(),
    async stop() {
      stopping.abort()
      ignoreChanges()
      clearTimeout(timer)
      await limit(() => undefined)
      queue.close()
    },
  }
}

/** Whether an entry is news no more. */
function isOld(row: EntryRow, now: Date): boolean {
  const since = new Date(now.getTime() - RECENT_MS).toISOString()
  return row.appearedAt < since && row.updatedAt < since && !isUrgent(row, now)
}

/** Entries from an older site are never announced, however new they are. */
const NOT_MOVED_IN = `NOT EXISTS (SELECT 1 FROM move_in_item
  WHERE move_in_item.entry_id = entry.id AND outcome = 'published')`

/** Reads the indexes: a write of a school with many entries must not scan them. */
const recentEntries = perEngine(
  ({
    entryBy,
  }) => `SELECT id, collection FROM entry WHERE ${IS_VISIBLE} AND ${NOT_MOVED_IN} AND seq IN (
  SELECT seq FROM ${entryBy('entry_by_appearance')}
    WHERE collection = ? AND appeared_at >= ? AND deleted_at IS NULL
  UNION ALL SELECT seq FROM ${entryBy('entry_by_update')}
    WHERE collection = ? AND updated_at >= ? AND deleted_at IS NULL)`,
)
const OLD = `SELECT id, collection FROM entry
  WHERE ${IS_VISIBLE} AND collection = ? AND appeared_at < ? AND collection = ? AND updated_at < ?`

/** Returns the visible entries that are recent, or those that are too old to announce. */
async function visibleEntries(
  db: Database,
  collections: readonly CollectionName[],
  age: 'recent' | 'old',
  now: Date,
): Promise<EntryKey[]> {
  const at = now.toISOString()
  const since = new Date(now.getTime() - RECENT_MS).toISOString()
  const lists = collections.map((collection): Promise<EntryKey[]> => {
    const parameters = [at, at, collection, since, collection, since]
    return query(db.read, age === 'recent' ? recentEntries(db.read) : OLD, parameters)
  })
  return (await Promise.all(lists)).flat()
}

const urgentOf = perEngine(
  ({ entryBy }) => `SELECT id, collection FROM entry WHERE ${IS_VISIBLE} AND seq IN (
  SELECT seq FROM ${entryBy('entry_urgent')} WHERE urgent_until > ? AND deleted_at IS NULL)`,
)

/** Returns the urgent entries that are visible: few, in a partial index. */
async function urgentEntries(
  { read }: Database,
  collections: readonly CollectionName[],
  now: Date,
): Promise<EntryKey[]> {
  const at = now.toISOString()
  const found = await query<{ id: string; collection: CollectionName }>(read, urgentOf(read), [
    at,
    at,
    at,
  ])
  return found.filter(({ collection }) => collections.includes(collection))
}
