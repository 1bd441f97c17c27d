import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, takes } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useKinds } from '../../collections/kind-facts.tsx'
import { Button } from '../../ui/button.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { useRights } from '../api/session.ts'
import { collectionScreens } from '../components/collection-screens.ts'
import { QueryState } from '../components/query-state.tsx'
import { Composer } from '../compose/composer.tsx'
import { UnreadNote } from '../desktop-state/desktop-only.tsx'
import {
  changedSelection,
  ListPager,
  type ListParams,
  NothingFound,
  PAGE_SIZE,
  pageCount,
  readListParams,
  SelectionBar,
  sortings,
  writeListParams,
} from '../list/list-controls.tsx'
import { withCopy } from '../t.ts'
import { allEntriesQuery, entryCountsQuery } from './all-entries.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { DraftRows } from './draft-list.tsx'
import { type EntryAction, EntryDialog } from './entry-dialogs.tsx'
import { useListedReaders } from './entry-readers.tsx'
import { EntryRows, OrderedRows } from './entry-rows.tsx'
import { ListFilters } from './list-filters.tsx'
import { type OnPublished, usePublished } from './published-card.tsx'
import { PublishedHead, PublishedTabs } from './published-tabs.tsx'
import { type PageStart, StandardPages } from './standard-pages.tsx'
import './entries.css'

const t = withCopy(entriesCopy)

const NONE: ReadonlySet<string> = new Set()

interface EntryListProps {
  /** The collection of the screen; absent on that of all. */
  collection?: CollectionName | undefined
  /** Ids of the entries published last; highlighted. */
  fresh: ReadonlySet<string>
  onPublished: OnPublished
  /** Id of the draft that is open in the composer, or null. */
  writing: string | null
}

const ALL_TEXTS = { loading: 'all.loading', error: 'all.error', empty: 'all.empty' } as const

type Action = EntryAction & { entry: EntryOfCollection }

/** The entries of all collections or of one, in the state of a tab, with actions for one or several. */
function EntryList({ collection: ofScreen, fresh, onPublished, writing }: EntryListProps) {
  const headId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { collection, kinds, params, goTo } = useListParams(ofScreen)
  const mayPublish = useRights()('publish')
  const { q, page, kind, state } = params
  const [action, setAction] = useState<Action | null>(null)
  /** Ids of the selected entries; null while none are being selected. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [deleting, setDeleting] = useState<readonly EntryOfCollection[] | null>(null)
  const { list, counts, total, pages, isOrdered } = useEntryPage(collection, params)
  const found = counts.isPlaceholderData ? undefined : total
  useLastPage(found !== undefined && page > pages, pages, goTo)
  const entries = list.data ?? []
  const isOfDrafts = state === 'draft' || state === 'waiting'
  const readers = useListedReaders(isOfDrafts ? [] : entries)
  // Queued entries are unknown to the server and are deleted one by one.
  const selectable = entries.filter(({ queued }) => !queued)
  const selected = selectable.filter(({ _id }) => chosen?.has(_id))
  const firstFresh = entries.find(({ _id }) => fresh.has(_id))
  // A card reports the others, and has the focus.
  useScrollToFresh(firstFresh?.queued ? firstFresh._id : null)
  const select = (ids: readonly string[], isSelected: boolean) =>
    setChosen((before) => changedSelection(before ?? NONE, ids, isSelected))
  const toTop = () => heading.current?.focus()
  const onGone = () => requestAnimationFrame(toTop)
  const close = () => {
    setAction(null)
    setDeleting(null)
  }
  const isNarrowed = q !== '' || kind !== '' || state !== 'all'
  const caption = t(`${collection ?? 'all'}.list`)
  const { loading, error, empty } = collection ? collectionScreens[collection] : ALL_TEXTS
  const rows = {
    caption,
    selected: chosen,
    fresh,
    onSelect: (id: string, isSelected: boolean) => select([id], isSelected),
    busy: list.isPlaceholderData,
    now: list.dataUpdatedAt,
    readers,
    onTask: (task: EntryAction['task'], entry: EntryOfCollection) => setAction({ task, entry }),
  }
  return (
    <>
      <PublishedTabs current={state} counts={counts.data} params={params} />
      <section className="stack entrylist" aria-labelledby={headId}>
        <h2 className="vh" id={headId} tabIndex={-1} ref={heading}>
          {caption} {total !== undefined && t('list.total', { n: formatNumber(total) })}
        </h2>
        <ListFilters
          {...{ collection, kinds, params, goTo }}
          isOfScreen={ofScreen !== undefined}
          canSort={!isOrdered && !isOfDrafts}
          // The server refuses the deletion to clerks whose entries wait for approval.
          onSelect={mayPublish && !isOfDrafts ? () => setChosen(NONE) : undefined}
        />
        <p className="vh" role="status">
          {firstFresh && t('fresh.marked')}
          {q && found !== undefined && t('admin.list.found', { query: q, n: formatNumber(found) })}
        </p>
        <UnreadNote list="/api/admin/entries" />
        <QueryState
          query={list}
          texts={{ loading: t.pair(loading), error: t.pair(error), empty: t.pair(empty) }}
          isEmpty={(shown) => shown.length === 0 && page === 1 && !isNarrowed}
        >
          {(shown) =>
            shown.length > 0 ? (
              <>
                {chosen && !isOfDrafts && (
                  <Selection
                    {...{ selectable, selected }}
                    onSelect={select}
                    onDelete={() => setDeleting(selected)}
                    onEnd={() => {
                      setChosen(null)
                      toTop()
                    }}
                  />
                )}
                {isOfDrafts ? (
                  <DraftRows
                    entries={shown.filter(({ _id }) => _id !== writing)}
                    onEdit={(entry) => setAction({ task: 'edit', entry })}
                    {...{ onPublished, onGone }}
                  />
                ) : (
                  <Rows
                    {...rows}
                    entries={shown}
                    ordered={isOrdered ? collection : undefined}
                    isWhole={!isNarrowed}
                  />
                )}
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
        <Dialogs {...{ action, deleting, readers, onGone }} onClose={close} />
      </section>
    </>
  )
}

/** What the address asks for, and a function that changes it. */
function useListParams(ofScreen: CollectionName | undefined) {
  const [search, setSearch] = useSearchParams()
  const collection = ofScreen ?? (readListParams(search).of || undefined)
  const kinds = useKinds(collection ?? '')
  const params = readListParams(search, kinds)
  const goTo = (change: Partial<ListParams>, replace = false) =>
    setSearch(writeListParams({ ...params, page: 1, ...change }), {
      replace,
      preventScrollReset: true,
    })
  return { collection, kinds, params, goTo }
}

/** A page of a list, or all entries that have an order, and the numbers of what matches. */
function useEntryPage(
  collection: CollectionName | undefined,
  { q, page, kind, state, sorting }: ListParams,
) {
  const api = useAdminApi()
  const filter = { ...(q && { q }), ...(collection && { collection }), ...(kind && { kind }) }
  const isOrdered = collection !== undefined && takes(collection, 'order') && state === 'all'
  const part = isOrdered
    ? ({ sort: 'order' } as const)
    : { ...sortings[sorting], limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const list = useQuery({
    ...allEntriesQuery(api, { ...filter, state, ...part }),
    placeholderData: keepPreviousData,
  })
  const counts = useQuery({ ...entryCountsQuery(api, filter), placeholderData: keepPreviousData })
  const total = counts.data?.[state]
  return { list, counts, total, pages: isOrdered ? 1 : pageCount(total ?? 0), isOrdered }
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

type RowsProps = ComponentProps<typeof EntryRows> & {
  /** The collection whose entries have an order, if they are shown in it. */
  ordered: CollectionName | undefined
  isWhole: boolean
}

function Rows({ ordered, isWhole, ...rows }: RowsProps) {
  return ordered ? (
    <OrderedRows {...rows} collection={ordered} isWhole={isWhole} />
  ) : (
    <EntryRows {...rows} />
  )
}

interface DialogsProps {
  action: Action | null
  /** The entries that are to be deleted together. */
  deleting: readonly EntryOfCollection[] | null
  readers: ReturnType<typeof useListedReaders>
  onClose: () => void
  onGone: () => void
}

/** The dialog of an action on one entry, or on several. */
function Dialogs({ action, deleting, readers, ...dialog }: DialogsProps) {
  if (action) {
    return (
      <EntryDialog {...action} {...dialog} collection={action.entry.collection} readers={readers} />
    )
  }
  return deleting && <DeleteDialog {...dialog} entries={deleting} />
}

/** Leaves a page behind the last one, whose last entry may just have been deleted. */
function useLastPage(
  isBeyond: boolean,
  pages: number,
  goTo: (change: Partial<ListParams>, replace: boolean) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a page out of range changes the address
  useEffect(() => {
    if (isBeyond) goTo({ page: pages }, true)
  }, [isBeyond, pages])
}

interface SelectionProps {
  selectable: readonly EntryOfCollection[]
  selected: readonly EntryOfCollection[]
  onSelect: (ids: readonly string[], isSelected: boolean) => void
  onDelete: () => void
  onEnd: () => void
}

/** Selects the entries of a page, and deletes those that are selected. */
function Selection({ selectable, selected, onSelect, onDelete, onEnd }: SelectionProps) {
  const n = selected.length
  return (
    <SelectionBar
      selected={n}
      ids={selectable.map(({ _id }) => _id)}
      onSelect={onSelect}
      takesFocus
    >
      {n > 0 && (
        <Button small look="danger" icon="trash" onClick={onDelete}>
          {t('pick.delete', { n: formatNumber(n) })}
        </Button>
      )}
      <Button small look="quiet" onClick={onEnd}>
        {t('pick.none')}
      </Button>
    </SelectionBar>
  )
}

/**
 * What is published and what is to be: the composer, and the list of all entries.
 * @param props.collection of the entries; absent for all
 */
export function PublishedScreen({ collection }: { collection?: CollectionName }) {
  const { fresh, onPublished, card } = usePublished()
  const [start, setStart] = useState<PageStart | null>(null)
  const [draft, setDraft] = useState<string | null>(null)
  const isOfPages = collection === 'pages'
  return (
    <>
      <PublishedHead />
      {isOfPages && <StandardPages whileEmpty onStart={setStart} />}
      {card}
      <Composer
        {...(collection && { collection })}
        {...{ start, onPublished }}
        onDraft={setDraft}
      />
      <EntryList {...{ collection, fresh, onPublished }} writing={draft} />
      {isOfPages && <StandardPages whileEmpty={false} onStart={setStart} />}
    </>
  )
}
