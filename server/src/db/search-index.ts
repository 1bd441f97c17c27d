import { FOLDING_VERSION, foldText } from '@bidyaloy/shared/bengali/search-fold'
import { type CollectionName, isSearched } from '@bidyaloy/shared/collections/registry'
import { searchKinds } from '@bidyaloy/shared/collections/search'
import { plainTextOf } from '@bidyaloy/shared/markdown'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'

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
  await tx.query('INSERT OR REPLACE INTO entry_search (rowid, title, body) VALUES (?, ?, ?)', [
    seq,
    foldText(title),
    foldText([plainTextOf(body), ...Object.values(fields ?? {})].join(' ')),
  ])
}

const KINDS = searchKinds.map((kind) => `'${kind}'`).join(', ')
const PART = 200

/**
 * Builds the index again if its folding is of another version: after a migration, a restore or an
 * update of the program.
 */
export async function ensureSearchIndex(tx: EntityManager): Promise<void> {
  const [state]: { user_version: number }[] = await tx.query('PRAGMA user_version')
  if (state?.user_version === FOLDING_VERSION) return
  await tx.query("INSERT INTO entry_search (entry_search) VALUES ('delete-all')")
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
  }
  await tx.query(`PRAGMA user_version = ${FOLDING_VERSION}`)
}

const Fields = z.record(z.string(), z.string())

function fieldsOf(json: string | null): SearchedEntry['fields'] {
  return json === null ? null : Fields.parse(JSON.parse(json))
}
