import type { IncomingMessage } from 'node:http'
import { dhakaTime, endOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { isbot } from 'isbot'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { EntityManager } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { engineOf, query } from '../../db/engine.ts'
import { hasCredentials, memoize } from '../../http/request.ts'
import { type DayCounts, WHOLE_SITE } from './reader-queries.ts'

/** A day that is counted. */
interface OpenDay extends DayCounts {
  /** Milliseconds since 1970. */
  until: number
  counts: Map<string, number>
}

/** Counts how often pages are read. See docs/decisions/0021-counting-readers.md. */
export interface ReaderCounter {
  /**
   * Counts a page that was sent, unless `isReader` rejects the request. Takes the same time however
   * much was counted, and never throws: it is called for each cached page.
   * @param entryId empty for pages that show no entry
   * @param now milliseconds since 1970
   */
  count(req: IncomingMessage, entryId: string, now: number): void
  /** Returns what is counted but not written yet. */
  unwritten(): readonly DayCounts[]
  /** Writes what is counted. */
  close(): Promise<void>
}

interface ReaderCounterDeps {
  db: Pick<Database, 'writePrivate'>
  clock: Clock
  log: Pick<Logger, 'error'>
}

/**
 * Creates the counter, which writes each minute. What it holds is bounded by the number of entries:
 * only pages that exist are counted.
 */
export function createReaderCounter({ db, clock, log }: ReaderCounterDeps): ReaderCounter {
  const dayOf = (time: Date): OpenDay => ({
    day: dhakaTime(time).iso,
    until: endOfDay(time).getTime(),
    counts: new Map(),
  })
  let today = dayOf(clock())
  /** Of former days, and of a write that runs or has failed. */
  let former: OpenDay[] = []

  const writeAll = async () => {
    if (today.counts.size > 0) {
      former.push(today)
      today = { ...today, counts: new Map() }
    }
    const written = [...former]
    if (written.length === 0) return
    try {
      await db.writePrivate(async (tx) => {
        for (const { day, counts } of written) {
          await query(tx, addTo(tx), [day, JSON.stringify(Object.fromEntries(counts))])
        }
      })
      former = former.filter((one) => !written.includes(one))
    } catch (error) {
      // A full disk, for example. The next write has them too.
      former = merged(former)
      log.error({ err: error }, 'writing the numbers of readers failed')
    }
  }
  const oneAtATime = pLimit(1)
  const write = () => oneAtATime(writeAll)
  const timer = setInterval(write, MINUTE_MS).unref()

  return {
    count(req, entryId, now) {
      if (!isReader(req)) return
      if (now >= today.until) {
        former.push(today)
        today = dayOf(new Date(now))
      }
      const { counts } = today
      counts.set(WHOLE_SITE, (counts.get(WHOLE_SITE) ?? 0) + 1)
      if (entryId !== WHOLE_SITE) counts.set(entryId, (counts.get(entryId) ?? 0) + 1)
    },
    unwritten: () => [...former, today],
    async close() {
      clearInterval(timer)
      await write()
    },
  }
}

/** Adds the counts of a day, given as JSON. Those of entries deleted meanwhile are dropped. */
const addTo = (tx: EntityManager) => `INSERT INTO reader_count AS present (entry_id, day, count)
  SELECT key, ?, CAST(value AS INTEGER) FROM json_each(?)
  WHERE key = '${WHOLE_SITE}' OR EXISTS (SELECT 1 FROM entry WHERE id = key)
  ON CONFLICT (${engineOf(tx).key('entry_id, day')}) DO UPDATE SET count = present.count + excluded.count`

/** Returns one map for each day. */
function merged(days: readonly OpenDay[]): OpenDay[] {
  const byDay = new Map<string, OpenDay>()
  for (const { counts, ...day } of days) {
    const of = byDay.get(day.day) ?? { ...day, counts: new Map<string, number>() }
    for (const [id, count] of counts) of.counts.set(id, (of.counts.get(id) ?? 0) + count)
    byDay.set(day.day, of)
  }
  return [...byDay.values()]
}

/**
 * Whether a person reads the page that a request asks for: no robot, no admin, nothing that a
 * browser loads ahead, and no one who asks not to be followed. A HEAD request counts only if the
 * site's script marks it as the view of a page without loading its document.
 */
function isReader(req: IncomingMessage): boolean {
  const { headers } = req
  if (headers['sec-gpc'] === '1' || headers.dnt === '1') return false
  const { purpose = headers['sec-purpose'] } = headers
  if (req.method === 'HEAD' ? purpose !== 'view' : purpose?.includes('prefetch')) return false
  return !hasCredentials(req) && isBrowser(headers['user-agent'] ?? '')
}

/** Memoized: the patterns of the library take some microseconds. */
const isBrowser = memoize((userAgent) => userAgent !== '' && !isbot(userAgent))
