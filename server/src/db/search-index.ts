import { setImmediate } from 'node:timers/promises'
import { type CollectionName, hasPapers, isSearched } from '@bidyaloy/shared/collections/registry'
import { searchKinds } from '@bidyaloy/shared/collections/search'
import { toLatinDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { FOLDING_VERSION, foldText } from '@bidyaloy/shared/lib/bengali/search-fold'
import { joinPhones } from '@bidyaloy/shared/lib/bengali/search-query'
import { plainTextOf } from '@bidyaloy/shared/lib/markdown'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import { engineOf, type IndexLog, perEngine, query } from './engine.ts'
import { pageTextsOf } from './entry-content.ts'
import { readingForVisitors } from './letterhead.ts'

/*
 * The search index: one row of folded words for each entry of a searched collection, in the trash
 * too. Only this file writes to it; a trigger removes the rows of deleted entries. It belongs to no
 * backup: a version of the folding it was built with is stored beside it, and a database without an
 * index has none.
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
  const shownTo = texts.length > 0 ? await readingForVisitors(tx) : () => ''
  const text = [plainTextOf(body), ...fieldTexts(fields ?? {})].join(' ')
  const joined = joinPhones(text)
  const words = [
    foldText(title),
    foldText(joined === toLatinDigits(text) ? text : `${text} ${joined}`),
    foldText(texts.map(shownTo).join(' ')),
  ] as const
  await engineOf(tx).textIndex.write(tx, seq, words)
}

/** What visitors call a field, beside its value. */
const FIELD_NAMES: Readonly<Record<string, string>> = { phone: 'ফোন নম্বর', email: 'ইমেইল' }

const fieldTexts = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, value]) => `${FIELD_NAMES[name] ?? ''} ${value}`)

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
const stateQuery = perEngine(
  ({ textIndex: { rows, version } }) => `SELECT (${version}) AS version,
    (SELECT count(*) FROM (${SEARCHED} EXCEPT ${rows}) AS missing) AS missing,
    (SELECT count(*) FROM (${rows} EXCEPT ${SEARCHED}) AS surplus) AS surplus`,
)

/** Compares the index with the entries. */
export async function indexState(reader: EntityManager): Promise<IndexState> {
  const [state] = await query<IndexState>(reader, stateQuery(reader))
  return state ?? { version: 0, missing: 0, surplus: 0 }
}

/** Whether the index has the words of all entries, in the current folding. */
export function isComplete({ version, missing, surplus }: IndexState): boolean {
  return version === FOLDING_VERSION && missing === 0 && surplus === 0
}

/**
 * Builds the index again unless it is complete: after a migration, a restore or an update of the
 * program. During a restore, the server responds meanwhile.
 */
export function ensureSearchIndex(tx: EntityManager, log?: IndexLog): Promise<void> {
  return engineOf(tx).textIndex.ensure(tx, () => indexAll(tx), log)
}

async function indexAll(tx: EntityManager): Promise<void> {
  let last = 0
  for (;;) {
    const rows = await query<Omit<SearchedEntry, 'fields'> & { fields: string | null }>(
      tx,
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
}

const Fields = z.record(z.string(), z.string())

function fieldsOf(json: string | null): SearchedEntry['fields'] {
  return json === null ? null : Fields.parse(JSON.parse(json))
}
