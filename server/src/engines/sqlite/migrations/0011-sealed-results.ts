import { SqlMigration } from './sql-migration.ts'

/** Results of examinations that only a slip opens. */
export class SealedResults1765500000001 extends SqlMigration {
  readonly name = 'SealedResults1765500000001'
  readonly statements = [
    `CREATE TABLE result_sheet (
      id TEXT PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      until TEXT NOT NULL,
      wrong_tries INTEGER NOT NULL DEFAULT 0,
      data TEXT NOT NULL
    )`,
    `CREATE TABLE sealed_result (
      id TEXT PRIMARY KEY,
      sheet_id TEXT NOT NULL,
      box TEXT NOT NULL
    ) WITHOUT ROWID`,
    'CREATE INDEX sealed_result_of_sheet ON sealed_result (sheet_id)',
  ]
}
