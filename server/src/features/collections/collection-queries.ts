import { Problem } from '@bidyaloy/shared/api/problem'
import type {
  AllEntriesQuery,
  Entry,
  EntryCounts,
  EntryOfCollection,
  EntrySort,
  EntryState,
  EntryStats,
  ListQuery,
  Neighbours,
} from '@bidyaloy/shared/collections/entry'
import { type CollectionName, listedApart, takes } from '@bidyaloy/shared/collections/registry'
import { searchWords } from '@bidyaloy/shared/lib/bengali/search-text'
import { type EntityManager, In, IsNull, type SelectQueryBuilder } from 'typeorm'
import type * as z from 'zod'
import { engineOf, perEngine } from '../../db/engine.ts'
import { EntryRow, EntrySlugRow } from '../../db/entities.ts'
import { readBody } from '../../db/entry-content.ts'
import { countsOfVisible, type EntryCount, entriesAmong, isVisible } from '../../db/entry-times.ts'
import { inChunks } from '../../http/in-chunks.ts'
import { changesOf, presentChange } from './entry-changes.ts'
import { findUndeleted } from './find-entry.ts'
import { presentEntry, presentToAdmins } from './present-entry.ts'

type Query = z.output<typeof ListQuery>

/**
 * Lists entries at `now`: pinned ones first, then by date or publication, newest first; ties by time
 * of entry, then by sequence number. With a class, those for it come in this order before those for
 * all classes. In the other orders, pins and classes do not count; titles are compared in the folded
 * form that search uses.
 */
export function listEntries(
  read: EntityManager,
  collection: CollectionName,
  query: Query,
  now: Date,
): Promise<Entry[]> {
  if (isOfDrafts(query)) return listDrafts(read, { collection, ...query }, now)
  const { state = 'visible' } = query
  const present = state === 'visible' ? presentEntry : presentToAdmins
  return listPublished(read, { collection, ...query }, now, (row) => present(row, now))
}

/** Lists those of all collections in the same way, or of one: of all without those that are listed apart. */
export function listAllEntries(
  read: EntityManager,
  query: z.output<typeof AllEntriesQuery>,
  now: Date,
): Promise<EntryOfCollection[]> {
  const wanted = { state: 'all', collection: undefined, ...query } as const
  if (isOfDrafts(wanted)) return listDrafts(read, wanted, now)
  return listPublished(read, wanted, now, (row) => presentOfCollection(row, now))
}

const presentOfCollection = (row: EntryRow, now: Date): EntryOfCollection => ({
  ...presentToAdmins(row, now),
  collection: row.collection,
})

const isOfDrafts = ({ state }: Pick<Query, 'state'>) => state === 'draft' || state === 'waiting'

type Listing = Matching & Pick<Query, 'sort' | 'order' | 'limit' | 'offset'>

async function listPublished<E extends Entry>(
  read: EntityManager,
  { sort = 'date', order, limit, offset = 0, ...filter }: Listing,
  now: Date,
  present: (row: EntryRow) => E,
): Promise<E[]> {
  const { collection, state = 'visible' } = filter
  const readPart = async (part: ListPart, range: { offset: number; limit: number | undefined }) => {
    const list = matching(read, { ...filter, ...part }, now)
    sortList(list, sort, order)
    // All of them have one: read from the index of those that do.
    if (sort === 'order' && collection && takes(collection, 'order')) {
      list.andWhere('entry.position IS NOT NULL')
    }
    list.limit(range.limit).offset(range.offset)
    if (range.limit !== undefined || part.pinned) return (await list.getMany()).map(present)
    const isInState = (row: EntryRow) => state !== 'visible' || isVisible(row, now)
    return readInParts(read, list, (row) => (isInState(row) ? [present(row)] : []))
  }
  const found: E[] = []
  let skipped = offset
  for (const part of filter.urgent ? [{}] : partsOf(sort, filter.class)) {
    const left = limit === undefined ? undefined : limit - found.length
    if (left === 0) break
    const entries = await readPart(part, { offset: skipped, limit: left })
    found.push(...entries)
    if (entries.length > 0) skipped = 0
    else if (skipped > 0) {
      skipped -= await matching(read, { ...filter, ...part }, now).getCount()
    }
  }
  return found
}

type ListPart = Pick<Matching, 'pinned' | 'concerned'>

/** Returns the parts of a list, queried one by one, so that each is read in order from an index. */
function partsOf(sort: EntrySort, className: string | undefined): ListPart[] {
  if (sort !== 'date' && sort !== 'createdAt') return [{}]
  const groups: ListPart[] = className ? [{ concerned: 'own' }, { concerned: 'all' }] : [{}]
  return groups.flatMap((group) => [true, false].map((pinned) => ({ ...group, pinned })))
}

/** Lists drafts and changes that are not published yet, the last one written first. */
async function listDrafts(
  read: EntityManager,
  { limit, offset, sort: _, order: __, ...filter }: Listing,
  now: Date,
): Promise<EntryOfCollection[]> {
  const rows = await matching(read, filter, now).limit(limit).offset(offset).getMany()
  return (await presentDrafts(read, rows, now)).reverse()
}

/** Lists what waits for approval in all collections, the longest waiting first. */
export async function listWaiting(
  read: EntityManager,
  max: number,
  now: Date,
): Promise<EntryOfCollection[]> {
  const rows = await entriesAmong(read, { state: 'waiting' }, now).getMany()
  return (await presentDrafts(read, rows, now)).slice(0, max)
}

/** Lists what was sent back to its writer in all collections, the oldest first. */
export async function listOwnDrafts(
  read: EntityManager,
  writer: string,
  max: number,
  now: Date,
): Promise<Record<'returned' | 'drafts', EntryOfCollection[]>> {
  const rows = await entriesAmong(read, { state: 'draft' }, now).getMany()
  const all = await presentDrafts(read, rows, now)
  const own = all.filter(({ draft }) => draft?.by === writer)
  return {
    returned: own.filter(({ draft }) => draft?.note).slice(0, max),
    drafts: own
      .filter(({ draft }) => !draft?.note)
      .reverse()
      .slice(0, max),
  }
}

/** Returns drafts and changes of these rows, the last one written last; of the same time, the later entry. */
async function presentDrafts(
  read: EntityManager,
  rows: readonly EntryRow[],
  now: Date,
): Promise<EntryOfCollection[]> {
  const changes = await changesOf(read, rows)
  const bySeq = rows.toSorted((a, b) => a.seq - b.seq)
  const entries = bySeq.map((row) => {
    const change = changes.get(row.seq)
    return change
      ? { ...presentChange(row, change, now), collection: row.collection }
      : presentOfCollection(row, now)
  })
  const at = ({ draft }: Entry) => draft?.at ?? ''
  return entries.sort((a, b) => at(a).localeCompare(at(b)))
}

interface EntryKey {
  collection: CollectionName
  id: string
}

/**
 * Returns a draft, or a published entry as it is after its change that is not published yet; or null.
 * By default without what only admins see.
 */
export async function findDraft(
  read: EntityManager,
  { collection, id }: EntryKey,
  now: Date,
  present = presentEntry,
): Promise<Entry | null> {
  const row = await read.findOneBy(EntryRow, { id, collection, deletedAt: IsNull() })
  if (row?.draft) return present(row, now, await readBody(read, row))
  const change = row && (await changesOf(read, [row])).get(row.seq)
  return change ? presentChange(row, change, now, present) : null
}

/** Returns the same for admins. @throws Problem `not_found` */
export async function getDraft(read: EntityManager, key: EntryKey, now: Date): Promise<Entry> {
  const draft = await findDraft(read, key, now, presentToAdmins)
  if (!draft) throw new Problem('not_found')
  return draft
}

/**
 * Reads a list of any length in parts, because converting its rows would block the event loop. Rows
 * that change meanwhile have their later state.
 * @param present returns the entry, or nothing if its row has left the list meanwhile
 */
async function readInParts<E>(
  read: EntityManager,
  list: SelectQueryBuilder<EntryRow>,
  present: (row: EntryRow) => E[],
): Promise<E[]> {
  const found: { seq: number }[] = await list.select('entry.seq', 'seq').getRawMany()
  return inChunks(found, async (part) => {
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
  collection: CollectionName | undefined,
  filter: Filter,
  now: Date,
): Promise<number> {
  if (!collection || !isMaintained(filter))
    return matching(read, { collection, ...filter }, now).getCount()
  return totalOf((await countsOfVisible(read, collection, now)).filter(isSelected(filter)))
}

/** Counts the entries of all collections, or of one, that match at `now`, by state. */
export async function countByState(
  read: EntityManager,
  { collection, ...filter }: Pick<z.output<typeof AllEntriesQuery>, 'q' | 'collection' | 'kind'>,
  now: Date,
): Promise<Omit<EntryCounts, 'trash'>> {
  const numberOf = (state: EntryState) => countEntries(read, collection, { ...filter, state }, now)
  return {
    all: await numberOf('all'),
    draft: await numberOf('draft'),
    waiting: await numberOf('waiting'),
    scheduled: await numberOf('scheduled'),
    expired: await numberOf('expired'),
  }
}

/**
 * Returns an entry with its text that is visible at `now`.
 * @param id or its slug, present or former
 * @throws Problem `not_found`
 */
export async function getEntry(
  read: EntityManager,
  { collection, id }: { collection: CollectionName; id: string },
  now: Date,
): Promise<Entry> {
  const row = await findByAddress(read, collection, id)
  if (!isVisible(row, now)) throw new Problem('not_found')
  return presentEntry(row, now, await readBody(read, row))
}

/**
 * Returns the row of an entry outside the trash by its id or slug, present or former.
 * @throws Problem `not_found`
 */
export async function findByAddress(
  read: EntityManager,
  collection: CollectionName,
  id: string,
): Promise<EntryRow> {
  const row = await read.findOneBy(EntryRow, { id, collection, deletedAt: IsNull() })
  if (row || !takes(collection, 'slug')) return row ?? findUndeleted(read, collection, id)
  const slug = id.normalize('NFC')
  const owner = await read.findOneBy(EntrySlugRow, { collection, slug })
  const owned =
    owner && (await read.findOneBy(EntryRow, { seq: owner.entrySeq, deletedAt: IsNull() }))
  if (!owned) throw new Problem('not_found')
  return owned
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

/**
 * Counts the entries that match a filter at `now`: in total, by year (newest first) whatever year
 * the filter has, and by kind whatever kind it has; with a class, those for it alone.
 */
export async function entryStats(
  read: EntityManager,
  collection: CollectionName,
  { year, ...filter }: Filter,
  now: Date,
): Promise<EntryStats> {
  if (isMaintained(filter)) {
    return statsOf(await countsOfVisible(read, collection, now), { year, kind: filter.kind })
  }
  // Without an index by year where one holds the kind: it would read all years.
  const byYear = filter.kind === undefined ? 'entry.year' : engineOf(read).unindexed('entry.year')
  const years: EntryStats['years'] = await matching(read, { collection, ...filter }, now)
    .select('entry.year', 'year')
    .addSelect('COUNT(*)', 'count')
    .groupBy(byYear)
    .orderBy(byYear, 'DESC')
    .getRawMany()
  const total = totalOf(years.filter((one) => year === undefined || one.year === year))
  const own = { collection, year, ...filter, concerned: 'own' } as const
  const ofClass = filter.class && { ofClass: await matching(read, own, now).getCount() }
  if (!takes(collection, 'kind')) return { total, years, ...ofClass }
  const kinds: { kind: string; count: number }[] = await matching(
    read,
    { collection, ...filter, year, kind: undefined },
    now,
  )
    .select('entry.kind', 'kind')
    .addSelect('COUNT(*)', 'count')
    .andWhere('entry.kind IS NOT NULL')
    .groupBy('entry.kind')
    .orderBy('entry.kind')
    .getRawMany()
  return { total, years, ...(kinds.length > 0 && { kinds }), ...ofClass }
}

type Selected = Pick<Filter, 'year' | 'kind'>

/** Returns the numbers of the maintained counts, as `entryStats` does. */
function statsOf(counts: readonly EntryCount[], { year, kind }: Selected): EntryStats {
  const years = sums(counts.filter(isSelected({ kind })), (one) => one.year)
  const kinds = sums(counts.filter(isSelected({ year })), (one) => one.kind)
    .map(([kind, count]) => ({ kind, count }))
    .filter(({ kind }) => kind !== '')
    .sort((a, b) => (a.kind < b.kind ? -1 : 1))
  return {
    total: totalOf(counts.filter(isSelected({ year, kind }))),
    years: years.map(([year, count]) => ({ year, count })),
    ...(kinds.length > 0 && { kinds }),
  }
}

function isSelected({ year, kind }: Selected): (one: EntryCount) => boolean {
  return (one) =>
    (year === undefined || one.year === year) && (kind === undefined || one.kind === kind)
}

/** Returns the sum of the counts of each key, in the order of the first of them. */
function sums<K>(counts: readonly EntryCount[], keyOf: (one: EntryCount) => K): [K, number][] {
  const found = new Map<K, number>()
  for (const one of counts) found.set(keyOf(one), (found.get(keyOf(one)) ?? 0) + one.count)
  return [...found]
}

function totalOf(counts: readonly { count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

/** Whether a query selects visible entries by year and kind only, whose numbers the database maintains. */
function isMaintained(filter: Filter): boolean {
  const { q = '', state = 'visible', class: className, urgent, from, to } = filter
  return state === 'visible' && searchWords(q).length === 0 && !(className || urgent || from || to)
}

/** Which entries of a collection a list has. */
type Filter = Partial<
  Pick<Query, 'q' | 'year' | 'state' | 'kind' | 'class' | 'urgent' | 'from' | 'to'>
>

interface Matching extends Filter {
  collection: CollectionName | undefined
  pinned?: boolean | undefined
  /** Of the entries that concern `class`: only those for it, or only those for all classes. */
  concerned?: 'own' | 'all'
}

function matching(
  read: EntityManager,
  { state = 'visible', collection, pinned, concerned, ...filter }: Matching,
  now: Date,
): SelectQueryBuilder<EntryRow> {
  const { q, year, kind, class: className, urgent, from, to } = filter
  const list = entriesAmong(read, { state, collection, pinned, urgent: urgent === '1' }, now)
  if (!collection && !isOfDrafts({ state })) {
    list.andWhere('entry.collection NOT IN (:...listedApart)', { listedApart })
  }
  if (year !== undefined) list.andWhere('entry.year = :year', { year })
  if (kind !== undefined) list.andWhere('entry.kind = :kind', { kind })
  if (className !== undefined) {
    list.andWhere(concernedBy(read)[concerned ?? 'either'])
    list.setParameter('quoted', `"${className}"`)
  }
  if (to !== undefined) list.andWhere('entry.startsOn <= :to', { to })
  if (from !== undefined)
    list.andWhere('entry.startsOn IS NOT NULL AND entry.endsOn >= :from', { from })
  searchWords(q ?? '').forEach((word, index) => {
    list.andWhere(`entry.searchText LIKE :word${index} ESCAPE '\\'`, {
      [`word${index}`]: `%${word.replace(/[\\%_]/g, '\\$&')}%`,
    })
  })
  return list
}

/**
 * Conditions that an entry concerns a class. Those for the class are found in an index that has the
 * classes; the unary plus keeps SQLite reading the list in its order, without the rows of the others.
 */
const concernedBy = perEngine(({ entryBy, unindexed }) => ({
  own: `${unindexed('entry.seq')} IN (SELECT seq FROM ${entryBy('entry_by_year')}
    WHERE collection = :collection AND deleted_at IS NULL AND instr(classes, :quoted) > 0)`,
  all: 'entry.classes IS NULL',
  either: '(entry.classes IS NULL OR instr(entry.classes, :quoted) > 0)',
}))

/** Columns of each sort order, matching an index. */
const SORT_COLUMNS = {
  date: ['entry.date', 'entry.createdAt', 'entry.seq'],
  createdAt: ['entry.appearedAt', 'entry.seq'],
  title: ['entry.searchText', 'entry.seq'],
  startsOn: ['entry.startsOn', 'entry.seq'],
  order: ['entry.position', 'entry.seq'],
} as const satisfies Record<EntrySort, readonly string[]>

function sortList(
  list: SelectQueryBuilder<EntryRow>,
  sort: EntrySort,
  order: Query['order'] = sort === 'date' || sort === 'createdAt' ? 'desc' : 'asc',
): void {
  for (const column of SORT_COLUMNS[sort]) {
    list.addOrderBy(column, order === 'asc' ? 'ASC' : 'DESC')
  }
}
