import { SqlMigration } from './sql-migration.ts'

/*
 * The index of the site's search. It has no content of its own: `search-index.ts` writes the folded
 * words of an entry and can build the index again from the records. Its rows have the numbers of the
 * entries. `file` is for the text of their files.
 */
const statements = [
  `CREATE VIRTUAL TABLE entry_search USING fts5(
    title, body, file,
    content = '',
    contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc'"
  )`,
  `CREATE TRIGGER entry_search_delete AFTER DELETE ON entry
    BEGIN DELETE FROM entry_search WHERE rowid = old.seq; END`,
]

/** Adds the index of the search; opening the database fills it. */
export class SearchIndex1763700000007 extends SqlMigration {
  name = 'SearchIndex1763700000007'
  statements = statements
}
