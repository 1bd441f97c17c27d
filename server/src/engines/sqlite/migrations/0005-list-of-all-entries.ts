import { SqlMigration } from './sql-migration.ts'

/** The list of the entries of all collections is read in its order. */
export class ListOfAllEntries1764900000001 extends SqlMigration {
  readonly name = 'ListOfAllEntries1764900000001'
  readonly statements = [
    `CREATE INDEX entry_of_all_by_date ON entry
      (date DESC, created_at DESC, seq DESC, publish_at, expires_at, pinned_until, deleted_at, search_text)
      WHERE deleted_at IS NULL`,
  ]
}
