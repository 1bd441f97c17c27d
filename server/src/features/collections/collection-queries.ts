import { Problem } from '@bidyaloy/shared/api/problem'
import { foldForSearch } from '@bidyaloy/shared/bengali/search-text'
import type { Entry, EntryStats, ListQuery } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { type EntityManager, IsNull, type SelectQueryBuilder } from 'typeorm'
import type * as z from 'zod'
import { EntryRow } from '../../db/entities.ts'
import { presentEntry } from './present-entry.ts'

type Query = z.output<typeof ListQuery>
type Filter = Pick<Query, 'q' | 'year'>

/** The list, newest first: by date (or by entry), then by entry, then by order of arrival. */
export async function listEntries(
  read: EntityManager,
  collection: CollectionName,
  { sort, limit, offset, ...filter }: Query,
): Promise<Entry[]> {
  const list = matching(read, collection, filter)
  if (sort === 'createdAt') list.orderBy('entry.createdAt', 'DESC')
  else list.orderBy('entry.date', 'DESC').addOrderBy('entry.createdAt', 'DESC')
  const rows = await list.addOrderBy('entry.seq', 'DESC').limit(limit).offset(offset).getMany()
  return rows.map(presentEntry)
}

/** How many entries match, whatever the limit. */
export function countEntries(
  read: EntityManager,
  collection: CollectionName,
  { q, year }: Query,
): Promise<number> {
  return matching(read, collection, { q, year }).getCount()
}

/** @throws Problem `not_found` */
export async function getEntry(
  read: EntityManager,
  collection: CollectionName,
  id: string,
): Promise<Entry> {
  return presentEntry(await findPresent(read, collection, id))
}

/** The row of an entry that is not in the bin. @throws Problem `not_found` */
export async function findPresent(
  read: EntityManager,
  collection: CollectionName,
  id: string,
): Promise<EntryRow> {
  const row = await read.findOneBy(EntryRow, { id, collection, deletedAt: IsNull() })
  if (!row) throw new Problem('not_found')
  return row
}

/** How many entries match `q`, in all and by year, newest year first. */
export async function entryStats(
  read: EntityManager,
  collection: CollectionName,
  { q }: Pick<Query, 'q'>,
): Promise<EntryStats> {
  const years: { year: number; count: number }[] = await matching(read, collection, { q })
    .select('entry.year', 'year')
    .addSelect('COUNT(*)', 'count')
    .groupBy('entry.year')
    .orderBy('entry.year', 'DESC')
    .getRawMany()
  return { total: years.reduce((sum, { count }) => sum + count, 0), years }
}

function matching(
  read: EntityManager,
  collection: CollectionName,
  { q, year }: Filter,
): SelectQueryBuilder<EntryRow> {
  const list = read
    .createQueryBuilder(EntryRow, 'entry')
    .where('entry.collection = :collection', { collection })
    .andWhere('entry.deletedAt IS NULL')
  if (year !== undefined) list.andWhere('entry.year = :year', { year })
  wordsOf(q).forEach((word, index) => {
    list.andWhere(`entry.searchText LIKE :word${index} ESCAPE '\\'`, {
      [`word${index}`]: `%${word.replace(/[\\%_]/g, '\\$&')}%`,
    })
  })
  return list
}

/** Every word must occur in a title, in any order. */
function wordsOf(q = ''): string[] {
  return [...new Set(foldForSearch(q).split(' '))].filter(Boolean)
}
