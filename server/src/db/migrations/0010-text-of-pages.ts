import { SqlMigration } from './sql-migration.ts'

/*
 * The text of files, by page. A row exists from the first attempt on: a page that crashes its reader
 * is not tried again. What was published before is read at night.
 */
const statements = [
  'ALTER TABLE entry ADD COLUMN reading TEXT',
  'CREATE INDEX entry_to_read ON entry (reading, seq) WHERE reading IS NOT NULL',
  `CREATE TABLE page_text (
    stem TEXT NOT NULL,
    page INTEGER NOT NULL,
    entry_seq INTEGER NOT NULL REFERENCES entry (seq) ON DELETE CASCADE,
    source TEXT,
    lines TEXT NOT NULL,
    reader TEXT NOT NULL,
    read_at TEXT NOT NULL,
    PRIMARY KEY (stem, page)
  ) WITHOUT ROWID`,
  'CREATE INDEX page_text_of_entry ON page_text (entry_seq)',
  `UPDATE entry SET reading = 'night'
    WHERE file IS NOT NULL AND collection IN ('notices', 'news', 'downloads', 'pages', 'events')`,
]

/** Adds the text of files, and marks the entries whose files are to be read: at first all of them. */
export class TextOfPages1763700000010 extends SqlMigration {
  name = 'TextOfPages1763700000010'
  statements = statements
}
