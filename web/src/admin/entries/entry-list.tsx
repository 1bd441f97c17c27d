import type { Api } from '@bidyaloy/shared/api/api'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections, takes } from '@bidyaloy/shared/collections/registry'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { entriesQuery, entryStatsQuery } from '../../collections/entry-queries.ts'
import { useKinds } from '../../collections/kind-facts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { useRights } from '../api/session.ts'
import { collectionScreens } from '../components/collection-screens.ts'
import { UnreadNote } from '../desktop-state/desktop-only.tsx'
import {
  changedSelection,
  ListPager,
  type ListParams,
  ListSearch,
  ListTools,
  NothingFound,
  PAGE_SIZE,
  pageCount,
  readListParams,
  sortings,
  writeListParams,
} from '../list/list-controls.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { DraftList } from './draft-list.tsx'
import { type EntryAction, EntryDialog } from './entry-dialogs.tsx'
import { OrderStatus, useEntryGroups, useEntryOrder } from './entry-order.tsx'
import { useListedReaders } from './entry-readers.tsx'
import { EntryTable } from './entry-table.tsx'
import { PhotoTiles } from './photo-tiles.tsx'
import './entries.css'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { QueryState } from '../components/query-state.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { Composer } from '../compose/composer.tsx'
import { withCopy } from '../t.ts'
import { type OnPublished, usePublished } from './published-card.tsx'
import { type PageStart, StandardPages } from './standard-pages.tsx'

const t = withCopy(entriesCopy)

const NONE: ReadonlySet<string> = new Set()

interface EntryListProps {
  collection: CollectionName
  /** Ids of the entries published last; highlighted. */
  fresh: ReadonlySet<string>
  onPublished: OnPublished
  /** Ids of the drafts that are open in the forms. */
  writing: readonly (string | null)[]
}

/** The entries of a collection, with actions for one or several. */
function EntryList({ collection, fresh, onPublished, writing }: EntryListProps) {
  const api = useAdminApi()
  const headId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [search, setSearch] = useSearchParams()
  const kinds = useKinds(collection)
  const params = readListParams(search, kinds)
  const { q, page, kind, state } = params
  const [action, setAction] = useState<EntryAction | null>(null)
  const [chosen, setChosen] = useState(NONE)
  const [deleting, setDeleting] = useState<readonly Entry[] | null>(null)
  const list = useQuery(adminListQuery(api, collection, params))
  const stats = useQuery(adminTotalQuery(api, collection, params))
  const isOrdered = takes(collection, 'order')
  const pages = isOrdered ? 1 : pageCount(stats.data?.total ?? 0)
  const goTo = (change: Partial<ListParams>, replace = false) =>
    setSearch(writeListParams({ ...params, page: 1, ...change }), {
      replace,
      preventScrollReset: true,
    })

  // The last entry of the last page may just have been deleted.
  const isBeyond = stats.data !== undefined && !stats.isPlaceholderData && page > pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a page out of range changes the address
  useEffect(() => {
    if (isBeyond) goTo({ page: pages }, true)
  }, [isBeyond, pages])

  const { layout, loading, error, empty } = collectionScreens[collection]
  const Entries = layout === 'grid' ? PhotoTiles : EntryTable
  const entries = list.data ?? []
  const readers = useListedReaders(collection, entries)
  const box = useRef<HTMLElement>(null)
  const order = useEntryOrder(collection, entries, box)
  const groups = useEntryGroups(collection, order.entries)
  // Queued entries are unknown to the server and are deleted one by one.
  const selectable = entries.filter(({ queued }) => !queued)
  const selected = selectable.filter(({ _id }) => chosen.has(_id))
  const firstFresh = entries.find(({ _id }) => fresh.has(_id))
  // A card reports the others, and has the focus.
  useScrollToFresh(firstFresh?.queued ? firstFresh._id : null)
  const select = (ids: readonly string[], isSelected: boolean) =>
    setChosen((before) => changedSelection(before, ids, isSelected))
  const toTop = () => heading.current?.focus()
  const onGone = () => requestAnimationFrame(toTop)
  const isNarrowed = q !== '' || kind !== '' || state !== 'all'
  return (
    <section className="stack entrylist" aria-labelledby={headId} ref={box}>
      <ListHead
        {...{ collection, headId, heading, params, kinds, isOrdered, goTo }}
        total={stats.isPlaceholderData ? undefined : stats.data?.total}
        shownTotal={stats.data?.total}
      />
      <p className="vh" role="status">
        {firstFresh && t('fresh.marked')}
      </p>
      <DraftList
        collection={collection}
        writing={writing}
        onEdit={(entry) => setAction({ task: 'edit', entry })}
        onPublished={onPublished}
        onGone={onGone}
      />
      <OrderStatus order={order} />
      <UnreadNote list={`/api/${collection}`} />
      <QueryState
        query={list}
        texts={{ loading: t.pair(loading), error: t.pair(error), empty: t.pair(empty) }}
        isEmpty={(shown) => shown.length === 0 && page === 1 && !isNarrowed}
      >
        {(shown) =>
          shown.length > 0 ? (
            <>
              <SelectionBar
                selected={selected.length}
                shown={selectable.length}
                onSelectAll={(isSelected) =>
                  select(
                    selectable.map(({ _id }) => _id),
                    isSelected,
                  )
                }
                onDelete={() => setDeleting(selected)}
              />
              <Entries
                collection={collection}
                entries={shown}
                selected={chosen}
                fresh={fresh}
                onSelect={(id, isSelected) => select([id], isSelected)}
                busy={list.isPlaceholderData}
                now={list.dataUpdatedAt}
                readers={readers}
                onTask={(task, entry) => setAction({ task, entry })}
                {...(isOrdered && { groups, onMove: isNarrowed ? undefined : order.move })}
              />
              <ListPager params={params} pages={pages} onTurn={toTop} />
            </>
          ) : (
            page === 1 && (
              <NothingFound
                text={q ? t('search.none', { query: q }) : t('state.none')}
                hint={q && t('search.none.hint')}
                onShowAll={() => goTo({ q: '', kind: '', state: 'all' })}
              />
            )
          )
        }
      </QueryState>
      <ListDialogs
        {...{ collection, action, deleting, readers, onGone }}
        onClose={() => {
          setAction(null)
          setDeleting(null)
        }}
      />
    </section>
  )
}

interface ListDialogsProps {
  collection: CollectionName
  action: EntryAction | null
  /** The entries that are to be deleted together. */
  deleting: readonly Entry[] | null
  readers: ReturnType<typeof useListedReaders>
  onClose: () => void
  onGone: () => void
}

/** The dialog of an action on one entry or several. */
function ListDialogs({ action, deleting, readers, ...dialog }: ListDialogsProps) {
  if (action) return <EntryDialog {...action} {...dialog} readers={readers} />
  return deleting && <DeleteDialog {...dialog} entries={deleting} />
}

/** Scrolls to an entry that was just added, unless a form is being filled in. */
function useScrollToFresh(id: string | null): void {
  useEffect(() => {
    const { activeElement } = document
    if (!id || (activeElement instanceof HTMLInputElement && activeElement.value)) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    document
      .querySelector('[data-fresh]')
      ?.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' })
  }, [id])
}

interface ListHeadProps {
  collection: CollectionName
  headId: string
  heading: RefObject<HTMLHeadingElement | null>
  params: ListParams
  kinds: ReturnType<typeof useKinds>
  isOrdered: boolean
  goTo: (change: Partial<ListParams>, replace?: boolean) => void
  /** Number of entries found; undefined until it is known for these parameters. */
  total: number | undefined
  /** The number last known. */
  shownTotal: number | undefined
}

/** The heading of the list with its number of entries, its search and its filters. */
function ListHead({ collection, headId, heading, params, kinds, goTo, ...list }: ListHeadProps) {
  const { isOrdered, total, shownTotal } = list
  const { q } = params
  return (
    <>
      <div className="row row--between">
        <h2 id={headId} tabIndex={-1} ref={heading}>
          {t(`${collection}.list`)}{' '}
          {shownTotal !== undefined && (
            <span className="entrylist__n">{t('list.total', { n: formatNumber(shownTotal) })}</span>
          )}
        </h2>
        <ListSearch q={q} onSearch={(words) => goTo({ q: words })} />
      </div>
      <div className="row row--between">
        <ListTools params={params} kinds={kinds} isOrdered={isOrdered} onChange={goTo} />
        <a className="btn btn--small" href={collections[collection].page}>
          <Icon name="eye" /> {t('admin.published.onSite')}
        </a>
      </div>
      <p className="vh" role="status">
        {q && total !== undefined && t('admin.list.found', { query: q, n: formatNumber(total) })}
      </p>
    </>
  )
}

/** Query for a page of a collection, or for all entries that have an order; also hidden ones. */
function adminListQuery(api: Api, collection: CollectionName, params: ListParams) {
  const { page, sorting } = params
  const part = { ...sortings[sorting], limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  return {
    ...entriesQuery(api, collection, {
      ...filterOf(params),
      ...(takes(collection, 'order') ? ({ sort: 'order' } as const) : part),
    }),
    placeholderData: keepPreviousData,
  }
}

/** Query for the number of those entries. */
function adminTotalQuery(api: Api, collection: CollectionName, params: ListParams) {
  return {
    ...entryStatsQuery(api, collection, filterOf(params)),
    placeholderData: keepPreviousData,
  }
}

function filterOf({ q, kind, state }: ListParams) {
  return { ...(q && { q }), ...(kind && { kind }), state }
}

interface SelectionBarProps {
  /** Numbers of selected and of shown entries. */
  selected: number
  shown: number
  onSelectAll: (isSelected: boolean) => void
  onDelete: () => void
}

/** Selects all entries of the page, and offers the actions for those selected. */
function SelectionBar({ selected, shown, onSelectAll, onDelete }: SelectionBarProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && selected < shown
  }, [selected, shown])
  const n = formatNumber(selected)
  return (
    <div className="row selection-bar">
      <label className="selection-bar__all">
        <input
          type="checkbox"
          ref={box}
          checked={selected > 0 && selected === shown}
          disabled={shown === 0}
          onChange={({ target }) => onSelectAll(target.checked)}
        />
        {t('pick.all')}
      </label>
      <span role="status">{selected > 0 && t('pick.count', { n })}</span>
      {selected > 0 && (
        <>
          <Button small look="danger" icon="trash" onClick={onDelete}>
            {t('pick.delete', { n })}
          </Button>
          <Button small look="quiet" onClick={() => onSelectAll(false)}>
            {t('pick.none')}
          </Button>
        </>
      )}
    </div>
  )
}

/** The screen of a collection: the form for new entries, and the list. */
export function EntryScreen({ collection }: { collection: CollectionName }) {
  const { fresh, onPublished, card } = usePublished()
  const [start, setStart] = useState<PageStart | null>(null)
  const mayPublish = useRights()('publish')
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <>
      <ScreenHead title={t(`${collection}.title`)}>
        {t(mayPublish ? `${collection}.lead` : 'draft.clerk')}
      </ScreenHead>
      {collection === 'pages' && <StandardPages whileEmpty onStart={setStart} />}
      <Composer {...{ collection, start, onPublished }} onDraft={setDraft} />
      {card}
      <EntryList {...{ collection, fresh, onPublished }} writing={[draft]} />
      {collection === 'pages' && <StandardPages whileEmpty={false} onStart={setStart} />}
    </>
  )
}
