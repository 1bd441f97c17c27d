import { toLatinDigits } from '@bidyaloy/shared/bengali/digits'
import {
  collectionNames,
  collections,
  isListed,
  type ListedCollection,
} from '@bidyaloy/shared/collections/registry'
import type { TextKey } from '../ui/t.ts'

/** A collection's public list: a table with search, years and pages. */
interface PublicList {
  /** Head of the column of titles. */
  titleColumn: TextKey
  /** Head of the last column. */
  lastColumn: TextKey
  /** Content of the last column: file type and size, a link to the entry's page, or to its file. */
  last: 'facts' | 'page' | 'file'
  /** Group of the site's navigation that links to it. */
  menu: 'papers' | 'intro' | 'students' | 'results'
}

/** The public lists, in the order of the registry. Their texts are `public.<name>.*`. */
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

/** The public list of a collection: its path, the keys of its texts and its columns. */
export interface EntryList extends PublicList {
  collection: ListedCollection
  path: string
  title: TextKey
  loading: TextKey
  error: TextKey
  empty: TextKey
}

export function entryList(collection: ListedCollection): EntryList {
  return {
    collection,
    path: collections[collection].page,
    title: `public.${collection}.title`,
    loading: `public.${collection}.loading`,
    error: `public.${collection}.error`,
    empty: `public.${collection}.empty`,
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
  return stats.years.find((of) => of.year === year)?.count ?? 0
}

/** How a visitor has narrowed a list, as the address says it. */
export interface ListSearch {
  q: string
  year: number | undefined
  /** From 1. */
  page: number
}

export const PAGE_SIZE = 25
/** Of a list; a larger number in an address is read as none. */
export const MAX_PAGE = 100_000
const MAX_QUERY_LENGTH = 200

/** Reads the address; what makes no sense in it is left out. Bengali digits are understood. */
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

/** The address of a list narrowed so; the first page goes without a number. */
export function listHref(path: string, { q, year, page }: Partial<ListSearch>): string {
  const params = new URLSearchParams()
  if (q) params.set('q', q)
  if (year !== undefined) params.set('year', String(year))
  if (page !== undefined && page > 1) params.set('page', String(page))
  // Not `params.size`: browsers of 2022 do not know it.
  const query = params.toString()
  return query ? `${path}?${query}` : path
}
