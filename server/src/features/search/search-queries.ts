import { isUtf8, transcode } from 'node:buffer'
import { isSearched } from '@bidyaloy/shared/collections/registry'
import {
  SEARCH_LIMIT,
  type SearchQuery,
  type SearchResult,
  type SearchStats,
  searchKinds,
} from '@bidyaloy/shared/collections/search'
import { foldText } from '@bidyaloy/shared/lib/bengali/search-fold'
import {
  type SearchWord,
  type WordForm,
  withoutStopWords,
} from '@bidyaloy/shared/lib/bengali/search-query'
import { foldForSearch } from '@bidyaloy/shared/lib/bengali/search-text'
import { plainTextOf } from '@bidyaloy/shared/lib/markdown'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import type { Database } from '../../db/database.ts'
import {
  type Engine,
  engineOf,
  query,
  type SearchFields,
  type SearchMode,
} from '../../db/engine.ts'
import type { EntryRow, StoredFile } from '../../db/entities.ts'
import { IS_VISIBLE } from '../../db/entry-times.ts'
import { presentFile } from '../collections/present-entry.ts'
import { paperSnippets } from './paper-snippets.ts'
import { parseQuery } from './search-words.ts'
import { findPages } from './site-pages.ts'
import {
  createFinder,
  foundSynonyms,
  type MarkedText,
  otherSpellings,
  snippetOf,
  type WordFinder,
} from './snippet.ts'
import { vocabularyOf, withNearWords } from './vocabulary.ts'

type Query = z.output<typeof SearchQuery>

/** Part of what a query finds. */
interface Found {
  results: SearchResult[]
  /** Of everything that it finds, by kind; empty if `results` is. */
  counts: SearchStats['kinds']
}

/** A way to search for a query: for its words, or for what they may have meant. */
interface Attempt {
  words: readonly SearchWord[]
  mode: SearchMode
  /** Whether it is not what was asked for, which visitors are told. */
  isWidened: boolean
}

/** What was found, and by which attempt. */
type Answer = Found & Pick<Attempt, 'words' | 'isWidened' | 'mode'>

/** Searches for what is visible at `now`. Answers about the same search share it. */
export function createSearch(db: Pick<Database, 'read' | 'committed'>, now: Date) {
  const { read } = db
  const searches = new Map<string, Promise<Answer>>()
  const search = ({ q = '', kind, limit = SEARCH_LIMIT, offset = 0 }: Query): Promise<Answer> => {
    const key = JSON.stringify([q, kind, limit, offset])
    const found = searches.get(key) ?? answer({ q, kind, limit, offset })
    searches.set(key, found)
    return found
  }

  const answer = async (query: PartQuery): Promise<Answer> => {
    const { words, text } = parseQuery(query.q)
    const typed: Attempt = { words, mode: 'all', isWidened: false }
    if (words.length === 0) return { ...NOTHING, ...typed }
    const isPart = query.kind !== undefined || query.offset > 0
    for await (const attempt of attemptsFor(typed)) {
      const found = await findEntries(read, attempt, { ...query, text }, now)
      // Another kind or page may have what this one lacks: all of them are of the same attempt.
      const whole = { kind: undefined, limit: 1, offset: 0, text }
      const isFound =
        found.results.length > 0 ||
        (isPart && (await findEntries(read, attempt, whole, now)).results.length > 0) ||
        (await pagesOf(attempt)).length > 0
      if (isFound) return { ...found, ...attempt }
    }
    return { ...NOTHING, ...typed }
  }

  const pagesOf = async ({ words, mode }: Attempt) => (mode === 'all' ? findPages(read, words) : [])

  /**
   * Yields the words as typed, then without those that say little, then with words that sound alike.
   * Last, one of the words is enough.
   */
  async function* attemptsFor(typed: Attempt): AsyncGenerator<Attempt> {
    yield typed
    const telling = withoutStopWords(typed.words)
    if (telling.length < typed.words.length) yield { ...typed, words: telling }
    const vocabulary = await vocabularyOf(db, now)
    const present = await Promise.all(telling.map((word) => isAnywhere(read, word, now)))
    const near = telling.map((word, at) => withNearWords(word, vocabulary, present[at] === true))
    if (near.some((word, at) => word !== telling[at])) {
      yield { words: near, mode: 'all', isWidened: true }
    }
    if (near.length > 1) yield { words: near, mode: 'any', isWidened: true }
  }

  return {
    /**
     * Returns the entries that contain all words of a query, best first: those whose title is the
     * query, then those with more of the words in the title, then those that have all words without the
     * text of their files, then own pages, then newer ones. If there are none: see `attemptsFor`.
     */
    async results(query: Query): Promise<SearchResult[]> {
      return (await search(query)).results
    },
    /** Counts what a query finds. */
    async count(query: Query): Promise<number> {
      const { counts } = await search(query)
      if (counts.length > 0 || !query.offset) return totalOf(counts)
      return totalOf((await search({ ...query, offset: 0 })).counts)
    },
    /** Counts what a query finds by kind, and says how it was understood. */
    async stats({ q = '' }: Pick<Query, 'q'>): Promise<SearchStats> {
      const { converted } = parseQuery(q)
      const found = await search({ q })
      const { results, counts, words, mode, isWidened } = found
      const written = writtenWords(results)
      return {
        total: totalOf(counts),
        kinds: counts,
        also: isWidened ? [] : otherForms(words, written),
        ...(isWidened && { widened: { mode, nearest: nearestWords(words, written) } }),
        pages: await pagesOf(found),
        ...(converted !== undefined && { converted }),
      }
    },
  }
}

const NOTHING: Found = { results: [], counts: [] }

const totalOf = (counts: Found['counts']) => counts.reduce((sum, { count }) => sum + count, 0)

/** A found entry with its text. */
interface FoundRow
  extends Pick<
    EntryRow,
    'seq' | 'id' | 'collection' | 'title' | 'date' | 'startsOn' | 'endsOn' | 'slug'
  > {
  /** JSON of the number of all found entries of each kind, in every row. */
  counts: string
  /** JSON. */
  fields: string | null
  /** JSON of its first file. */
  file: string | null
  /** Number of its other files. */
  others: number | null
  /** JSON of its other files, if some of the words are only in files. */
  moreFiles: string | null
  /** Whether title and text have all words: 1 or 0. */
  inText: number
  /** Markdown. */
  body: Buffer | null
}

const COUNTS = searchKinds.map((kind) => `count(*) FILTER (WHERE collection = '${kind}')`)

/**
 * Returns the query for a number of words. The sums of LIMIT keep SQLite from planning the query again
 * for each request.
 */
const searchOf = (
  { textIndex: { matching }, unindexed, bodyBytes }: Engine,
  { words: { length }, mode }: Attempt,
  kind: Query['kind'],
) => `
  WITH found AS MATERIALIZED (
    SELECT seq, collection, date, search_text FROM entry
    WHERE ${IS_VISIBLE} AND seq IN (${matching}) ${kind === undefined ? '' : `AND ${unindexed('collection')} = ?`}
  ), best AS (
    SELECT seq, ${Array<string>(mode === 'any' ? 3 * length : length)
      .fill(isIn(matching))
      .join(' + ')}
        + CASE WHEN search_text = ? THEN ${length} ELSE 0 END AS worth,
      ${isIn(matching)} AS "inText",
      CASE collection WHEN 'pages' THEN 1 ELSE 0 END AS "isPage" FROM found
    ORDER BY ${BEST_FIRST}
    LIMIT CAST(? AS INTEGER) + 0 OFFSET CAST(? AS INTEGER) + 0
  )
  SELECT (SELECT '[' || ${COUNTS.join(" || ',' || ")} || ']' FROM found) AS counts,
    seq, id, collection, title, date, starts_on AS "startsOn", ends_on AS "endsOn", slug,
    fields, file, json_array_length(more_files) AS others,
    CASE "inText" WHEN 1 THEN NULL ELSE more_files END AS "moreFiles", "inText", ${bodyBytes} AS body
  FROM best JOIN entry USING (seq) LEFT JOIN entry_body ON entry_seq = seq
  ORDER BY ${BEST_FIRST}`

const BEST_FIRST = 'worth DESC, "inText" DESC, "isPage" DESC, date DESC, seq DESC'

/** 1 or 0. */
const isIn = (matching: string) => `CAST((seq IN (${matching})) AS INTEGER)`

/** Part of the entries that a query finds. */
interface PartQuery {
  q: string
  kind: Query['kind']
  limit: number
  offset: number
}

async function findEntries(
  read: EntityManager,
  attempt: Attempt,
  { text, kind, limit, offset }: Omit<PartQuery, 'q'> & { text: string },
  now: Date,
): Promise<Found> {
  const { words, mode } = attempt
  const at = now.toISOString()
  const engine = engineOf(read)
  const { expression } = engine.textIndex
  const each = (fields: SearchFields) => words.map((word) => expression([word], fields))
  const rows = await query<FoundRow>(read, searchOf(engine, attempt, kind), [
    ...[at, at, expression(words, 'all', mode)],
    ...(kind === undefined ? [] : [kind]),
    // A word in a title weighs half as much as one more word.
    ...(mode === 'any' ? [...each('all'), ...each('all')] : []),
    ...each('title'),
    ...[foldForSearch(text), expression(words, 'text', mode), limit, offset],
  ])
  const [first] = rows
  if (!first) return NOTHING
  const counts = JSON.parse(first.counts) as number[]
  const find = createFinder(words)
  const hits = rows.map((row) => ({ ...row, text: textOf(row), stems: stemsOf(row) }))
  const inPapers = hits.filter(({ inText }) => inText === 0)
  const papers = await paperSnippets(read, inPapers, words, find)
  return {
    results: hits.flatMap((hit) =>
      presentResult(hit, find, papers.get(hit.seq) ?? snippetOf(hit.text, find)),
    ),
    counts: searchKinds
      .map((name, at) => ({ kind: name, count: counts[at] ?? 0 }))
      .filter(({ count }) => count > 0),
  }
}

function textOf({ body }: FoundRow): string {
  return body ? plainTextOf(decode(body)) : ''
}

/** Returns the stems of the files of an entry that has words in them. */
function stemsOf({ file, moreFiles, inText }: FoundRow): string[] {
  if (inText === 1 || file === null) return []
  const first = JSON.parse(file) as StoredFile
  const others = JSON.parse(moreFiles ?? '[]') as StoredFile[]
  return [first, ...others].map(({ stem }) => stem)
}

/** Decodes a text of the database; for Bengali text faster than `toString` and SQLite's driver. */
function decode(bytes: Buffer): string {
  // The API stores no such text, but a restored database may have one.
  if (!isUtf8(bytes)) return bytes.toString()
  return transcode(bytes, 'utf8', 'utf16le').toString('utf16le')
}

/** Returns an entry as a result, with the found words marked. */
function presentResult(
  { id, collection, title, date, startsOn, endsOn, slug, fields, file, others }: FoundRow,
  find: WordFinder,
  { text: snippet, marks, paper }: MarkedText & Pick<SearchResult, 'paper'>,
): SearchResult[] {
  if (!isSearched(collection)) return []
  const { filePath, mimeType, size } = file ? presentFile(JSON.parse(file) as StoredFile) : {}
  return [
    {
      collection,
      _id: id,
      title,
      date,
      snippet,
      marks: { title: [...find(title)], snippet: marks },
      ...(paper && { paper }),
      ...(startsOn !== null && { startsOn }),
      ...(endsOn !== null && endsOn !== startsOn && { endsOn }),
      ...(slug !== null && { slug }),
      ...(fields && { fields: JSON.parse(fields) as Record<string, string> }),
      ...(filePath !== undefined && { filePath, mimeType, size }),
      ...(others && { fileCount: others + 1 }),
    },
  ]
}

/** Whether something visible has a word. */
async function isAnywhere(read: EntityManager, word: SearchWord, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const { matching, expression } = engineOf(read).textIndex
  const rows = await query(
    read,
    `SELECT 1 FROM entry WHERE ${IS_VISIBLE} AND seq IN (${matching}) LIMIT 1`,
    [at, at, expression([word], 'all')],
  )
  return rows.length > 0
}

/** Returns the found words of results, as they are written there. */
function writtenWords(results: readonly SearchResult[]): string[] {
  const marked = results.flatMap(({ title, snippet, marks }) => [
    ...marks.title.map(([start, end]) => title.slice(start, end)),
    ...marks.snippet.map(([start, end]) => snippet.slice(start, end)),
  ])
  return [...new Set(marked)]
}

/** Returns the words that results have in another form than the typed one. */
function otherForms(words: readonly SearchWord[], written: readonly string[]): SearchStats['also'] {
  return words.flatMap((word) => {
    const spellings = otherSpellings(word, written)
    const synonyms = foundSynonyms(word, written)
    if (spellings.length === 0 && synonyms.length === 0) return []
    return [{ word: word.typed, spellings, synonyms }]
  })
}

/** Returns the words that results have only in another form than the typed one. */
function nearestWords(words: readonly SearchWord[], written: readonly string[]) {
  const folded = written
    .map((text) => ({ text, fold: foldText(text) }))
    .sort((one, other) => one.text.length - other.text.length)
  return words.flatMap(({ typed, forms: [own, ...others] }) => {
    // The shortest is the one without an ending.
    const spell = (form: WordForm) =>
      folded.find(({ fold }) => fold.startsWith(form.words.join(' ')))?.text ?? []
    if (spell(own).length > 0) return []
    const found = [...new Set(others.flatMap(spell))].slice(0, MOST_STATED)
    return found.length > 0 ? [{ word: typed, found }] : []
  })
}

const MOST_STATED = 3
