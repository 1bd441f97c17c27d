import { SqlMigration } from './sql-migration.ts'

const statements = [
  `CREATE TABLE version (
    thing TEXT NOT NULL,
    record_id TEXT NOT NULL,
    n INTEGER NOT NULL,
    replaced_at TEXT NOT NULL,
    replaced_by TEXT NOT NULL,
    data TEXT NOT NULL,
    more_files TEXT,
    PRIMARY KEY (thing, record_id, n)
  ) WITHOUT ROWID`,
  'CREATE INDEX version_by_time ON version (replaced_at)',
]

/** Adds the former versions of records, with the files that only they still have. */
export class Versions1763700000008 extends SqlMigration {
  name = 'Versions1763700000008'
  statements = statements
}
