import type { ReadApi } from '@bidyaloy/shared/api/api'
import { hasKinds, type Kind, kindsOf } from '@bidyaloy/shared/collections/kinds'
import { type ListedCollection, takes } from '@bidyaloy/shared/collections/registry'
import { toLatinDigits } from '@bidyaloy/shared/lib/bengali/digits'
import type { ClassName } from '@bidyaloy/shared/school/classes'
import { parseClass } from '@bidyaloy/shared/school/parse-class'
import type { QueryClient } from '@tanstack/react-query'
import { entriesQuery, entryStatsQuery } from '../collections/entry-queries.ts'
import { settingsQuery } from '../school/use-school.ts'
import type { EntryList } from './entry-lists.ts'

/* What a list shows, as in its address; loaded with the lists, not with the first script. */

/** Search, filters and page of a list, from the query string. */
export interface ListSearch {
  q: string
  year: number | undefined
  /** Id of a kind. */
  kind: string | undefined
  class: ClassName | undefined
  /** From 1. */
  page: number
}

export const PAGE_SIZE = 25
/** Larger page numbers in an address are ignored. */
export const MAX_PAGE = 100_000
const MAX_QUERY_LENGTH = 200

/**
 * Parses the query string of a list and ignores invalid values. Accepts Bengali digits.
 * @param kinds the school's kinds of this collection
 */
export function parseListSearch(
  params: URLSearchParams,
  collection: ListedCollection,
  kinds: readonly Kind[],
): ListSearch {
  const number = (name: string, max: number): number | undefined => {
    const text = toLatinDigits(params.get(name)?.trim() ?? '')
    const value = /^\d{1,6}$/.test(text) ? Number(text) : 0
    return value >= 1 && value <= max ? value : undefined
  }
  const year = number('year', 2200)
  return {
    q: (params.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH),
    year: year !== undefined && year >= 1800 ? year : undefined,
    kind: kinds.find(({ id }) => id === params.get('kind'))?.id,
    class: takes(collection, 'classes') ? parseClass(params.get('class') ?? '') : undefined,
    page: number('page', MAX_PAGE) ?? 1,
  }
}

/** Returns the address of a list; the first page has no number. */
export function listHref(path: string, { page = 1, ...search }: Partial<ListSearch>): string {
  const params = new URLSearchParams()
  for (const name of ['q', 'year', 'kind', 'class'] as const) {
    const value = search[name]
    if (value) params.set(name, String(value))
  }
  if (page > 1) params.set('page', String(page))
  // Not `params.size`: browsers before 2023 lack it.
  const query = params.toString()
  return query ? `${path}?${query}` : path
}

/** The queries of one page of a list: its entries and their numbers. */
export function listQueries(api: ReadApi, collection: ListedCollection, search: ListSearch) {
  const { q, year, kind, class: className, page } = search
  const filter = {
    ...(q && { q }),
    ...(year !== undefined && { year }),
    ...(kind && { kind }),
    ...(className && { class: className }),
  }
  const part = { limit: PAGE_SIZE, ...(page > 1 && { offset: (page - 1) * PAGE_SIZE }) }
  return {
    entries: entriesQuery(api, collection, { ...filter, ...part }),
    stats: entryStatsQuery(api, collection, filter),
  }
}

/** What the functions below read: the list, the loaded data, and the query string. */
interface ListPage {
  list: EntryList
  client: QueryClient
  api: ReadApi
  params: URLSearchParams
}

function searchOf({ list: { collection }, client, api, params }: ListPage): ListSearch {
  const settings = client.getQueryData(settingsQuery(api).queryKey)
  return parseListSearch(
    params,
    collection,
    hasKinds(collection) ? kindsOf(collection, settings) : [],
  )
}

/** Loads the data of one page of a list. */
export async function prefetchList(page: ListPage): Promise<void> {
  const { list, client, api, params } = page
  // The settings say which kinds there are.
  if (params.has('kind')) await client.ensureQueryData(settingsQuery(api))
  const { entries, stats } = listQueries(api, list.collection, searchOf(page))
  await Promise.all([client.fetchQuery(entries), client.fetchQuery(stats)])
}

/** Whether the loaded data show that a page is beyond the last, which does not exist. */
export function isBeyondLast(page: ListPage): boolean {
  const search = searchOf(page)
  const { queryKey } = listQueries(page.api, page.list.collection, search).stats
  const total = page.client.getQueryData(queryKey)?.total ?? 0
  return search.page > Math.max(1, Math.ceil(total / PAGE_SIZE))
}

/** Returns the address for which the document of all pages beyond the last is rendered. */
export function beyondLastHref(page: ListPage): string {
  return listHref(page.list.path, { ...searchOf(page), page: MAX_PAGE })
}

/** Sets the entries of a page beyond the last: none. */
export function fillBeyondLast(page: ListPage): void {
  const { queryKey } = listQueries(page.api, page.list.collection, searchOf(page)).entries
  page.client.setQueryData(queryKey, [])
}
