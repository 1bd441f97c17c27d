import { SqlMigration } from './sql-migration.ts'

/**
 * The records of features get one table, in which the student counts become records. A count whose
 * numbers cannot be read keeps its class, shift and section.
 */
export class OneTableOfRecords1764600000001 extends SqlMigration {
  readonly name = 'OneTableOfRecords1764600000001'
  readonly statements = [
    `CREATE TABLE record (
      id TEXT PRIMARY KEY,
      type TEXT NOT NULL,
      key TEXT NOT NULL,
      data TEXT NOT NULL,
      version INTEGER NOT NULL DEFAULT 0,
      updated_at TEXT NOT NULL,
      deleted_at TEXT,
      deleted_by TEXT
    )`,
    'CREATE UNIQUE INDEX record_by_key ON record (type, key) WHERE deleted_at IS NULL',
    'CREATE INDEX record_in_trash ON record (deleted_at) WHERE deleted_at IS NOT NULL',
    `INSERT INTO record (id, type, key, data, version, updated_at, deleted_at, deleted_by)
      SELECT id, 'studentCounts', class_name || ' ' || shift || ' ' || section,
        json_patch(
          CASE WHEN json_valid(counts) THEN counts ELSE '{}' END,
          json_object('className', class_name, 'shift', shift, 'section', section)
        ),
        version, updated_at, deleted_at, deleted_by
      FROM student_count`,
    'DROP TABLE student_count',
  ]
}
