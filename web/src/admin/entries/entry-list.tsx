import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { siteText } from '../../ui/site-text.ts'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { UnreadNote } from '../desktop/desktop-only.tsx'
import { PhotoTiles } from '../photos/photo-tiles.tsx'
import { adminListQuery, adminTotalQuery } from './admin-list-queries.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { entriesText, workText } from './entries-text.tsx'
import { officeCollections } from './entry-collection.ts'
import { type EntryAction, EntryDialog } from './entry-dialogs.tsx'
import { EntryTable } from './entry-table.tsx'
import { ListPager } from './list-pager.tsx'
import { type ListParams, pageCount, readListParams, writeListParams } from './list-params.ts'
import { ListSearch } from './list-search.tsx'
import { ListTools } from './list-tools.tsx'
import { SelectionBar } from './selection-bar.tsx'

const NONE: ReadonlySet<string> = new Set()

interface EntryListProps {
  collection: CollectionName
  /** Ids of what was published last; marked, and brought into view. */
  fresh: ReadonlySet<string>
}

/** Everything of a collection, with what can be done to each entry or to several at once. */
export function EntryList({ collection, fresh }: EntryListProps) {
  const api = useAdminApi()
  const headId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [search, setSearch] = useSearchParams()
  const place = readListParams(search)
  const { q, page, state } = place
  const [action, setDoing] = useState<EntryAction | null>(null)
  const [chosen, setChosen] = useState(NONE)
  const [deleting, setDeleting] = useState<readonly Entry[] | null>(null)
  const list = useQuery(adminListQuery(api, collection, place))
  const stats = useQuery(adminTotalQuery(api, collection, place))
  const pages = pageCount(stats.data?.total ?? 0)
  const goTo = (change: Partial<ListParams>, replace = false) =>
    setSearch(writeListParams({ ...place, page: 1, ...change }), {
      replace,
      preventScrollReset: true,
    })

  // The last entry of the last page may just have been deleted.
  const isBeyond = stats.data !== undefined && !stats.isPlaceholderData && page > pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place of the moment is meant
  useEffect(() => {
    if (isBeyond) goTo({ page: pages }, true)
  }, [isBeyond, pages])

  const { layout, loading, error, empty } = officeCollections[collection]
  const Entries = layout === 'grid' ? PhotoTiles : EntryTable
  const entries = list.data ?? []
  // What the server does not know yet can only be deleted one by one.
  const pickable = entries.filter(({ queued }) => !queued)
  const picked = pickable.filter(({ _id }) => chosen.has(_id))
  const firstFresh = entries.find(({ _id }) => fresh.has(_id))?._id
  useEffect(() => {
    const { activeElement } = document
    // Who writes the next one already stays with it.
    if (!firstFresh || (activeElement instanceof HTMLInputElement && activeElement.value)) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    document
      .querySelector('[data-fresh]')
      ?.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' })
  }, [firstFresh])
  const pick = (ids: readonly string[], isPicked: boolean) =>
    setChosen((before) => {
      const next = new Set(before)
      for (const id of ids) isPicked ? next.add(id) : next.delete(id)
      return next
    })
  const toTop = () => heading.current?.focus()
  const onGone = () => requestAnimationFrame(toTop)
  const isNarrowed = q !== '' || state !== 'all'
  return (
    <section className="stack entrylist" aria-labelledby={headId}>
      <div className="row row--between">
        <h2 id={headId} tabIndex={-1} ref={heading}>
          {entriesText(`${collection}.list`)}{' '}
          {stats.data && (
            <span className="entrylist__n">
              {siteText('list.total', { n: formatNumber(stats.data.total) })}
            </span>
          )}
        </h2>
        <ListSearch q={q} onSearch={(words) => goTo({ q: words })} />
      </div>
      <div className="row row--between">
        <ListTools place={place} onChange={goTo} />
        <a className="btn btn--small" href={collections[collection].page}>
          <Icon name="eye" /> {adminText('admin.published.onSite')}
        </a>
      </div>
      <p className="vh" role="status">
        {q &&
          stats.data &&
          !stats.isPlaceholderData &&
          adminText('admin.list.found', { query: q, n: formatNumber(stats.data.total) })}
      </p>
      <p className="vh" role="status">
        {firstFresh && workText('fresh.marked')}
      </p>
      {list.isError && list.data && <Alert tone="warn">{adminText('admin.list.stale')}</Alert>}
      <UnreadNote list={`/api/${collection}`} />
      {list.isPending && (
        <div className="card">
          <LoadingBox id={loading} />
        </div>
      )}
      {list.isError && !list.data && (
        <div className="card">
          <ErrorBox id={error} onRetry={() => list.refetch()} />
        </div>
      )}
      {entries.length > 0 && (
        <>
          <SelectionBar
            selected={picked.length}
            shown={pickable.length}
            onSelectAll={(isPicked) =>
              pick(
                pickable.map(({ _id }) => _id),
                isPicked,
              )
            }
            onDelete={() => setDeleting(picked)}
          />
          <Entries
            collection={collection}
            entries={entries}
            picked={chosen}
            fresh={fresh}
            onPick={(id, isPicked) => pick([id], isPicked)}
            busy={list.isPlaceholderData}
            now={list.dataUpdatedAt}
            onTask={(task, entry) => setDoing({ task, entry })}
          />
          <ListPager place={place} pages={pages} onTurn={toTop} />
        </>
      )}
      {list.data?.length === 0 && page === 1 && (
        <div className="card">
          {isNarrowed ? (
            <NothingFound q={q} onShowAll={() => goTo({ q: '', state: 'all' })} />
          ) : (
            <EmptyBox id={empty} />
          )}
        </div>
      )}
      {action && (
        <EntryDialog
          {...action}
          collection={collection}
          onClose={() => setDoing(null)}
          onGone={onGone}
        />
      )}
      {deleting && (
        <DeleteDialog
          collection={collection}
          entries={deleting}
          onClose={() => setDeleting(null)}
          onGone={onGone}
        />
      )}
    </section>
  )
}

function NothingFound({ q, onShowAll }: { q: string; onShowAll: () => void }) {
  return (
    <div className="state" role="status">
      <p className="state__t">
        {q ? siteText('search.none', { query: q }) : workText('state.none')}
      </p>
      {q && <p>{siteText('search.none.hint')}</p>}
      <Button onClick={onShowAll}>{adminText('admin.list.showAll')}</Button>
    </div>
  )
}
