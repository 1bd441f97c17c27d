import { Problem } from '@bidyaloy/shared/api/problem'
import { searchWords } from '@bidyaloy/shared/bengali/search-text'
import type {
  Entry,
  EntrySort,
  EntryStats,
  ListQuery,
  Neighbours,
} from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { type EntityManager, In, IsNull, type SelectQueryBuilder } from 'typeorm'
import type * as z from 'zod'
import { EntryRow } from '../../db/entities.ts'
import { readBody } from '../../db/entry-parts.ts'
import { type CountOfYear, countsOfVisible, entriesAmong, isVisible } from '../../db/entry-times.ts'
import { inParts } from '../../http/in-parts.ts'
import { presentEntry } from './present-entry.ts'

type Query = z.output<typeof ListQuery>

/**
 * Lists entries at `now`: pinned ones first, then by date or publication, newest first; ties by time
 * of entry, then by sequence number. Sorted by title, pins do not count; titles are compared in the
 * folded form that search uses.
 */
export async function listEntries(
  read: EntityManager,
  collection: CollectionName,
  { sort = 'date', order, limit, offset = 0, ...filter }: Query,
  now: Date,
): Promise<Entry[]> {
  const { state = 'visible' } = filter
  const readPart = async (
    pinned: boolean | undefined,
    range: { offset: number; limit?: number | undefined },
  ) => {
    const list = matching(read, { collection, pinned, ...filter }, now)
    sortList(list, sort, order)
    list.limit(range.limit).offset(range.offset)
    const present = (row: EntryRow) => presentEntry(row, now)
    if (range.limit !== undefined || pinned) return (await list.getMany()).map(present)
    const isInState = (row: EntryRow) => state !== 'visible' || isVisible(row, now)
    return readInParts(read, list, (row) => (isInState(row) ? [present(row)] : []))
  }
  if (sort === 'title') return readPart(undefined, { offset, limit })
  // Queried separately, so that each part is read in order from an index.
  const pinned = await readPart(true, { offset: 0 })
  const first = pinned.slice(offset, limit === undefined ? undefined : offset + limit)
  const left = limit === undefined ? undefined : limit - first.length
  if (left === 0) return first
  const rest = { offset: Math.max(0, offset - pinned.length), limit: left }
  return [...first, ...(await readPart(false, rest))]
}

/**
 * Reads a list of any length in parts, because converting its rows would block the event loop. Rows
 * that change meanwhile have their later state.
 * @param present returns the entry, or nothing if its row has left the list meanwhile
 */
async function readInParts(
  read: EntityManager,
  list: SelectQueryBuilder<EntryRow>,
  present: (row: EntryRow) => Entry[],
): Promise<Entry[]> {
  const found: { seq: number }[] = await list.select('entry.seq', 'seq').getRawMany()
  return inParts(found, async (part) => {
    const seqs = part.map(({ seq }) => seq)
    // By primary key: with all conditions, each part would scan the list again.
    const rows = await read.findBy(EntryRow, { seq: In(seqs), deletedAt: IsNull() })
    const shown = new Map(rows.map((row) => [row.seq, present(row)]))
    return seqs.flatMap((seq) => shown.get(seq) ?? [])
  })
}

/** Counts the entries that match at `now`, without the limit. */
export async function countEntries(
  read: EntityManager,
  collection: CollectionName,
  { q, year, state }: Pick<Query, 'q' | 'year' | 'state'>,
  now: Date,
): Promise<number> {
  if (!isAllVisible({ q, state })) {
    return matching(read, { collection, q, year, state }, now).getCount()
  }
  const years = await countsOfVisible(read, collection, now)
  return totalOf(years.filter((one) => year === undefined || one.year === year))
}

/** Returns an entry with its text that is visible at `now`. @throws Problem `not_found` */
export async function getEntry(
  read: EntityManager,
  { collection, id }: { collection: CollectionName; id: string },
  now: Date,
): Promise<Entry> {
  const row = await findUndeleted(read, collection, id)
  if (!isVisible(row, now)) throw new Problem('not_found')
  return presentEntry(row, now, await readBody(read, row))
}

/** Returns the row of an entry outside the trash, visible or not. @throws Problem `not_found` */
export async function findUndeleted(
  read: EntityManager,
  collection: CollectionName,
  id: string,
): Promise<EntryRow> {
  const row = await read.findOneBy(EntryRow, { id, collection, deletedAt: IsNull() })
  if (!row) throw new Problem('not_found')
  return row
}

/** Returns the visible neighbours by date of a visible entry at `now`. @throws Problem `not_found` */
export async function getNeighbours(
  read: EntityManager,
  { collection, id }: { collection: CollectionName; id: string },
  now: Date,
): Promise<Neighbours> {
  const { date, createdAt, seq, ...times } = await findUndeleted(read, collection, id)
  if (!isVisible(times, now)) throw new Problem('not_found')
  const beyond = async (compared: '<' | '>') => {
    const list = entriesAmong(read, { state: 'visible', collection }, now).andWhere(
      `(${SORT_COLUMNS.date.join(', ')}) ${compared} (:date, :createdAt, :seq)`,
      { date, createdAt, seq },
    )
    sortList(list, 'date', compared === '<' ? 'desc' : 'asc')
    const row = await list.select(['entry.seq', 'entry.id', 'entry.title']).limit(1).getOne()
    return row && { _id: row.id, title: row.title }
  }
  return { older: await beyond('<'), newer: await beyond('>') }
}

/** Counts the entries that match `q` at `now`, in total and by year, newest year first. */
export async function entryStats(
  read: EntityManager,
  collection: CollectionName,
  { q, state }: Pick<Query, 'q' | 'state'>,
  now: Date,
): Promise<EntryStats> {
  const years: CountOfYear[] = isAllVisible({ q, state })
    ? await countsOfVisible(read, collection, now)
    : await matching(read, { collection, q, state }, now)
        .select('entry.year', 'year')
        .addSelect('COUNT(*)', 'count')
        .groupBy('entry.year')
        .orderBy('entry.year', 'DESC')
        .getRawMany()
  return { total: totalOf(years), years }
}

function totalOf(years: readonly CountOfYear[]): number {
  return years.reduce((sum, { count }) => sum + count, 0)
}

/** Whether a query selects all visible entries, whose number the database maintains. */
function isAllVisible({ q, state = 'visible' }: Pick<Query, 'q' | 'state'>): boolean {
  return state === 'visible' && searchWords(q ?? '').length === 0
}

interface Matching extends Pick<Query, 'q' | 'year' | 'state'> {
  collection: CollectionName
  pinned?: boolean | undefined
}

function matching(
  read: EntityManager,
  { q, year, state = 'visible', ...among }: Matching,
  now: Date,
): SelectQueryBuilder<EntryRow> {
  const list = entriesAmong(read, { state, ...among }, now)
  if (year !== undefined) list.andWhere('entry.year = :year', { year })
  searchWords(q ?? '').forEach((word, index) => {
    list.andWhere(`entry.searchText LIKE :word${index} ESCAPE '\\'`, {
      [`word${index}`]: `%${word.replace(/[\\%_]/g, '\\$&')}%`,
    })
  })
  return list
}

/** Columns of each sort order, matching an index. */
const SORT_COLUMNS = {
  date: ['entry.date', 'entry.createdAt', 'entry.seq'],
  createdAt: ['entry.appearedAt', 'entry.seq'],
  title: ['entry.searchText', 'entry.seq'],
} as const satisfies Record<EntrySort, readonly string[]>

function sortList(
  list: SelectQueryBuilder<EntryRow>,
  sort: EntrySort,
  order: Query['order'] = sort === 'title' ? 'asc' : 'desc',
): void {
  for (const column of SORT_COLUMNS[sort]) {
    list.addOrderBy(column, order === 'asc' ? 'ASC' : 'DESC')
  }
}
