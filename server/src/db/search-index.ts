import { setImmediate } from 'node:timers/promises'
import { FOLDING_VERSION, foldText } from '@bidyaloy/shared/bengali/search-fold'
import { type CollectionName, hasPapers, isSearched } from '@bidyaloy/shared/collections/registry'
import { searchKinds } from '@bidyaloy/shared/collections/search'
import { plainTextOf } from '@bidyaloy/shared/markdown'
import { shownText } from '@bidyaloy/shared/papers/shown-text'
import type { Logger } from 'pino'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import { pageTextsOf } from './entry-parts.ts'

/*
 * The search index: one row of folded words for each entry of a searched collection, in the trash
 * too. Only this file writes to it; a trigger removes the rows of deleted entries. It belongs to no
 * backup: `PRAGMA user_version` holds the version of the folding it was built with, and a database
 * without an index has none.
 */

/** An entry for the index. */
interface SearchedEntry {
  seq: number
  collection: CollectionName
  title: string
  /** Markdown. */
  body: string
  /** Texts that only this collection has. */
  fields: Readonly<Record<string, string>> | null
}

/** Stores the words of an entry, in the transaction that writes the entry. */
export async function indexEntry(
  tx: EntityManager,
  { seq, collection, title, body, fields }: SearchedEntry,
): Promise<void> {
  if (!isSearched(collection)) return
  const texts = hasPapers(collection) ? await pageTextsOf(tx, seq) : []
  await tx.query(
    'INSERT OR REPLACE INTO entry_search (rowid, title, body, file) VALUES (?, ?, ?, ?)',
    [
      seq,
      foldText(title),
      foldText([plainTextOf(body), ...Object.values(fields ?? {})].join(' ')),
      foldText(texts.map(shownText).join(' ')),
    ],
  )
}

const KINDS = searchKinds.map((kind) => `'${kind}'`).join(', ')
const PART = 50

/** How the rows of the index differ from the entries. */
export interface IndexState {
  /** Version of the folding that it was built with. */
  version: number
  /** Number of entries without a row. Each has one, even without a word. */
  missing: number
  /** Number of rows without an entry. */
  surplus: number
}

const SEARCHED = `SELECT seq FROM entry WHERE collection IN (${KINDS})`
const INDEXED = 'SELECT id FROM entry_search_docsize'

/** Returns one `IndexState`. */
export const INDEX_STATE_QUERY = `SELECT user_version AS version,
  (SELECT count(*) FROM (${SEARCHED} EXCEPT ${INDEXED})) AS missing,
  (SELECT count(*) FROM (${INDEXED} EXCEPT ${SEARCHED})) AS surplus
  FROM pragma_user_version`

/** Whether the index has the words of all entries, in the current folding. */
export function isComplete({ version, missing, surplus }: IndexState): boolean {
  return version === FOLDING_VERSION && missing === 0 && surplus === 0
}

/**
 * Builds the index again unless it is complete: after a migration, a restore or an update of the
 * program. During a restore, the server responds meanwhile.
 */
export async function ensureSearchIndex(
  tx: EntityManager,
  log?: Pick<Logger, 'info'>,
): Promise<void> {
  const [state]: IndexState[] = await tx.query(INDEX_STATE_QUERY)
  if (state && isComplete(state)) return
  const { version = 0, missing = 0, surplus = 0 } = state ?? {}
  // A new database has nothing to index.
  if (version + missing + surplus > 0) {
    log?.info({ missing, surplus }, 'building the search index')
  }
  await tx.query("INSERT INTO entry_search (entry_search) VALUES ('delete-all')")
  await setHashSize(tx, 16 * DEFAULT_HASH_SIZE)
  let last = 0
  for (;;) {
    const rows: (Omit<SearchedEntry, 'fields'> & { fields: string | null })[] = await tx.query(
      `SELECT seq, collection, title, coalesce(body, '') AS body, fields
        FROM entry LEFT JOIN entry_body ON entry_seq = seq
        WHERE seq > ? AND collection IN (${KINDS}) ORDER BY seq LIMIT ${PART}`,
      [last],
    )
    for (const row of rows) await indexEntry(tx, { ...row, fields: fieldsOf(row.fields) })
    if (rows.length < PART) break
    last = rows.at(-1)?.seq ?? last
    await setImmediate()
  }
  await setHashSize(tx, DEFAULT_HASH_SIZE)
  await tx.query("INSERT INTO entry_search (entry_search) VALUES ('optimize')")
  await tx.query(`PRAGMA user_version = ${FOLDING_VERSION}`)
}

/** Bytes that FTS5 collects before it writes them. More of them halve the time of a build. */
const DEFAULT_HASH_SIZE = 2 ** 20

async function setHashSize(tx: EntityManager, bytes: number): Promise<void> {
  await tx.query(`INSERT INTO entry_search (entry_search, rank) VALUES ('hashsize', ${bytes})`)
}

const Fields = z.record(z.string(), z.string())

function fieldsOf(json: string | null): SearchedEntry['fields'] {
  return json === null ? null : Fields.parse(JSON.parse(json))
}
