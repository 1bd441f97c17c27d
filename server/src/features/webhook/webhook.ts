import { createHmac } from 'node:crypto'
import { collectionNames, entryPath, pagedCollections } from '@bidyaloy/shared/collections/registry'
import { DAY_MS } from '@bidyaloy/shared/durations'
import { statedSiteAddress } from '@bidyaloy/shared/school/contact'
import Sqlite from 'better-sqlite3'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { EntryRow } from '../../db/entities.ts'
import { entriesAmong, isVisible, nextChangeAt } from '../../db/entry-times.ts'
import { findSingle } from '../site-records/single-record-commands.ts'
import { contactRecord } from '../site-records/single-record-routes.ts'

interface WebhookDeps {
  db: Database
  clock: Clock
  log: Logger
  /** What was told already; absolute. */
  ledgerFile: string
  receiver: NonNullable<Config['webhook']>
  publicUrl: string | undefined
}

/** A write often comes with others. */
const QUIET_MS = 50
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 3_600_000
/** About a day and a half of trying. */
const MOST_ATTEMPTS = 48
/** What is older is no news: it was imported, or came back out of a backup. */
const NEWS_MS = 2 * DAY_MS
const ANSWER_MS = 10_000
/** What timers can count. */
const LONGEST_TIMER_MS = 2_000_000_000

/**
 * Tells a receiver of everything that visitors see for the first time, also of what appears by the
 * clock. It works behind everybody's back, one message at a time, and tries again what was not taken.
 * @returns ends it; what waits is told after the next start
 */
export async function startWebhook(deps: WebhookDeps): Promise<() => Promise<void>> {
  const { db, clock, log, ledgerFile } = deps
  const ledger = openWebhookLedger(ledgerFile)
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  /** When the timer goes off. */
  let wakesAt = Number.POSITIVE_INFINITY
  const look = async () => {
    const now = clock()
    const { news, old } = await visibleEntries(db, now)
    ledger.note(old, null)
    ledger.note(news, ledger.isNew() ? null : now.getTime())
    ledger.begin()
  }

  const work = async () => {
    await look()
    for (let next = ledger.next(); next; next = ledger.next()) {
      if (ending.signal.aborted || next.at > clock().getTime()) break
      const row = await db.read.findOneBy(EntryRow, { id: next.id })
      // Taken back before anybody was told.
      if (!row || !isVisible(row, clock())) ledger.done(next.id)
      else if (await tell(deps, row, ending.signal)) ledger.done(next.id)
      else if (ending.signal.aborted) break
      else if (next.attempts + 1 >= MOST_ATTEMPTS) {
        log.error({ entry: next.id }, 'the webhook was given up for an entry')
        ledger.done(next.id)
      } else {
        const wait = Math.min(FIRST_WAIT_MS * 2 ** next.attempts, LONGEST_WAIT_MS)
        ledger.again(next.id, clock().getTime() + wait)
      }
    }
    const turn = await nextChangeAt(db.read, clock())
    const moments = [ledger.next()?.at, turn?.getTime()].filter((at) => at !== undefined)
    if (moments.length > 0) wake(Math.min(...moments) - clock().getTime())
  }
  const wake = (ms: number) => {
    const wait = Math.min(Math.max(ms, QUIET_MS), LONGEST_TIMER_MS)
    // Something may have been published while others were told: the earlier moment stays.
    if (ending.signal.aborted || performance.now() + wait >= wakesAt) return
    wakesAt = performance.now() + wait
    clearTimeout(timer)
    timer = setTimeout(() => {
      wakesAt = Number.POSITIVE_INFINITY
      working = working.then(work).catch((error: unknown) => {
        log.error({ err: error }, 'telling the webhook failed')
      })
    }, wait).unref()
  }
  db.onChange(() => wake(QUIET_MS))
  // Before anybody can publish: what is there when it is switched on is not told.
  await look()
  let working: Promise<void> = Promise.resolve()
  wake(0)

  return async () => {
    ending.abort()
    clearTimeout(timer)
    await working
    ledger.close()
  }
}

/** What visitors see: what may be news, and what came before their eyes too long ago. */
async function visibleEntries(db: Database, now: Date) {
  const since = new Date(now.getTime() - NEWS_MS).toISOString()
  const news: { collection: string; id: string }[] = []
  const old: typeof news = []
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
      const isNews = appearedAt >= since || updatedAt >= since
      ;(isNews ? news : old).push({ collection, id })
    }
  }
  return { news, old }
}

/** Sends one message; whether it was taken. */
async function tell(
  { clock, log, receiver, db, publicUrl }: WebhookDeps,
  { id, collection, title, date }: EntryRow,
  signal: AbortSignal,
): Promise<boolean> {
  const paged = pagedCollections.find((one) => one === collection)
  const contact = await findSingle(db.read, contactRecord)
  const siteUrl = publicUrl ?? statedSiteAddress(contact?.website ?? '')
  const url = paged && siteUrl !== undefined ? { url: siteUrl + entryPath(paged, id) } : {}
  const body = JSON.stringify({
    event: 'published',
    collection,
    entry: { _id: id, title, date },
    ...url,
  })
  const seconds = Math.floor(clock().getTime() / 1000)
  try {
    const answer = await fetch(receiver.url, {
      method: 'POST',
      // Whoever is told to go elsewhere might be sent into the network behind this server.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'bidyaloy',
        'bidyaloy-delivery': id,
        'bidyaloy-signature': `t=${seconds},v1=${sign(receiver.secret, seconds, body)}`,
      },
      body,
    })
    await answer.body?.cancel()
    if (answer.ok) return true
    log.warn({ entry: id, status: answer.status }, 'the webhook was not taken')
  } catch (error) {
    if (!signal.aborted) log.warn({ entry: id, err: error }, 'the webhook did not get through')
  }
  return false
}

/** HMAC-SHA256 of `<seconds>.<body>`, in hexadecimal. */
function sign(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
}

/** Something published that the receiver has not taken yet. */
interface Waiting {
  collection: string
  id: string
  /** How often it was tried in vain. */
  attempts: number
}

/**
 * Remembers on the disk what the receiver has been told and what waits, apart from the school's
 * database: it is no part of a backup, and writing it keeps no publish waiting.
 */
interface WebhookLedger {
  /** Whether it has not begun yet. */
  isNew(): boolean
  begin(): void
  /** Notes what is there; what it knows already stays as it is. @param at when to tell; null: never */
  note(entries: readonly { collection: string; id: string }[], at: number | null): void
  /** What is due first, and when (milliseconds since 1970). */
  next(): (Waiting & { at: number }) | undefined
  done(id: string): void
  again(id: string, at: number): void
  close(): void
}

/** @param file SQLite file, made where it is not there */
function openWebhookLedger(file: string): WebhookLedger {
  const db = new Sqlite(file)
  db.pragma('journal_mode = WAL')
  db.exec(`CREATE TABLE IF NOT EXISTS told (
    id TEXT PRIMARY KEY, collection TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, at INTEGER
  ) STRICT`)
  const insert = db.prepare('INSERT OR IGNORE INTO told (id, collection, at) VALUES (?, ?, ?)')
  const next = db.prepare<[], Waiting & { at: number }>(
    'SELECT id, collection, attempts, at FROM told WHERE at IS NOT NULL ORDER BY at, rowid LIMIT 1',
  )
  const done = db.prepare('UPDATE told SET at = NULL WHERE id = ?')
  const again = db.prepare('UPDATE told SET at = ?, attempts = attempts + 1 WHERE id = ?')
  const noteAll = db.transaction(
    (entries: readonly { collection: string; id: string }[], at: number | null) => {
      for (const { id, collection } of entries) insert.run(id, collection, at)
    },
  )
  const any = db.prepare('SELECT 1 FROM told LIMIT 1')
  return {
    isNew: () => any.get() === undefined,
    // A row that stands for no entry.
    begin: () => void insert.run('', '', null),
    note: noteAll,
    next: () => next.get(),
    done: (id) => void done.run(id),
    again: (id, at) => void again.run(at, id),
    close: () => void db.close(),
  }
}
