import type { MigrationInterface, QueryRunner } from 'typeorm'

/*
 * The lists carry in their indexes all that says who is shown: what is not is passed over, and what
 * is counted, without a look at the rows. For that the database wants `deleted_at` in them as well.
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

/** From when to when an entry is shown, and until when above all others. */
export class TimesOfEntries1763700000003 implements MigrationInterface {
  name = 'TimesOfEntries1763700000003'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement)
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not undone; restore the copy made before them')
  }
}
