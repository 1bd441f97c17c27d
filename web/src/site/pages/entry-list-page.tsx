import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { entriesQuery, entryStatsQuery } from '../../collections/entry-queries.ts'
import { useReadApi } from '../../ui/read-api.ts'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { t } from '../../ui/t.ts'
import { type EntryList, listFilter, matching } from '../entry-lists.ts'
import { listHref, PAGE_SIZE, parseListSearch } from '../list-search.ts'
import { Page } from '../page-body.tsx'
import { EntryTable } from './entry-table.tsx'
import { ListSearchForm } from './list-search-form.tsx'
import { ListPager, NothingFound, YearFilter } from './list-tools.tsx'

/** One collection as a table, page by page, newest first. */
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
