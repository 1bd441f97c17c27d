import { SqlMigration } from './sql-migration.ts'

/** The browser of a session may be told of what concerns its account. */
export class AlertsOfSessions1764800000001 extends SqlMigration {
  readonly name = 'AlertsOfSessions1764800000001'
  readonly statements = ['ALTER TABLE session ADD COLUMN alerts TEXT']
}
