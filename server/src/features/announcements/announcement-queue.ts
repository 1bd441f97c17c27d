import Sqlite from 'better-sqlite3'
import type { EntityManager } from 'typeorm'
import type { Database } from '../../db/database.ts'
import { query } from '../../db/engine.ts'

/** An entry by its id, and the collection that it is in. */
export interface EntryKey {
  collection: string
  id: string
}

/** An entry whose announcement is pending. */
interface Pending extends EntryKey {
  /** Number of failed attempts. */
  attempts: number
  /** Time of the next attempt, in milliseconds since 1970. */
  at: number
  /** What an interrupted announcement has stored last. */
  progress: string | null
}

/**
 * The entries that are announced or pending. Not part of a backup. Stored in a SQLite file of its own,
 * so that its writes delay no others; in a shared database, in the table `told`.
 */
export interface AnnouncementQueue {
  /** Whether `begin` was never called. */
  isNew(): Promise<boolean>
  /** Marks the queue as started. */
  begin(): Promise<void>
  /** Adds unknown entries. @param at time of the first attempt; null for no announcement */
  add(entries: readonly EntryKey[], at: number | null): Promise<void>
  /** Returns the pending entry with the earliest time. */
  next(): Promise<Pending | undefined>
  /** Returns the number of pending entries. */
  count(): Promise<number>
  /** Stores how far the announcement of an entry has come. */
  progress(id: string, progress: string): Promise<void>
  done(id: string): Promise<void>
  /** Counts a failed attempt. @param at time of the next one */
  retry(id: string, at: number): Promise<void>
  close(): void
}

/** A row without an entry, which marks the queue as started. */
const STARTED: EntryKey = { id: '', collection: '' }

/** @param file SQLite file, created if missing */
function openFileQueue(file: string): AnnouncementQueue {
  const db = new Sqlite(file)
  db.pragma('journal_mode = WAL')
  db.exec(`CREATE TABLE IF NOT EXISTS told (
    id TEXT PRIMARY KEY, collection TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, at INTEGER, progress TEXT
  ) STRICT`)
  const hasProgress = db
    .prepare("SELECT 1 FROM pragma_table_info('told') WHERE name = 'progress'")
    .get()
  // Files of earlier versions have no such column.
  if (!hasProgress) db.exec('ALTER TABLE told ADD COLUMN progress TEXT')
  // Without an index, finding the next of many pending entries reads them all.
  db.exec('CREATE INDEX IF NOT EXISTS told_pending ON told (at) WHERE at IS NOT NULL')
  const insert = db.prepare('INSERT OR IGNORE INTO told (id, collection, at) VALUES (?, ?, ?)')
  const next = db.prepare<[], Pending>(
    `SELECT id, collection, attempts, at, progress FROM told
    WHERE at IS NOT NULL ORDER BY at, rowid LIMIT 1`,
  )
  const progress = db.prepare('UPDATE told SET progress = ? WHERE id = ?')
  const done = db.prepare('UPDATE told SET at = NULL, progress = NULL WHERE id = ?')
  const retry = db.prepare('UPDATE told SET at = ?, attempts = attempts + 1 WHERE id = ?')
  const add = db.transaction((entries: readonly EntryKey[], at: number | null) => {
    for (const { id, collection } of entries) insert.run(id, collection, at)
  })
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM told WHERE at IS NOT NULL')
  const any = db.prepare('SELECT 1 FROM told LIMIT 1')
  return {
    isNew: async () => any.get() === undefined,
    begin: async () => add([STARTED], null),
    add: async (entries, at) => add(entries, at),
    next: async () => next.get(),
    count: async () => count.get()?.n ?? 0,
    progress: async (id, stored) => void progress.run(stored, id),
    done: async (id) => void done.run(id),
    retry: async (id, at) => void retry.run(at, id),
    close: () => void db.close(),
  }
}

/** @param name of the queue: a school has several, told apart by the column `ledger` */
function openTableQueue(db: Database, name: string): AnnouncementQueue {
  const write = async (set: string, parameters: readonly unknown[]) => {
    const statement = `UPDATE told SET ${set} WHERE ledger = ? AND id = ?`
    await db.writePrivate((tx) => query(tx, statement, parameters))
  }
  const known = async (read: EntityManager, ids: readonly string[]): Promise<Set<string>> => {
    const statement = 'SELECT id FROM told WHERE ledger = ? AND id = ANY (?)'
    const rows = await query<{ id: string }>(read, statement, [name, ids])
    return new Set(rows.map(({ id }) => id))
  }
  const add = async (entries: readonly EntryKey[], at: number | null) => {
    // A write would wait for those of the school, and most entries are known.
    const present = await known(
      db.read,
      entries.map(({ id }) => id),
    )
    const fresh = entries.filter(({ id }) => !present.has(id))
    if (fresh.length === 0) return
    const columns = [fresh.map(({ id }) => id), fresh.map(({ collection }) => collection)]
    await db.writePrivate((tx) =>
      query(
        tx,
        `INSERT INTO told (ledger, at, id, collection)
          SELECT ?, ?::bigint, entry.id, entry.collection
          FROM unnest(?::text[], ?::text[]) AS entry (id, collection)
          ON CONFLICT DO NOTHING`,
        [name, at, ...columns],
      ),
    )
  }
  return {
    isNew: async () => (await known(db.read, [STARTED.id])).size === 0,
    begin: () => add([STARTED], null),
    add,
    async next() {
      const [first] = await query<Pending>(
        db.read,
        `SELECT id, collection, attempts, at, progress FROM told
        WHERE ledger = ? AND at IS NOT NULL ORDER BY at, n LIMIT 1`,
        [name],
      )
      return first
    },
    async count() {
      const statement =
        'SELECT CAST(count(*) AS INTEGER) AS n FROM told WHERE ledger = ? AND at IS NOT NULL'
      const [row] = await query<{ n: number }>(db.read, statement, [name])
      return row?.n ?? 0
    },
    progress: (id, stored) => write('progress = ?', [stored, name, id]),
    done: (id) => write('at = NULL, progress = NULL', [name, id]),
    retry: (id, at) => write('at = ?, attempts = attempts + 1', [at, name, id]),
    close: () => undefined,
  }
}

/**
 * Opens a queue.
 * @param name used if the database is shared
 * @param file SQLite file, used otherwise
 */
export function openAnnouncementQueue(
  db: Database,
  { name, file }: { name: string; file: string },
): AnnouncementQueue {
  return db.isShared ? openTableQueue(db, name) : openFileQueue(file)
}
