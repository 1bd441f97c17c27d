import {
  collectionNames,
  collections,
  isListed,
  type ListedCollection,
} from '@bidyaloy/shared/collections/registry'
import type { TextKey } from '../ui/t.ts'
import { type ListSearch, PAGE_SIZE } from './list-search.ts'

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
