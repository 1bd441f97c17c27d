import { SqlMigration } from './sql-migration.ts'

/** Hashes that show where the activity was changed. */
export class HashesOfActivity1765800000001 extends SqlMigration {
  readonly name = 'HashesOfActivity1765800000001'
  readonly statements = ['ALTER TABLE activity ADD COLUMN hash TEXT']
}
