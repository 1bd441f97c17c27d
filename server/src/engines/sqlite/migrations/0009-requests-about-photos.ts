import { SqlMigration } from './sql-migration.ts'

/** Requests to take a photo down, and the files that were taken down. */
export class RequestsAboutPhotos1765300000001 extends SqlMigration {
  readonly name = 'RequestsAboutPhotos1765300000001'
  readonly statements = [
    `CREATE TABLE photo_request (
      id TEXT PRIMARY KEY,
      stem TEXT NOT NULL,
      at TEXT NOT NULL,
      answered_at TEXT,
      data TEXT NOT NULL
    )`,
    'CREATE INDEX photo_request_by_stem ON photo_request (stem)',
    `CREATE TABLE withdrawn_file (
      stem TEXT PRIMARY KEY,
      at TEXT NOT NULL,
      erased_at TEXT
    )`,
  ]
}
