import type { MigrationInterface, QueryRunner } from 'typeorm'

const statements = [
  `CREATE TABLE site_picture (
    name TEXT PRIMARY KEY,
    file TEXT NOT NULL,
    file_stem TEXT NOT NULL UNIQUE,
    updated_at TEXT NOT NULL
  )`,
  `CREATE TABLE activity (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    title TEXT NOT NULL,
    count INTEGER,
    record_id TEXT
  )`,
  'CREATE INDEX activity_by_time ON activity (at)',
  'ALTER TABLE admin ADD COLUMN last_sign_in_at TEXT',
]

/** Pictures of the site itself, who did what when, and when each admin last signed in. */
export class Office1763700000004 implements MigrationInterface {
  name = 'Office1763700000004'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement)
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not undone; restore the copy made before them')
  }
}
