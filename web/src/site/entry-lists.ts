import { toLatinDigits } from '@bidyaloy/shared/bengali/digits'
import {
  collectionNames,
  collections,
  isListed,
  type ListedCollection,
} from '@bidyaloy/shared/collections/registry'
import type { TextKey } from '../ui/t.ts'

/** Columns of a collection's public list, and its place in the navigation. */
interface PublicList {
  /** Heading of the column of titles. */
  titleColumn: TextKey
  /** Heading of the last column. */
  lastColumn: TextKey
  /** Content of the last column: file type and size, a link to the entry's page, or to its file. */
  last: 'facts' | 'page' | 'file'
  /** Group of the site's navigation that links to it. */
  menu: 'papers' | 'intro' | 'students' | 'results'
}

/** The public lists. Their texts are `public.<name>.*`. */
const publicLists: Readonly<Record<ListedCollection, PublicList>> = {
  notices: {
    titleColumn: 'list.col.subject',
    lastColumn: 'list.col.file',
    last: 'facts',
    menu: 'papers',
  },
  news: {
    titleColumn: 'list.col.subject',
    lastColumn: 'list.col.details',
    last: 'page',
    menu: 'papers',
  },
  downloads: {
    titleColumn: 'list.col.title',
    lastColumn: 'list.col.download',
    last: 'file',
    menu: 'papers',
  },
}

/** The public list of a collection. */
export interface EntryList extends PublicList {
  collection: ListedCollection
  path: string
  title: TextKey
}

export function entryList(collection: ListedCollection): EntryList {
  return {
    collection,
    path: collections[collection].page,
    title: `public.${collection}.title`,
    ...publicLists[collection],
  }
}

/** Every public list, in the order of the registry. */
export const entryLists: readonly EntryList[] = collectionNames.filter(isListed).map(entryList)

/** Query parameters of the API for one page of a list. */
export function listFilter({ q, year, page }: ListSearch) {
  return {
    ...(q && { q }),
    ...(year !== undefined && { year }),
    limit: PAGE_SIZE,
    ...(page > 1 && { offset: (page - 1) * PAGE_SIZE }),
  }
}

/** Number of matching entries, in the chosen year or in all years. */
export function matching(
  stats: { total: number; years: readonly { year: number; count: number }[] },
  year: number | undefined,
): number {
  if (year === undefined) return stats.total
  return stats.years.find((one) => one.year === year)?.count ?? 0
}

/** Search, year and page of a list, from the query string. */
export interface ListSearch {
  q: string
  year: number | undefined
  /** From 1. */
  page: number
}

export const PAGE_SIZE = 25
/** Larger page numbers in an address are ignored. */
export const MAX_PAGE = 100_000
const MAX_QUERY_LENGTH = 200

/** Parses the query string of a list and ignores invalid values. Accepts Bengali digits. */
export function parseListSearch(params: URLSearchParams): ListSearch {
  const number = (name: string, max: number): number | undefined => {
    const text = toLatinDigits(params.get(name)?.trim() ?? '')
    const value = /^\d{1,6}$/.test(text) ? Number(text) : 0
    return value >= 1 && value <= max ? value : undefined
  }
  const year = number('year', 2200)
  return {
    q: (params.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH),
    year: year !== undefined && year >= 1800 ? year : undefined,
    page: number('page', MAX_PAGE) ?? 1,
  }
}

/** Returns the address of a list; the first page has no number. */
export function listHref(path: string, { q, year, page }: Partial<ListSearch>): string {
  const params = new URLSearchParams()
  if (q) params.set('q', q)
  if (year !== undefined) params.set('year', String(year))
  if (page !== undefined && page > 1) params.set('page', String(page))
  // Not `params.size`: browsers before 2023 lack it.
  const query = params.toString()
  return query ? `${path}?${query}` : path
}
