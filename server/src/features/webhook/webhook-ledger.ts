import Sqlite from 'better-sqlite3'

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
export function openWebhookLedger(file: string): WebhookLedger {
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
