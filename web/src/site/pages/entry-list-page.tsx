import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { entriesQuery, entryStatsQuery } from '../../collections/entry-queries.ts'
import { useReadApi } from '../../ui/read-api.ts'
import { type SiteTextKey, siteText as t } from '../../ui/site-text.ts'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { pagePaths } from '../addresses.ts'
import { type ListSearch, listHref, PAGE_SIZE, parseListSearch } from '../list-search.ts'
import { Page } from '../page-body.tsx'
import { EntryTable } from './entry-table.tsx'
import { ListPager, ListSearchForm, NothingFound, YearFilter } from './list-tools.tsx'

/** What differs between the three lists. */
export interface EntryList {
  collection: Extract<CollectionName, 'notices' | 'news' | 'downloads'>
  path: string
  title: SiteTextKey
  loading: SiteTextKey
  error: SiteTextKey
  empty: SiteTextKey
}

export const entryLists = {
  notices: {
    collection: 'notices',
    path: pagePaths.notices,
    title: 'public.notices.title',
    loading: 'public.notices.loading',
    error: 'public.notices.error',
    empty: 'public.notices.empty',
  },
  news: {
    collection: 'news',
    path: pagePaths.news,
    title: 'public.news.title',
    loading: 'public.news.loading',
    error: 'public.news.error',
    empty: 'public.news.empty',
  },
  downloads: {
    collection: 'downloads',
    path: pagePaths.downloads,
    title: 'public.downloads.title',
    loading: 'public.downloads.loading',
    error: 'public.downloads.error',
    empty: 'public.downloads.empty',
  },
} as const satisfies Record<string, EntryList>

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

/** Notices, news or downloads as a table, page by page, newest first. */
export function EntryListPage({ list }: { list: EntryList }) {
  const api = useReadApi()
  const [params] = useSearchParams()
  const search = parseListSearch(params)
  const entries = useQuery(entriesQuery(api, list.collection, listFilter(search)))
  const stats = useQuery(entryStatsQuery(api, list.collection, search.q)).data
  const total = stats && matching(stats, search.year)
  const isNarrowed = search.q !== '' || search.year !== undefined
  return (
    <Page title={t(list.title)}>
      <div className="stack stack--4">
        <div className="row row--between">
          <ListSearchForm path={list.path} q={search.q} />
          {!!total && (
            <p className="muted" role="status">
              {search.q
                ? t('search.count', { n: formatNumber(total) })
                : t('list.total', { n: formatNumber(total) })}
            </p>
          )}
        </div>
        {stats && stats.years.length > 1 && (
          <YearFilter {...{ list, search, years: stats.years }} />
        )}
        {entries.data && entries.data.length > 0 ? (
          <EntryTable
            list={list}
            entries={entries.data}
            firstSerial={(search.page - 1) * PAGE_SIZE + 1}
          />
        ) : (
          <div className="card">
            {entries.data ? (
              isNarrowed || search.page > 1 ? (
                <NothingFound list={list} search={search} />
              ) : (
                <EmptyBox id={list.empty} />
              )
            ) : entries.isError ? (
              <ErrorBox id={list.error} onRetry={() => entries.refetch()} />
            ) : (
              <LoadingBox id={list.loading} />
            )}
          </div>
        )}
        {total !== undefined && (
          <ListPager
            page={search.page}
            pages={Math.ceil(total / PAGE_SIZE)}
            href={(page) => listHref(list.path, { ...search, page })}
          />
        )}
      </div>
    </Page>
  )
}
