import { SqlMigration } from './sql-migration.ts'

const shown = 'publish_at, expires_at, pinned_until, deleted_at'

/** Changes of the counts when an entry enters or leaves the list outside the trash. */
const more = `INSERT INTO entry_count (collection, year, count) VALUES (new.collection, new.year, 1)
  ON CONFLICT (collection, year) DO UPDATE SET count = count + 1`
const less = `UPDATE entry_count SET count = count - 1
  WHERE collection = old.collection AND year = old.year`

/*
 * Lists show the number of entries, in total and by year. Triggers maintain these counts, so that
 * no request counts rows. Searches compare every title: the indexes of order and year contain the
 * titles, so that searches need not read the rows.
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

/** Adds counts by collection and year, and titles to the indexes that searches use. */
export class CountsAndSearch1763700000005 extends SqlMigration {
  name = 'CountsAndSearch1763700000005'
  statements = statements
}
