import type { TrashItem } from '@bidyaloy/shared/collections/entry'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { foldForSearch } from '@bidyaloy/shared/lib/bengali/search-text'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { TakeDownDialog } from '../../features/take-down/admin/take-down-dialog.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText, hasCode } from '../api/failure-text.ts'
import { useRights } from '../api/session.ts'
import { focusOnMount, useFocusAfterRemoval } from '../components/focus.ts'
import { QueryState } from '../components/query-state.tsx'
import { PublishedHead, PublishedTabsOfAll } from '../entries/published-tabs.tsx'
import {
  changedSelection,
  ListPager,
  ListSearch,
  NothingFound,
  PAGE_SIZE,
  pageCount,
  readListParams,
  SelectionBar,
  writeListParams,
} from '../list/list-controls.tsx'
import { withCopy } from '../t.ts'
import { TrashTable } from './trash-table.tsx'

const t = withCopy(overviewCopy)

/** Retention of the trash. */
const TRASH_DAYS = toBengaliDigits(30)
const NONE: ReadonlySet<string> = new Set()

/** Recently deleted items, restored one by one or several at once. */
export function TrashScreen() {
  const query = useQuery(trashQuery(useAdminApi()))
  const [search, setSearch] = useSearchParams()
  const { q, page: wanted } = readListParams(search)
  const [chosen, setChosen] = useState(NONE)
  const [takenDown, setTakenDown] = useState<TrashItem>()
  const mayTakeDown = useRights()('approve')
  const heading = useRef<HTMLHeadingElement>(null)
  const rows = useRef<HTMLTableElement>(null)

  const found = (query.data ?? []).filter(({ title }) =>
    foldForSearch(title).includes(foldForSearch(q)),
  )
  const pages = pageCount(found.length)
  const page = Math.min(wanted, pages)
  const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const selected = (query.data ?? []).filter(({ _id }) => chosen.has(_id))

  const focusAfter = useFocusAfterRemoval(
    shown.map(({ _id }) => _id),
    rows,
    heading,
  )
  const restore = useRestore(([first]) => {
    const index = shown.findIndex(({ _id }) => _id === first?._id)
    setChosen(NONE)
    if (first) focusAfter({ id: first._id, index: Math.max(index, 0) })
  })
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen(changedSelection(chosen, ids, isChosen))
  const start = (items: readonly TrashItem[]) => {
    if (!restore.isPending) restore.mutate(items)
  }
  const restoring = restore.isPending ? new Set(restore.variables.map(({ _id }) => _id)) : NONE

  return (
    <>
      <PublishedHead />
      <PublishedTabsOfAll current="trash" />
      <p className="muted">{t('trash.lead', { days: TRASH_DAYS })}</p>
      <section className="stack entrylist" aria-labelledby="trash">
        <h2 className="vh" id="trash" tabIndex={-1} ref={heading}>
          {t('trash.list')}
        </h2>
        {(q !== '' || (query.data?.length ?? 0) > PAGE_SIZE) && (
          <ListSearch
            q={q}
            onSearch={(words) =>
              setSearch(writeListParams({ q: words }), { preventScrollReset: true })
            }
          />
        )}
        {restore.isError && (
          <Alert tone="error" ref={focusOnMount} key={restore.submittedAt}>
            <b>{resultText('failed', restore.variables)}</b> {reasonText(restore.error)}
          </Alert>
        )}
        <QueryState
          query={query}
          texts={{ loading: t('trash.loading'), error: t('trash.error'), empty: t('trash.empty') }}
          whenEmpty={<p>{t('trash.empty.hint', { days: TRASH_DAYS })}</p>}
        >
          {() => (
            <>
              <SelectionBar
                selected={selected.length}
                ids={shown.map(({ _id }) => _id)}
                onSelect={choose}
              >
                {selected.length > 0 && (
                  <Button
                    small
                    look="primary"
                    icon="undo"
                    busy={restore.isPending}
                    onClick={() => start(selected)}
                  >
                    {restore.isPending
                      ? t('trash.restoring')
                      : t('trash.restoreChosen', { n: formatNumber(selected.length) })}
                  </Button>
                )}
              </SelectionBar>
              {shown.length > 0 ? (
                <TrashTable
                  items={shown}
                  chosen={chosen}
                  onChoose={choose}
                  restoring={restoring}
                  onRestore={(item) => start([item])}
                  onTakeDown={mayTakeDown ? setTakenDown : undefined}
                  ref={rows}
                />
              ) : (
                <NothingFound
                  text={t('trash.search.none', { query: q })}
                  onShowAll={() => setSearch(writeListParams({}))}
                />
              )}
              <ListPager
                params={{ q, page }}
                pages={pages}
                onTurn={() => heading.current?.focus()}
              />
            </>
          )}
        </QueryState>
      </section>
      {takenDown && (
        <TakeDownDialog
          target={{ trashed: takenDown._id }}
          onClose={() => setTakenDown(undefined)}
          onDone={() => heading.current?.focus()}
        />
      )}
    </>
  )
}

const trashQuery = (api: ReturnType<typeof useAdminApi>) =>
  queryOptions({
    queryKey: ['trash'],
    queryFn: async ({ signal }) => {
      const items = await api.listTrash({}, { signal })
      return items.map((item) => ({ ...item, title: item.title || t('trash.untitled') }))
    },
  })

/** The server's limit per request. */
const BATCH_SIZE = 200

/** Restores items. Up to a batch of them is restored all or none. */
function useRestore(onRestored: (items: readonly TrashItem[]) => void) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: async (items: readonly TrashItem[]) => {
      const [id, ...others] = items.map(({ _id }) => _id)
      if (id && others.length === 0) await api.restoreTrash({ params: { id } })
      else {
        for (let at = 0; at < items.length; at += BATCH_SIZE) {
          const ids = items.slice(at, at + BATCH_SIZE).map(({ _id }) => _id)
          await api.restoreFromTrash({ body: { ids } })
        }
      }
    },
    onSuccess: (_, items) => {
      const restored = new Set(items.map(({ _id }) => _id))
      queryClient.setQueryData(trashQuery(api).queryKey, (list) =>
        list?.filter(({ _id }) => !restored.has(_id)),
      )
      toasts.show({ tone: 'ok', text: resultText('restored', items), records: [...restored] })
      onRestored(items)
    },
    // Lists, numbers and activity change as well.
    onSettled: () => queryClient.invalidateQueries(),
  })
}

function resultText(result: 'restored' | 'failed', items: readonly TrashItem[]): string {
  const [only, ...others] = items
  return only && others.length === 0
    ? t(`trash.${result}`, { title: only.title })
    : t(`trash.${result}Many`, { n: formatNumber(items.length) })
}

function reasonText(error: Error): string {
  if (hasCode(error, 'not_found')) return t('trash.gone')
  return hasCode(error, 'conflict') ? t('trash.conflict') : failureText(error)
}
