import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { entriesQuery, entryStatsQuery } from '../../collections/entry-queries.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { siteText } from '../../ui/site-text.ts'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { type DocumentCollection, listTexts } from './entry-collection.ts'
import { EntryDialog, type EntryTask } from './entry-dialogs.tsx'
import { EntryTable } from './entry-table.tsx'
import { ListPager } from './list-pager.tsx'
import { PAGE_SIZE, pageCount, readPlace, writePlace } from './list-place.ts'
import { ListSearch } from './list-search.tsx'

interface Doing {
  task: EntryTask
  entry: Entry
}

/** What is published in a collection, with what can be done to each entry. */
export function EntryList({ collection }: { collection: DocumentCollection }) {
  const api = useAdminApi()
  const headId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [search, setSearch] = useSearchParams()
  const { q, page } = readPlace(search)
  const [doing, setDoing] = useState<Doing | null>(null)
  const filter = { ...(q && { q }), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const list = useQuery({
    ...entriesQuery(api, collection, filter),
    placeholderData: keepPreviousData,
  })
  const stats = useQuery({
    ...entryStatsQuery(api, collection, q),
    placeholderData: keepPreviousData,
  })
  const pages = pageCount(stats.data?.total ?? 0)

  // The last entry of the last page may just have been deleted.
  useEffect(() => {
    if (stats.data && !stats.isPlaceholderData && page > pages) {
      setSearch(writePlace({ q, page: pages }), { replace: true, preventScrollReset: true })
    }
  }, [stats.data, stats.isPlaceholderData, page, pages, q, setSearch])

  const texts = listTexts[collection]
  const toTop = () => heading.current?.focus()
  return (
    <section className="stack entrylist" aria-labelledby={headId}>
      <div className="row row--between">
        <h2 id={headId} tabIndex={-1} ref={heading}>
          {adminText(`admin.${collection}.list`)}{' '}
          {stats.data && (
            <span className="entrylist__n">
              {siteText('list.total', { n: formatNumber(stats.data.total) })}
            </span>
          )}
        </h2>
        <ListSearch
          q={q}
          onSearch={(words) => {
            setSearch(writePlace({ q: words, page: 1 }), { preventScrollReset: true })
          }}
        />
      </div>
      <p className="vh" role="status">
        {q &&
          stats.data &&
          !stats.isPlaceholderData &&
          adminText('admin.list.found', { query: q, n: formatNumber(stats.data.total) })}
      </p>
      {list.isError && list.data && <Alert tone="warn">{adminText('admin.list.stale')}</Alert>}
      {list.isPending && (
        <div className="card">
          <LoadingBox id={texts.loading} />
        </div>
      )}
      {list.isError && !list.data && (
        <div className="card">
          <ErrorBox id={texts.error} onRetry={() => list.refetch()} />
        </div>
      )}
      {list.data && list.data.length > 0 && (
        <>
          <EntryTable
            collection={collection}
            entries={list.data}
            busy={list.isPlaceholderData}
            onTask={(task, entry) => setDoing({ task, entry })}
          />
          <ListPager place={{ q, page }} pages={pages} onTurn={toTop} />
        </>
      )}
      {list.data?.length === 0 && page === 1 && (
        <div className="card">
          {q ? (
            <NothingFound q={q} onShowAll={() => setSearch(writePlace({ q: '', page: 1 }))} />
          ) : (
            <EmptyBox id={texts.empty} />
          )}
        </div>
      )}
      {doing && (
        <EntryDialog
          {...doing}
          collection={collection}
          onClose={() => setDoing(null)}
          onGone={() => requestAnimationFrame(toTop)}
        />
      )}
    </section>
  )
}

function NothingFound({ q, onShowAll }: { q: string; onShowAll: () => void }) {
  return (
    <div className="state" role="status">
      <p className="state__t">{siteText('search.none', { query: q })}</p>
      <p>{siteText('search.none.hint')}</p>
      <Button onClick={onShowAll}>{adminText('admin.list.showAll')}</Button>
    </div>
  )
}
