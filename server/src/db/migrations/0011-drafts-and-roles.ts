import { SqlMigration } from './sql-migration.ts'

/*
 * A draft is an entry that is never published: `publish_at` is the last moment of the year 9999, so
 * that everything that hides scheduled entries hides drafts, and `draft` holds the rest. A change
 * of a published entry that is not published yet is a row of `entry_change`. All present accounts
 * are heads.
 */
const statements = [
  "ALTER TABLE admin ADD COLUMN role TEXT NOT NULL DEFAULT 'head'",
  'ALTER TABLE entry ADD COLUMN draft TEXT',
  `CREATE TABLE entry_change (
    entry_seq INTEGER PRIMARY KEY REFERENCES entry (seq) ON DELETE CASCADE,
    draft TEXT NOT NULL,
    base_version INTEGER NOT NULL,
    data TEXT NOT NULL,
    more_files TEXT
  )`,
]

/** Adds drafts, changes that wait, and roles of accounts. */
export class DraftsAndRoles1763700000011 extends SqlMigration {
  name = 'DraftsAndRoles1763700000011'
  statements = statements
}
