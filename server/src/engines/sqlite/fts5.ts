import { FOLDING_VERSION } from '@bidyaloy/shared/lib/bengali/search-fold'
import type { EntityManager } from 'typeorm'
import type { SearchFields, TextIndex } from '../../db/engine.ts'
import { indexState, isComplete } from '../../db/search-index.ts'

const COLUMNS: Record<SearchFields, string> = {
  all: '',
  text: '{title body} : ',
  title: 'title : ',
}

/** The full-text search of SQLite. */
export const fts5: TextIndex = {
  matching: 'SELECT rowid FROM entry_search WHERE entry_search MATCH ?',
  expression(words, fields, mode = 'all') {
    const matches = words.map(({ forms }) => {
      const phrases = forms.map(
        ({ words: parts, isBeginning }) => `"${parts.join(' ')}"${isBeginning ? ' *' : ''}`,
      )
      return `(${phrases.join(' OR ')})`
    })
    return `${COLUMNS[fields]}(${matches.join(mode === 'all' ? ' AND ' : ' OR ')})`
  },
  rows: 'SELECT id FROM entry_search_docsize',
  version: 'SELECT user_version FROM pragma_user_version',
  async write(tx, seq, words) {
    await tx.query(
      'INSERT OR REPLACE INTO entry_search (rowid, title, body, file) VALUES (?, ?, ?, ?)',
      [seq, ...words],
    )
  },
  async ensure(tx, indexAll, log) {
    const state = await indexState(tx)
    if (isComplete(state)) return
    const { version, missing, surplus } = state
    // A new database has nothing to index.
    if (version + missing + surplus > 0) {
      log?.info({ missing, surplus }, 'building the search index')
    }
    await tx.query("INSERT INTO entry_search (entry_search) VALUES ('delete-all')")
    await setHashSize(tx, 16 * DEFAULT_HASH_SIZE)
    await indexAll()
    await setHashSize(tx, DEFAULT_HASH_SIZE)
    await tx.query("INSERT INTO entry_search (entry_search) VALUES ('optimize')")
    await tx.query(`PRAGMA user_version = ${FOLDING_VERSION}`)
  },
}

/** Bytes that FTS5 collects before it writes them. More of them halve the time of a build. */
const DEFAULT_HASH_SIZE = 2 ** 20

async function setHashSize(tx: EntityManager, bytes: number): Promise<void> {
  await tx.query(`INSERT INTO entry_search (entry_search, rank) VALUES ('hashsize', ${bytes})`)
}
