import Sqlite from 'better-sqlite3'

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
 * Announced and pending entries, in a database of their own: they are not part of a backup, and their
 * writes delay no others.
 */
export interface Ledger {
  /** Whether `begin` was never called. */
  isNew(): boolean
  begin(): void
  /** Adds unknown entries. @param at time of the first attempt; null for no announcement */
  add(entries: readonly EntryKey[], at: number | null): void
  /** Returns the pending entry with the earliest time. */
  next(): Pending | undefined
  /** Stores how far the announcement of an entry has come. */
  progress(id: string, progress: string): void
  done(id: string): void
  /** Counts a failed attempt. @param at time of the next one */
  retry(id: string, at: number): void
  close(): void
}

/** @param file SQLite file, created if missing */
export function openLedger(file: string): Ledger {
  const db = new Sqlite(file)
  db.pragma('journal_mode = WAL')
  db.exec(`CREATE TABLE IF NOT EXISTS told (
    id TEXT PRIMARY KEY, collection TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, at INTEGER, progress TEXT
  ) STRICT`)
  const hasProgress = db
    .prepare("SELECT 1 FROM pragma_table_info('told') WHERE name = 'progress'")
    .get()
  // Ledgers of earlier versions have no such column.
  if (!hasProgress) db.exec('ALTER TABLE told ADD COLUMN progress TEXT')
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
  const any = db.prepare('SELECT 1 FROM told LIMIT 1')
  return {
    isNew: () => any.get() === undefined,
    // A row without an entry.
    begin: () => void insert.run('', '', null),
    add,
    next: () => next.get(),
    progress: (id, stored) => void progress.run(stored, id),
    done: (id) => void done.run(id),
    retry: (id, at) => void retry.run(at, id),
    close: () => void db.close(),
  }
}
