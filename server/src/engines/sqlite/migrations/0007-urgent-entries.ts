import { SqlMigration } from './sql-migration.ts'

/** Notices that stand on every page until a time. */
export class UrgentEntries1765100000001 extends SqlMigration {
  readonly name = 'UrgentEntries1765100000001'
  readonly statements = [
    'ALTER TABLE entry ADD COLUMN urgent_until TEXT',
    `CREATE INDEX entry_urgent ON entry (urgent_until)
      WHERE urgent_until IS NOT NULL AND deleted_at IS NULL`,
  ]
}
