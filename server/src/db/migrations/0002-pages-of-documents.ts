import type { MigrationInterface, QueryRunner } from 'typeorm'

const statements = [
  'ALTER TABLE entry ADD COLUMN pages_pending BOOLEAN NOT NULL DEFAULT 0',
  `UPDATE entry SET pages_pending = 1 WHERE json_extract(file, '$.extension') = 'pdf'`,
  'CREATE INDEX entry_with_pending_pages ON entry (seq) WHERE pages_pending = 1',
]

/** Which documents wait for their pages to be drawn: at first all PDFs that are there. */
export class PagesOfDocuments1763700000002 implements MigrationInterface {
  name = 'PagesOfDocuments1763700000002'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement)
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not undone; restore the copy made before them')
  }
}
