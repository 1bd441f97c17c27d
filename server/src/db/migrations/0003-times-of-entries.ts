import { SqlMigration } from './sql-migration.ts'

/*
 * Columns that decide about visibility, in the index of each list: hidden entries are skipped and
 * entries are counted without reading the rows. SQLite needs `deleted_at` there, too.
 */
const shown = 'publish_at, expires_at, pinned_until, deleted_at'

const statements = [
  'ALTER TABLE entry ADD COLUMN publish_at TEXT',
  'ALTER TABLE entry ADD COLUMN expires_at TEXT',
  'ALTER TABLE entry ADD COLUMN pinned_until TEXT',
  `ALTER TABLE entry ADD COLUMN appeared_at TEXT
    GENERATED ALWAYS AS (max(created_at, coalesce(publish_at, created_at))) VIRTUAL`,
  'DROP INDEX entry_by_date',
  'DROP INDEX entry_by_creation',
  'DROP INDEX entry_by_year',
  `CREATE INDEX entry_by_date ON entry
    (collection, date DESC, created_at DESC, seq DESC, ${shown})
    WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_by_appearance ON entry
    (collection, appeared_at DESC, seq DESC, ${shown})
    WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_by_year ON entry
    (collection, year, date DESC, created_at DESC, seq DESC, ${shown})
    WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_by_title ON entry (collection, search_text, seq, ${shown})
    WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_scheduled ON entry (publish_at)
    WHERE publish_at IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX entry_expiring ON entry (expires_at)
    WHERE expires_at IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX entry_pinned ON entry (pinned_until)
    WHERE pinned_until IS NOT NULL AND deleted_at IS NULL`,
]

/** Adds the times of publication, expiry and pinning. */
export class TimesOfEntries1763700000003 extends SqlMigration {
  name = 'TimesOfEntries1763700000003'
  statements = statements
}
