import { isUtf8, transcode } from 'node:buffer'
import { foldForSearch } from '@bidyaloy/shared/bengali/search-text'
import { isSearched } from '@bidyaloy/shared/collections/registry'
import {
  SEARCH_LIMIT,
  type SearchQuery,
  type SearchResult,
  type SearchStats,
  searchKinds,
} from '@bidyaloy/shared/collections/search'
import { plainTextOf } from '@bidyaloy/shared/markdown'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import { isPostgres, query } from '../../db/dialect.ts'
import type { EntryRow, StoredFile } from '../../db/entities.ts'
import { IS_VISIBLE } from '../../db/entry-times.ts'
import { presentFile } from '../collections/present-entry.ts'
import { paperSnippets } from './paper-snippets.ts'
import { matchExpression, matchQuery, type ParsedQuery, parseQuery } from './search-words.ts'
import {
  createFinder,
  foundSynonyms,
  type MarkedText,
  otherSpellings,
  snippetOf,
  type WordFinder,
} from './snippet.ts'

type Query = z.output<typeof SearchQuery>

/** Part of what a query finds. */
interface Found {
  results: SearchResult[]
  /** Of everything that it finds, by kind; empty if `results` is. */
  counts: SearchStats['kinds']
}

/** Searches for what is visible at `now`. Answers about the same search share it. */
export function createSearch(read: EntityManager, now: Date) {
  const searches = new Map<string, Promise<Found>>()
  const search = ({ q = '', kind, limit = SEARCH_LIMIT, offset = 0 }: Query): Promise<Found> => {
    const key = JSON.stringify([q, kind, limit, offset])
    const found = searches.get(key) ?? findEntries(read, { q, kind, limit, offset }, now)
    searches.set(key, found)
    return found
  }
  return {
    /**
     * Returns the entries that contain all words of a query, best first: those whose title is the
     * query, then those with more of the words in the title, then those that have all words without the
     * text of their files, then own pages, then newer ones.
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
    /** Counts what a query finds by kind, and returns the other forms of its words that it found. */
    async stats({ q = '' }: Pick<Query, 'q'>): Promise<SearchStats> {
      const { words, converted } = parseQuery(q)
      const { results, counts } = await search({ q })
      return {
        total: totalOf(counts),
        kinds: counts,
        also: otherForms({ words }, results),
        ...(converted !== undefined && { converted }),
      }
    },
  }
}

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

/** An engine's full-text search. */
interface TextSearch {
  /** Selects what the index has for an expression. */
  indexed: string
  expression: typeof matchExpression
  /** `body` as UTF-8. */
  body: string
}

const FTS5: TextSearch = {
  indexed: 'SELECT rowid FROM entry_search WHERE entry_search MATCH ?',
  expression: matchExpression,
  body: 'CAST(body AS BLOB)',
}
const TSEARCH: TextSearch = {
  indexed: 'SELECT seq FROM entry_search WHERE words @@ CAST(? AS tsquery)',
  expression: matchQuery,
  body: "convert_to(body, 'UTF8')",
}

const COUNTS = searchKinds.map((kind) => `count(*) FILTER (WHERE collection = '${kind}')`)

/**
 * Returns the query for a number of words. The unary plus prevents a scan of the whole collection, and
 * the sums of LIMIT that SQLite plans the query again for each request.
 */
const searchOf = ({ indexed, body }: TextSearch, words: number, kind: Query['kind']) => `
  WITH found AS MATERIALIZED (
    SELECT seq, collection, date, search_text FROM entry
    WHERE ${IS_VISIBLE} AND seq IN (${indexed}) ${kind === undefined ? '' : 'AND + collection = ?'}
  ), best AS (
    SELECT seq, ${Array<string>(words).fill(isIn(indexed)).join(' + ')}
        + CASE WHEN search_text = ? THEN ${words} ELSE 0 END AS worth,
      ${isIn(indexed)} AS "inText",
      CASE collection WHEN 'pages' THEN 1 ELSE 0 END AS "isPage" FROM found
    ORDER BY ${BEST_FIRST}
    LIMIT CAST(? AS INTEGER) + 0 OFFSET CAST(? AS INTEGER) + 0
  )
  SELECT (SELECT '[' || ${COUNTS.join(" || ',' || ")} || ']' FROM found) AS counts,
    seq, id, collection, title, date, starts_on AS "startsOn", ends_on AS "endsOn", slug,
    fields, file, json_array_length(more_files) AS others,
    CASE "inText" WHEN 1 THEN NULL ELSE more_files END AS "moreFiles", "inText", ${body} AS body
  FROM best JOIN entry USING (seq) LEFT JOIN entry_body ON entry_seq = seq
  ORDER BY ${BEST_FIRST}`

const BEST_FIRST = 'worth DESC, "inText" DESC, "isPage" DESC, date DESC, seq DESC'

/** 1 or 0. */
const isIn = (indexed: string) => `CAST((seq IN (${indexed})) AS INTEGER)`

async function findEntries(
  read: EntityManager,
  { q = '', kind, limit, offset }: Query,
  now: Date,
): Promise<Found> {
  const { words, converted = q } = parseQuery(q)
  if (words.length === 0) return { results: [], counts: [] }
  const at = now.toISOString()
  const engine = isPostgres(read) ? TSEARCH : FTS5
  const rows = await query<FoundRow>(read, searchOf(engine, words.length, kind), [
    ...[at, at, engine.expression(words, 'all')],
    ...(kind === undefined ? [] : [kind]),
    ...words.map((word) => engine.expression([word], 'title')),
    ...[foldForSearch(converted), engine.expression(words, 'text'), limit, offset],
  ])
  const [first] = rows
  if (!first) return { results: [], counts: [] }
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

/** Returns the words that the first results have in another form than the typed one. */
function otherForms(
  { words }: Pick<ParsedQuery, 'words'>,
  results: readonly SearchResult[],
): SearchStats['also'] {
  const marked = results.flatMap(({ title, snippet, marks }) => [
    ...marks.title.map(([start, end]) => title.slice(start, end)),
    ...marks.snippet.map(([start, end]) => snippet.slice(start, end)),
  ])
  const written = [...new Set(marked)]
  return words.flatMap((word) => {
    const spellings = otherSpellings(word, written)
    const synonyms = foundSynonyms(word, written)
    if (spellings.length === 0 && synonyms.length === 0) return []
    return [{ word: word.typed, spellings, synonyms }]
  })
}
