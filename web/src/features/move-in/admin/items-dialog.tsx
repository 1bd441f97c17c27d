import type { MoveInItem } from '@bidyaloy/shared/features/move-in/move-in'
import { formatDays } from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import type { ReactNode } from 'react'
import { failureText } from '../../../admin/api/failure-text.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type ItemFilter, useItems } from './move-queries.ts'
import { t } from './texts.ts'

/** A list of items that is asked for. */
export interface ItemList {
  title: string
  filter: ItemFilter
}

interface ItemsDialogProps {
  /** Of the move. */
  id: string
  list: ItemList
  onClose: () => void
}

/** Items of a move, page after page. */
export function ItemsDialog({ id, list: { title, filter }, onClose }: ItemsDialogProps) {
  const query = useItems(id, filter)
  return (
    <Dialog title={title} onClose={onClose} focus="title">
      <div className="dialog__b">
        <QueryState
          query={query}
          bare
          texts={{
            loading: t('moveIn.items.loading'),
            error: t('moveIn.items.error'),
            empty: t('moveIn.items.none'),
          }}
          isEmpty={({ pages }) => (pages[0]?.total ?? 0) === 0}
        >
          {({ pages }) => (
            <ul className="items3">
              {pages
                .flatMap(({ items }) => items)
                .map((item) => (
                  <li key={item.n}>
                    <ItemText item={item} />
                  </li>
                ))}
            </ul>
          )}
        </QueryState>
        <MoreItems query={query} />
      </div>
      <div className="dialog__f">
        <Button onClick={onClose}>{t('moveIn.items.close')}</Button>
      </div>
    </Dialog>
  )
}

/** The title of an item, where it was, and what of it is not brought. Children follow the title. */
export function ItemText({ item, children }: { item: MoveInItem; children?: ReactNode }) {
  const { title, day, key, collection, leftOut } = item
  return (
    <span className="itemtext">
      <b>{title || t('moveIn.items.untitled')}</b>
      {children}
      <small>
        {t(`moveIn.kind.${collection}`)} · {day ? formatDays(day) : t('moveIn.preview.noDay')}
      </small>
      {leftOut.map(({ what, name }) => (
        <small key={`${what} ${name}`}>
          {t(`moveIn.leftOut.${what}`)} {name && <bdi>«{name}»</bdi>}
        </small>
      ))}
      <small>
        <bdi>{readable(key)}</bdi>
      </small>
    </span>
  )
}

/** Bengali letters of an address instead of their codes; the row of a list. */
function readable(key: string): string {
  const [, file, row] = /^(.+\.csv)#(\d+)$/i.exec(key) ?? []
  if (file && row) return t('moveIn.items.row', { file, n: toBengaliDigits(row) })
  try {
    return decodeURI(key)
  } catch {
    return key
  }
}

type MoreItemsProps = { query: ReturnType<typeof useItems> }

/** Asks for the next page of a list. */
export function MoreItems({ query }: MoreItemsProps) {
  const pages = query.data?.pages ?? []
  const read = pages.reduce((sum, { items }) => sum + items.length, 0)
  const left = (pages.at(-1)?.total ?? 0) - read
  return (
    <>
      {query.isFetchNextPageError && (
        <Alert tone="error">
          <b>{t('moveIn.items.error')}</b> {failureText(query.error)}
        </Alert>
      )}
      {query.hasNextPage && (
        <div>
          <Button icon="down" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t('moveIn.items.more', { n: formatNumber(left) })}
          </Button>
        </div>
      )}
    </>
  )
}
