import { SqlMigration } from './sql-migration.ts'

/*
 * How often pages were read on a day in Dhaka: by entry, and all pages of the site together, whose
 * `entry_id` is empty. No row is about a person.
 */
const statements = [
  `CREATE TABLE reader_count (
    entry_id TEXT NOT NULL,
    day TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (entry_id, day)
  ) WITHOUT ROWID`,
  'CREATE INDEX reader_count_by_day ON reader_count (day)',
  `CREATE TRIGGER reader_count_delete AFTER DELETE ON entry
    BEGIN DELETE FROM reader_count WHERE entry_id = old.id; END`,
]

/** Adds the numbers of readers. */
export class ReaderCounts1763700000015 extends SqlMigration {
  name = 'ReaderCounts1763700000015'
  statements = statements
}
