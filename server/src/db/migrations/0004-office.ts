import { SqlMigration } from './sql-migration.ts'

const statements = [
  `CREATE TABLE site_picture (
    name TEXT PRIMARY KEY,
    file TEXT NOT NULL,
    file_stem TEXT NOT NULL UNIQUE,
    updated_at TEXT NOT NULL
  )`,
  `CREATE TABLE activity (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    title TEXT NOT NULL,
    count INTEGER,
    record_id TEXT
  )`,
  'CREATE INDEX activity_by_time ON activity (at)',
  'ALTER TABLE admin ADD COLUMN last_sign_in_at TEXT',
]

/** Adds pictures of the site itself, the activity log and the time of each admin's last sign-in. */
export class Office1763700000004 extends SqlMigration {
  name = 'Office1763700000004'
  statements = statements
}
