import { SqlMigration } from './sql-migration.ts'

/** An approval can be taken back: an entry keeps who had sent it. */
export class ApprovalsTakenBack1765000000001 extends SqlMigration {
  readonly name = 'ApprovalsTakenBack1765000000001'
  readonly statements = ['ALTER TABLE entry ADD COLUMN approved TEXT']
}
