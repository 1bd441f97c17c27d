import { createHmac } from 'node:crypto'
import { collectionNames, entryPath, pagedCollections } from '@bidyaloy/shared/collections/registry'
import { DAY_MS, HOUR_MS } from '@bidyaloy/shared/durations'
import Sqlite from 'better-sqlite3'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { EntryRow } from '../../db/entities.ts'
import { entriesAmong, isVisible, nextChangeAt } from '../../db/entry-times.ts'
import { findSiteUrl } from '../site-records/single-record-routes.ts'

interface WebhookDeps {
  db: Database
  clock: Clock
  log: Logger
  /** Absolute path of the SQLite file with the delivery state. */
  ledgerFile: string
  receiver: NonNullable<Config['webhook']>
  publicUrl: string | undefined
}

/** Delay after a write, which often comes with others. */
const DEBOUNCE_MS = 50
/** Exponential back-off; 48 attempts take about a day and a half. */
const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = HOUR_MS
const MAX_ATTEMPTS = 48
/** Older entries are not announced: they were imported or restored. */
const RECENT_MS = 2 * DAY_MS
const TIMEOUT_MS = 10_000
/** Timers overflow above 2^31 ms. */
const MAX_TIMER_MS = 2_000_000_000

/**
 * Sends a message to the receiver for each entry that becomes visible, also for scheduled ones. Works
 * in the background, one message at a time, and retries failed deliveries.
 * @returns a function that stops it; pending messages are sent after the next start
 */
export async function startWebhook(deps: WebhookDeps): Promise<() => Promise<void>> {
  const { db, clock, log, ledgerFile } = deps
  const ledger = openWebhookLedger(ledgerFile)
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  /** Time of the timer, by `performance.now()`. */
  let wakesAt = Number.POSITIVE_INFINITY
  const limit = pLimit(1)

  const enqueue = async () => {
    const now = clock()
    const { recent, old } = await visibleEntries(db, now)
    ledger.add(old, null)
    ledger.add(recent, ledger.isNew() ? null : now.getTime())
    ledger.begin()
  }

  const deliver = async () => {
    await enqueue()
    for (let next = ledger.next(); next; next = ledger.next()) {
      if (stopping.signal.aborted || next.at > clock().getTime()) break
      const row = await db.read.findOneBy(EntryRow, { id: next.id })
      // Hidden again before its delivery.
      if (!row || !isVisible(row, clock())) ledger.done(next.id)
      else if (await send(deps, row, stopping.signal)) ledger.done(next.id)
      else if (stopping.signal.aborted) break
      else if (next.attempts + 1 >= MAX_ATTEMPTS) {
        log.error({ entry: next.id }, 'the webhook was given up for an entry')
        ledger.done(next.id)
      } else {
        const delay = Math.min(FIRST_RETRY_MS * 2 ** next.attempts, MAX_RETRY_MS)
        ledger.retry(next.id, clock().getTime() + delay)
      }
    }
    const change = await nextChangeAt(db.read, clock())
    const times = [ledger.next()?.at, change?.getTime()].filter((at) => at !== undefined)
    if (times.length > 0) wake(Math.min(...times) - clock().getTime())
  }
  const wake = (ms: number) => {
    const delay = Math.min(Math.max(ms, DEBOUNCE_MS), MAX_TIMER_MS)
    // A publication during a delivery may have set an earlier time, which stays.
    if (stopping.signal.aborted || performance.now() + delay >= wakesAt) return
    wakesAt = performance.now() + delay
    clearTimeout(timer)
    timer = setTimeout(() => {
      wakesAt = Number.POSITIVE_INFINITY
      limit(deliver).catch((error: unknown) => log.error({ err: error }, 'the webhook failed'))
    }, delay).unref()
  }
  db.onChange(() => wake(DEBOUNCE_MS))
  // Before the first publication: entries that exist when the webhook is enabled are not announced.
  await enqueue()
  wake(0)

  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await limit(() => undefined)
    ledger.close()
  }
}

/** Returns the visible entries: recent ones, and those that are too old to announce. */
async function visibleEntries(db: Database, now: Date) {
  const since = new Date(now.getTime() - RECENT_MS).toISOString()
  const recent: EntryKey[] = []
  const old: EntryKey[] = []
  for (const collection of collectionNames) {
    const rows: { id: string; appearedAt: string; updatedAt: string }[] = await entriesAmong(
      db.read,
      { collection, state: 'visible' },
      now,
    )
      .select('entry.id', 'id')
      .addSelect('entry.appearedAt', 'appearedAt')
      .addSelect('entry.updatedAt', 'updatedAt')
      .getRawMany()
    for (const { id, appearedAt, updatedAt } of rows) {
      const list = appearedAt >= since || updatedAt >= since ? recent : old
      list.push({ collection, id })
    }
  }
  return { recent, old }
}

/** Sends the message of an entry. @returns whether the receiver accepted it */
async function send(
  { clock, log, receiver, db, publicUrl }: WebhookDeps,
  { id, collection, title, date }: EntryRow,
  signal: AbortSignal,
): Promise<boolean> {
  const paged = pagedCollections.find((one) => one === collection)
  const siteUrl = await findSiteUrl(db.read, publicUrl)
  const url = paged && siteUrl !== undefined ? { url: siteUrl + entryPath(paged, id) } : {}
  const body = JSON.stringify({
    event: 'published',
    collection,
    entry: { _id: id, title, date },
    ...url,
  })
  const seconds = Math.floor(clock().getTime() / 1000)
  try {
    const response = await fetch(receiver.url, {
      method: 'POST',
      // A redirect could lead into the internal network of this server.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'bidyaloy',
        'bidyaloy-delivery': id,
        'bidyaloy-signature': `t=${seconds},v1=${sign(receiver.secret, seconds, body)}`,
      },
      body,
    })
    await response.body?.cancel()
    if (response.ok) return true
    log.warn({ entry: id, status: response.status }, 'the webhook was rejected')
  } catch (error) {
    if (!signal.aborted) log.warn({ entry: id, err: error }, 'the webhook is unreachable')
  }
  return false
}

/** Returns the HMAC-SHA256 of `<seconds>.<body>` in hexadecimal. */
function sign(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
}

interface EntryKey {
  collection: string
  id: string
}

/** An entry whose delivery is pending. */
interface Pending extends EntryKey {
  /** Number of failed attempts. */
  attempts: number
  /** Time of the next attempt, in milliseconds since 1970. */
  at: number
}

/**
 * Delivered and pending entries, in a database of their own: they are not part of a backup, and their
 * writes delay no others.
 */
interface WebhookLedger {
  /** Whether `begin` was never called. */
  isNew(): boolean
  begin(): void
  /** Adds unknown entries. @param at time of the first attempt; null for no delivery */
  add(entries: readonly EntryKey[], at: number | null): void
  /** Returns the pending entry with the earliest time. */
  next(): Pending | undefined
  done(id: string): void
  /** Counts a failed attempt. @param at time of the next one */
  retry(id: string, at: number): void
  close(): void
}

/** @param file SQLite file, created if missing */
function openWebhookLedger(file: string): WebhookLedger {
  const db = new Sqlite(file)
  db.pragma('journal_mode = WAL')
  db.exec(`CREATE TABLE IF NOT EXISTS told (
    id TEXT PRIMARY KEY, collection TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, at INTEGER
  ) STRICT`)
  const insert = db.prepare('INSERT OR IGNORE INTO told (id, collection, at) VALUES (?, ?, ?)')
  const next = db.prepare<[], Pending>(
    'SELECT id, collection, attempts, at FROM told WHERE at IS NOT NULL ORDER BY at, rowid LIMIT 1',
  )
  const done = db.prepare('UPDATE told SET at = NULL WHERE id = ?')
  const retry = db.prepare('UPDATE told SET at = ?, attempts = attempts + 1 WHERE id = ?')
  const add = db.transaction((entries: readonly EntryKey[], at: number | null) => {
    for (const { id, collection } of entries) insert.run(id, collection, at)
  })
  const any = db.prepare('SELECT 1 FROM told LIMIT 1')
  return {
    isNew: () => any.get() === undefined,
    // A row without an entry.
    begin: () => void insert.run('', '', null),
    add,
    next: () => next.get(),
    done: (id) => void done.run(id),
    retry: (id, at) => void retry.run(at, id),
    close: () => void db.close(),
  }
}
