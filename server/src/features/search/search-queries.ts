import {
  SEARCH_LIMIT,
  type SearchQuery,
  type SearchResult,
  type SearchStats,
  searchKinds,
} from '@bidyaloy/shared/collections/search'
import { plainTextOf } from '@bidyaloy/shared/markdown'
import { type EntityManager, In, type SelectQueryBuilder } from 'typeorm'
import * as z from 'zod'
import { EntryBodyRow, EntryRow } from '../../db/entities.ts'
import { entriesAmong } from '../../db/entry-times.ts'
import { presentEntry } from '../collections/present-entry.ts'
import { matchExpression, type ParsedQuery, parseQuery, type SearchWord } from './search-words.ts'
import { foundSynonyms, marksIn, otherSpellings, snippetOf } from './snippet.ts'

type Query = z.output<typeof SearchQuery>

/**
 * Returns the visible entries that contain all words of a query, best first: those with more of the
 * words in the title, then newer ones.
 */
export async function searchEntries(
  read: EntityManager,
  { q = '', kind, limit = SEARCH_LIMIT, offset = 0 }: Query,
  now: Date,
): Promise<SearchResult[]> {
  const { words } = parseQuery(q)
  if (words.length === 0) return []
  const titles = words.map((_, index) => inIndex(`title${index}`))
  const list = found(read, { words, kind }, now)
    .select('entry.seq', 'seq')
    .addSelect(titles.join(' + '), 'worth')
    .setParameters(
      Object.fromEntries(
        words.map((word, index) => [`title${index}`, `title : ${matchExpression(word)}`]),
      ),
    )
    .orderBy('worth', 'DESC')
    .addOrderBy('entry.date', 'DESC')
    .addOrderBy('entry.seq', 'DESC')
    .limit(limit)
    .offset(offset)
  const rows: { seq: number }[] = await list.getRawMany()
  return readResults(
    read,
    rows.map(({ seq }) => seq),
    words,
    now,
  )
}

const Counts = z.array(z.object({ kind: z.enum(searchKinds), count: z.int() }))

/** Counts what a query finds by kind, and returns in which other forms its words were searched for. */
export async function searchStats(
  read: EntityManager,
  { q = '' }: Pick<Query, 'q'>,
  now: Date,
): Promise<SearchStats> {
  const { words, converted } = parseQuery(q)
  const counts = words.length > 0 ? await countByKind(read, { words }, now) : []
  const kinds = searchKinds.flatMap((kind) => counts.filter((one) => one.kind === kind))
  return {
    total: totalOf(kinds),
    kinds,
    also: otherForms({ words }, await searchEntries(read, { q }, now)),
    ...(converted !== undefined && { converted }),
  }
}

/** Counts what a query finds. */
export async function countFound(
  read: EntityManager,
  { q = '', kind }: Pick<Query, 'q' | 'kind'>,
  now: Date,
): Promise<number> {
  const { words } = parseQuery(q)
  return words.length > 0 ? totalOf(await countByKind(read, { words, kind }, now)) : 0
}

interface Wanted extends Pick<Query, 'kind'> {
  words: readonly SearchWord[]
}

async function countByKind(read: EntityManager, wanted: Wanted, now: Date) {
  const rows = await found(read, wanted, now)
    .select('entry.collection', 'kind')
    .addSelect('COUNT(*)', 'count')
    .groupBy('entry.collection')
    .getRawMany()
  return Counts.parse(rows)
}

const totalOf = (counts: readonly { count: number }[]) =>
  counts.reduce((sum, { count }) => sum + count, 0)

/** Condition that the index has an entry for an expression. @param name of the query's parameter */
const inIndex = (name: string) =>
  `(entry.seq IN (SELECT rowid FROM entry_search WHERE entry_search MATCH :${name}))`

/** Selects the visible entries that contain all words. */
function found(
  read: EntityManager,
  { words, kind }: Wanted,
  now: Date,
): SelectQueryBuilder<EntryRow> {
  const list = entriesAmong(read, { state: 'visible' }, now).andWhere(inIndex('words'), {
    words: words.map(matchExpression).join(' AND '),
  })
  // The unary plus prevents a scan of the whole collection.
  return kind === undefined ? list : list.andWhere('+ entry.collection = :kind', { kind })
}

/** Reads the entries of these numbers, in their order, with the found words marked. */
async function readResults(
  read: EntityManager,
  seqs: readonly number[],
  words: readonly SearchWord[],
  now: Date,
): Promise<SearchResult[]> {
  const rows = new Map(
    (await read.findBy(EntryRow, { seq: In(seqs) })).map((row) => [row.seq, row]),
  )
  const bodies = await read.findBy(EntryBodyRow, { entrySeq: In(seqs) })
  const textOf = new Map(bodies.map(({ entrySeq, body }) => [entrySeq, body]))
  return seqs.flatMap((seq) => {
    const row = rows.get(seq)
    const kind = z.enum(searchKinds).safeParse(row?.collection)
    if (!row || !kind.success) return []
    const { _id, title, date, filePath, mimeType, size } = presentEntry(row, now)
    const snippet = snippetOf(plainTextOf(textOf.get(seq) ?? ''), words)
    return {
      collection: kind.data,
      _id,
      title,
      date,
      snippet: snippet.text,
      marks: { title: marksIn(title, words), snippet: snippet.marks },
      ...(filePath !== undefined && { filePath, mimeType, size }),
    }
  })
}

/** Returns the words that the first results have in another form than the typed one. */
function otherForms(
  { words }: Pick<ParsedQuery, 'words'>,
  results: readonly SearchResult[],
): SearchStats['also'] {
  const written = results.flatMap(({ title, snippet, marks }) => [
    ...marks.title.map(([start, end]) => title.slice(start, end)),
    ...marks.snippet.map(([start, end]) => snippet.slice(start, end)),
  ])
  return words.flatMap((word) => {
    const spellings = otherSpellings(word, written)
    const synonyms = foundSynonyms(word, written)
    if (spellings.length === 0 && synonyms.length === 0) return []
    return [{ word: word.typed, spellings, synonyms }]
  })
}
