import type { MigrationInterface, QueryRunner } from 'typeorm'

const shown = 'publish_at, expires_at, pinned_until, deleted_at'

/** What one entry more or less outside the bin does to the counts. */
const more = `INSERT INTO entry_count (collection, year, count) VALUES (new.collection, new.year, 1)
  ON CONFLICT (collection, year) DO UPDATE SET count = count + 1`
const less = `UPDATE entry_count SET count = count - 1
  WHERE collection = old.collection AND year = old.year`

/*
 * Lists show how many there are in all and in each year, so that is kept as entries come and go
 * instead of being counted at each look. Searches compare every title: with the titles in the
 * indexes that give the order and the years, they need not look at the rows.
 */
const statements = [
  `CREATE TABLE entry_count (
    collection TEXT NOT NULL,
    year INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (collection, year)
  ) WITHOUT ROWID`,
  `INSERT INTO entry_count (collection, year, count)
    SELECT collection, year, count(*) FROM entry WHERE deleted_at IS NULL GROUP BY collection, year`,
  `CREATE TRIGGER entry_count_insert AFTER INSERT ON entry WHEN new.deleted_at IS NULL
    BEGIN ${more}; END`,
  `CREATE TRIGGER entry_count_delete AFTER DELETE ON entry WHEN old.deleted_at IS NULL
    BEGIN ${less}; END`,
  `CREATE TRIGGER entry_count_leave AFTER UPDATE OF collection, year, deleted_at ON entry
    WHEN old.deleted_at IS NULL BEGIN ${less}; END`,
  `CREATE TRIGGER entry_count_enter AFTER UPDATE OF collection, year, deleted_at ON entry
    WHEN new.deleted_at IS NULL BEGIN ${more}; END`,
  'DROP INDEX entry_by_date',
  'DROP INDEX entry_by_year',
  `CREATE INDEX entry_by_date ON entry
    (collection, date DESC, created_at DESC, seq DESC, ${shown}, search_text)
    WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_by_year ON entry
    (collection, year, date DESC, created_at DESC, seq DESC, ${shown}, search_text)
    WHERE deleted_at IS NULL`,
]

/** How many entries there are by collection and year, and titles where searches want them. */
export class CountsAndSearch1763700000005 implements MigrationInterface {
  name = 'CountsAndSearch1763700000005'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement)
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not undone; restore the copy made before them')
  }
}
