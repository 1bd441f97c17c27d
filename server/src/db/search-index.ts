import { setImmediate } from 'node:timers/promises'
import { toLatinDigits } from '@bidyaloy/shared/bengali/digits'
import { FOLDING_VERSION, foldText } from '@bidyaloy/shared/bengali/search-fold'
import { joinPhones } from '@bidyaloy/shared/bengali/search-query'
import { type CollectionName, hasPapers, isSearched } from '@bidyaloy/shared/collections/registry'
import { searchKinds } from '@bidyaloy/shared/collections/search'
import { plainTextOf } from '@bidyaloy/shared/markdown'
import type { Logger } from 'pino'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import { isPostgres, query } from './dialect.ts'
import { pageTextsOf } from './entry-parts.ts'
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
  ]
  if (isPostgres(tx)) await query(tx, WRITE_VECTOR, [seq, vectorOf(words)])
  else await query(tx, WRITE_WORDS, [seq, ...words])
}

/** What visitors call a field, beside its value. */
const FIELD_NAMES: Readonly<Record<string, string>> = { phone: 'ফোন নম্বর', email: 'ইমেইল' }

const fieldTexts = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, value]) => `${FIELD_NAMES[name] ?? ''} ${value}`)

const WRITE_WORDS =
  'INSERT OR REPLACE INTO entry_search (rowid, title, body, file) VALUES (?, ?, ?, ?)'
const WRITE_VECTOR = `INSERT INTO entry_search (seq, words) VALUES (?, ?::tsvector)
  ON CONFLICT (school, seq) DO UPDATE SET words = excluded.words`

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
const stateQuery = (indexed: string, version: string) => `SELECT ${version} AS version,
  (SELECT count(*) FROM (${SEARCHED} EXCEPT ${indexed}) AS missing) AS missing,
  (SELECT count(*) FROM (${indexed} EXCEPT ${SEARCHED}) AS surplus) AS surplus`

const INDEX_STATE_QUERY = stateQuery(
  'SELECT id FROM entry_search_docsize',
  '(SELECT user_version FROM pragma_user_version)',
)
const VECTOR_STATE_QUERY = stateQuery(
  'SELECT seq FROM entry_search',
  "(SELECT search_version FROM school WHERE name = current_setting('bidyaloy.school'))",
)

/** Compares the index with the entries. */
export async function indexState(reader: EntityManager): Promise<IndexState> {
  const text = isPostgres(reader) ? VECTOR_STATE_QUERY : INDEX_STATE_QUERY
  const [state] = await query<IndexState>(reader, text)
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
export async function ensureSearchIndex(
  tx: EntityManager,
  log?: Pick<Logger, 'info'>,
): Promise<void> {
  if (isPostgres(tx)) return ensureVectors(tx, log)
  const state = await indexState(tx)
  if (isComplete(state)) return
  const { version, missing, surplus } = state
  // A new database has nothing to index.
  if (version + missing + surplus > 0) {
    log?.info({ missing, surplus }, 'building the search index')
  }
  await tx.query("INSERT INTO entry_search (entry_search) VALUES ('delete-all')")
  await setHashSize(tx, 16 * DEFAULT_HASH_SIZE)
  await indexAll(tx)
  await setHashSize(tx, DEFAULT_HASH_SIZE)
  await tx.query("INSERT INTO entry_search (entry_search) VALUES ('optimize')")
  await tx.query(`PRAGMA user_version = ${FOLDING_VERSION}`)
}

/** Does the same in PostgreSQL, whose index has the words of all entries: foreign keys see to it. */
async function ensureVectors(tx: EntityManager, log?: Pick<Logger, 'info'>): Promise<void> {
  const ofSchool = "name = current_setting('bidyaloy.school')"
  const [school] = await query<{ version: number }>(
    tx,
    `SELECT search_version AS version FROM school WHERE ${ofSchool}`,
  )
  if (school?.version === FOLDING_VERSION) return
  log?.info('building the search index')
  await tx.query('DELETE FROM entry_search')
  await indexAll(tx)
  await query(tx, `UPDATE school SET search_version = ? WHERE ${ofSchool}`, [FOLDING_VERSION])
}

/** What a vector of PostgreSQL holds: bytes of a word, bytes in all, places of words. */
const MAX_WORD_BYTES = 2046
const MAX_VECTOR_BYTES = 1_000_000
const MAX_PLACE = 16_383
const MAX_PLACES_OF_WORD = 255

/** Returns title, text and files as a `tsvector`, as far as it holds them. */
function vectorOf(texts: readonly string[]): string {
  const places = new Map<string, string[]>()
  let place = 0
  let bytes = 0
  texts.forEach((text, field) => {
    for (const word of text.split(' ')) {
      const length = Buffer.byteLength(word)
      if (length === 0 || length > MAX_WORD_BYTES) continue
      place = Math.min(place + 1, MAX_PLACE)
      const found = places.get(word) ?? []
      if (found.length === MAX_PLACES_OF_WORD) continue
      // Four bytes of bookkeeping for a word, and two for a place.
      bytes += (found.length === 0 ? length + 4 : 0) + 2
      if (bytes > MAX_VECTOR_BYTES) return
      places.set(word, found)
      found.push(`${place}${'ABC'.charAt(field)}`)
    }
    // No phrase reaches from one into another.
    place += 1
  })
  return Array.from(places, ([word, at]) => `'${word}':${at.join(',')}`).join(' ')
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

/** Bytes that FTS5 collects before it writes them. More of them halve the time of a build. */
const DEFAULT_HASH_SIZE = 2 ** 20

async function setHashSize(tx: EntityManager, bytes: number): Promise<void> {
  await tx.query(`INSERT INTO entry_search (entry_search, rank) VALUES ('hashsize', ${bytes})`)
}

const Fields = z.record(z.string(), z.string())

function fieldsOf(json: string | null): SearchedEntry['fields'] {
  return json === null ? null : Fields.parse(JSON.parse(json))
}
