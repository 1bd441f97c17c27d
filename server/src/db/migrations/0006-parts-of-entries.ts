import { SqlMigration } from './sql-migration.ts'

/*
 * Lists read the row of an entry only: its text is in a table of its own, and its first file stays
 * in `file`. `file_owner` finds the entry of a file that is not its first: a further file, or one
 * that was replaced, whose address leads to the present one.
 */
const statements = [
  'ALTER TABLE entry ADD COLUMN more_files TEXT',
  'ALTER TABLE entry ADD COLUMN excerpt TEXT',
  `CREATE TABLE entry_body (
    entry_seq INTEGER PRIMARY KEY REFERENCES entry (seq) ON DELETE CASCADE,
    body TEXT NOT NULL
  )`,
  `CREATE TABLE file_owner (
    stem TEXT PRIMARY KEY,
    entry_seq INTEGER NOT NULL REFERENCES entry (seq) ON DELETE CASCADE
  ) WITHOUT ROWID`,
  'CREATE INDEX file_owner_of_entry ON file_owner (entry_seq)',
]

/** Adds texts and further files of entries. */
export class PartsOfEntries1763700000006 extends SqlMigration {
  name = 'PartsOfEntries1763700000006'
  statements = statements
}
