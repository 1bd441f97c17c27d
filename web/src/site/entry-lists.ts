import type { ListedCollection } from '@bidyaloy/shared/collections/registry'
import type { TextKey } from '../ui/t.ts'
import { pagePaths } from './addresses.ts'
import { type ListSearch, PAGE_SIZE } from './list-search.ts'

/** What differs between the lists. */
export interface EntryList {
  collection: ListedCollection
  path: string
  title: TextKey
  loading: TextKey
  error: TextKey
  empty: TextKey
  /** Above the titles. */
  titleColumn: TextKey
  /** Above the last column, and what stands in it: facts of the file, the way to the entry's page, or to the file. */
  lastColumn: TextKey
  last: 'facts' | 'page' | 'file'
}

export const entryLists = {
  notices: {
    collection: 'notices',
    path: pagePaths.notices,
    title: 'public.notices.title',
    loading: 'public.notices.loading',
    error: 'public.notices.error',
    empty: 'public.notices.empty',
    titleColumn: 'list.col.subject',
    lastColumn: 'list.col.file',
    last: 'facts',
  },
  news: {
    collection: 'news',
    path: pagePaths.news,
    title: 'public.news.title',
    loading: 'public.news.loading',
    error: 'public.news.error',
    empty: 'public.news.empty',
    titleColumn: 'list.col.subject',
    lastColumn: 'list.col.details',
    last: 'page',
  },
  downloads: {
    collection: 'downloads',
    path: pagePaths.downloads,
    title: 'public.downloads.title',
    loading: 'public.downloads.loading',
    error: 'public.downloads.error',
    empty: 'public.downloads.empty',
    titleColumn: 'list.col.title',
    lastColumn: 'list.col.download',
    last: 'file',
  },
} as const satisfies Record<ListedCollection, EntryList>

/** What the API is asked for one page of a list. */
export function listFilter({ q, year, page }: ListSearch) {
  return {
    ...(q && { q }),
    ...(year !== undefined && { year }),
    limit: PAGE_SIZE,
    ...(page > 1 && { offset: (page - 1) * PAGE_SIZE }),
  }
}

/** How many entries match, in the chosen year or in all. */
export function matching(
  stats: { total: number; years: readonly { year: number; count: number }[] },
  year: number | undefined,
): number {
  if (year === undefined) return stats.total
  return stats.years.find((of) => of.year === year)?.count ?? 0
}
