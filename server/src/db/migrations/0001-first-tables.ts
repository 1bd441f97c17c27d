import { SqlMigration } from './sql-migration.ts'

const statements = [
  `CREATE TABLE entry (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    collection TEXT NOT NULL,
    title TEXT NOT NULL,
    search_text TEXT NOT NULL,
    date TEXT NOT NULL,
    year INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    file TEXT,
    file_stem TEXT UNIQUE,
    video_id TEXT,
    deleted_at TEXT,
    deleted_by TEXT
  )`,
  `CREATE INDEX entry_by_date ON entry (collection, date DESC, created_at DESC, seq DESC)
    WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_by_creation ON entry (collection, created_at DESC, seq DESC)
    WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_by_year ON entry (collection, year, date DESC, created_at DESC, seq DESC)
    WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_in_trash ON entry (deleted_at) WHERE deleted_at IS NOT NULL`,
  `CREATE TABLE single_record (
    name TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    data TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    updated_at TEXT NOT NULL
  )`,
  `CREATE TABLE student_count (
    id TEXT PRIMARY KEY,
    class_name TEXT NOT NULL,
    shift TEXT NOT NULL,
    section TEXT NOT NULL,
    counts TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    updated_at TEXT NOT NULL,
    deleted_at TEXT,
    deleted_by TEXT
  )`,
  `CREATE UNIQUE INDEX student_count_group ON student_count (class_name, shift, section)
    WHERE deleted_at IS NULL`,
  `CREATE TABLE admin (
    id TEXT PRIMARY KEY,
    username TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    created_at TEXT NOT NULL,
    disabled_at TEXT
  )`,
  `CREATE TABLE session (
    id TEXT PRIMARY KEY,
    admin_id TEXT NOT NULL REFERENCES admin (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    user_agent TEXT NOT NULL
  )`,
  `CREATE INDEX session_of_admin ON session (admin_id)`,
  `CREATE TABLE idempotency (
    admin_id TEXT NOT NULL REFERENCES admin (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    request TEXT NOT NULL,
    answer TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (admin_id, key)
  ) WITHOUT ROWID`,
]

export class FirstTables1763700000001 extends SqlMigration {
  name = 'FirstTables1763700000001'
  statements = statements
}
