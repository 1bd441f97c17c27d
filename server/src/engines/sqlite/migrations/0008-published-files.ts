import { SqlMigration } from './sql-migration.ts'

/*
 * Hashes of what visitors can have downloaded. The rows stay when their entry is deleted for good: a
 * file that was withdrawn is told from one that was never published. Only files of published entries
 * have rows, so that nothing is known here of drafts.
 */
export class PublishedFiles1765200000001 extends SqlMigration {
  readonly name = 'PublishedFiles1765200000001'
  readonly statements = [
    `CREATE TABLE published_file (
      stem TEXT NOT NULL,
      sha256 TEXT NOT NULL,
      entry_id TEXT NOT NULL,
      from_at TEXT,
      until_at TEXT,
      ended TEXT,
      PRIMARY KEY (stem, sha256)
    ) WITHOUT ROWID`,
    `CREATE INDEX published_file_by_hash ON published_file (sha256, from_at)
      WHERE from_at IS NOT NULL`,
    'CREATE INDEX published_file_of_entry ON published_file (entry_id)',
  ]
}
