/* One file per migration. */
import { SqlMigration } from './sql-migration.ts'

const statements = [
  'ALTER TABLE entry ADD COLUMN pages_pending BOOLEAN NOT NULL DEFAULT 0',
  `UPDATE entry SET pages_pending = 1 WHERE json_extract(file, '$.extension') = 'pdf'`,
  'CREATE INDEX entry_with_pending_pages ON entry (seq) WHERE pages_pending = 1',
]

/** Marks the PDFs whose pages are not rendered yet: at first all of them. */
export class PagesOfDocuments1763700000002 extends SqlMigration {
  name = 'PagesOfDocuments1763700000002'
  statements = statements
}
