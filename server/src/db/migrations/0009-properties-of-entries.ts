import { SqlMigration } from './sql-migration.ts'

/*
 * Most entries have few of these properties, and most collections have their own: nullable columns,
 * with partial indexes for the lists that use them.
 */
const statements = [
  'ALTER TABLE entry ADD COLUMN kind TEXT',
  'ALTER TABLE entry ADD COLUMN classes TEXT',
  'ALTER TABLE entry ADD COLUMN starts_on TEXT',
  'ALTER TABLE entry ADD COLUMN ends_on TEXT',
  'ALTER TABLE entry ADD COLUMN time TEXT',
  'ALTER TABLE entry ADD COLUMN slug TEXT',
  'ALTER TABLE entry ADD COLUMN menu TEXT',
  'ALTER TABLE entry ADD COLUMN position REAL',
  'ALTER TABLE entry ADD COLUMN fields TEXT',
  `CREATE INDEX entry_by_kind ON entry
    (collection, kind, date DESC, created_at DESC, seq DESC, publish_at, expires_at, pinned_until,
     deleted_at, year, search_text, classes)
    WHERE kind IS NOT NULL AND deleted_at IS NULL`,
  // Counts of the entries that concern a class read the classes from the index.
  'DROP INDEX entry_by_year',
  `CREATE INDEX entry_by_year ON entry
    (collection, year, date DESC, created_at DESC, seq DESC, publish_at, expires_at, pinned_until,
     deleted_at, search_text, classes)
    WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_by_start ON entry (collection, starts_on, seq, ends_on, publish_at, expires_at)
    WHERE starts_on IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX entry_by_position ON entry (collection, position)
    WHERE position IS NOT NULL AND deleted_at IS NULL`,
  `CREATE TABLE entry_slug (
    collection TEXT NOT NULL,
    slug TEXT NOT NULL,
    entry_seq INTEGER NOT NULL REFERENCES entry (seq) ON DELETE CASCADE,
    PRIMARY KEY (collection, slug)
  ) WITHOUT ROWID`,
  'CREATE INDEX entry_slug_of_entry ON entry_slug (entry_seq)',
]

/** Adds kind, classes, dates, address, place in navigation and list, and fields of entries. */
export class PropertiesOfEntries1763700000009 extends SqlMigration {
  name = 'PropertiesOfEntries1763700000009'
  statements = statements
}
