import { SqlMigration } from './sql-migration.ts'

/** Accounts get the name and the post under which colleagues know their owner. */
export class NamesOfAccounts1764700000001 extends SqlMigration {
  readonly name = 'NamesOfAccounts1764700000001'
  readonly statements = [
    'ALTER TABLE admin ADD COLUMN name TEXT',
    'ALTER TABLE admin ADD COLUMN post TEXT',
  ]
}
