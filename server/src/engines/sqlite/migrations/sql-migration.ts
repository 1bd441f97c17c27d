import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * A migration in plain SQL. TypeORM's own table builder re-creates tables on SQLite, which loses
 * their triggers and partial indexes. The text of the statements is part of the schema that
 * `examine-database` compares: a released statement must never change, not even in its white space.
 */
export abstract class SqlMigration implements MigrationInterface {
  abstract readonly name: string
  abstract readonly statements: readonly string[]

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await queryRunner.query(statement)
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted; restore the copy that was made before them')
  }
}
