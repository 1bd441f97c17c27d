import { SqlMigration } from './sql-migration.ts'

/** What the owners of accounts are told of their account, and which device a session is on. */
export class EventsOfAccounts1765900000001 extends SqlMigration {
  readonly name = 'EventsOfAccounts1765900000001'
  readonly statements = [
    'ALTER TABLE admin ADD COLUMN events TEXT',
    'ALTER TABLE admin ADD COLUMN devices TEXT',
    'ALTER TABLE session ADD COLUMN device TEXT',
  ]
}
