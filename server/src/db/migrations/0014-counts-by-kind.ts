import { SqlMigration } from './sql-migration.ts'

/** Changes of the counts when an entry enters or leaves the list outside the trash. */
const more = `INSERT INTO entry_count (collection, year, kind, count)
  VALUES (new.collection, new.year, coalesce(new.kind, ''), 1)
  ON CONFLICT (collection, year, kind) DO UPDATE SET count = count + 1`
const less = `UPDATE entry_count SET count = count - 1
  WHERE collection = old.collection AND year = old.year AND kind = coalesce(old.kind, '')`

const statements = [
  'DROP TRIGGER entry_count_insert',
  'DROP TRIGGER entry_count_delete',
  'DROP TRIGGER entry_count_leave',
  'DROP TRIGGER entry_count_enter',
  'DROP TABLE entry_count',
  `CREATE TABLE entry_count (
    collection TEXT NOT NULL,
    year INTEGER NOT NULL,
    kind TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (collection, year, kind)
  ) WITHOUT ROWID`,
  `INSERT INTO entry_count (collection, year, kind, count)
    SELECT collection, year, coalesce(kind, ''), count(*) FROM entry WHERE deleted_at IS NULL
    GROUP BY 1, 2, 3`,
  `CREATE TRIGGER entry_count_insert AFTER INSERT ON entry WHEN new.deleted_at IS NULL
    BEGIN ${more}; END`,
  `CREATE TRIGGER entry_count_delete AFTER DELETE ON entry WHEN old.deleted_at IS NULL
    BEGIN ${less}; END`,
  `CREATE TRIGGER entry_count_leave AFTER UPDATE OF collection, year, kind, deleted_at ON entry
    WHEN old.deleted_at IS NULL BEGIN ${less}; END`,
  `CREATE TRIGGER entry_count_enter AFTER UPDATE OF collection, year, kind, deleted_at ON entry
    WHEN new.deleted_at IS NULL BEGIN ${more}; END`,
  'CREATE INDEX entry_by_update ON entry (collection, updated_at) WHERE deleted_at IS NULL',
]

/** Counts the entries by kind as well, which each list shows, and finds those changed lately. */
export class CountsByKind1763700000014 extends SqlMigration {
  name = 'CountsByKind1763700000014'
  statements = statements
}
