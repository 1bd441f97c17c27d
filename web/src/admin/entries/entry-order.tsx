import type { Entry } from '@bidyaloy/shared/collections/entry'
import { MENU_GROUPS } from '@bidyaloy/shared/collections/entry-properties'
import { hasKinds, type Kind, kindsOf } from '@bidyaloy/shared/collections/kinds'
import { type CollectionName, takes } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { orderChanges } from '../../lib/order-changes.ts'
import { useSettings } from '../../school/use-school.ts'
import { Alert } from '../../ui/alert.tsx'
import { failureText } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { focusOnMount } from '../components/focus.ts'
import { RowButtons, type RowTask } from '../form/editable-list.tsx'
import { withCopy } from '../t.ts'
import { useEntryCache } from './entry-cache.ts'

const t = withCopy(entriesCopy)

/** Entries below one heading of a list, in their order. */
export interface EntryGroup {
  id: string
  name: string
  entries: readonly Entry[]
}

/**
 * The groups of a list whose entries have an order: those of the navigation, or the kinds; the last
 * group has the entries without one. Empty groups are left out.
 */
export function useEntryGroups(
  collection: CollectionName,
  entries: readonly Entry[],
): readonly EntryGroup[] {
  const settings = useSettings()
  const kinds = hasKinds(collection) ? kindsOf(collection, settings) : []
  const groups: readonly Kind[] = takes(collection, 'menu')
    ? MENU_GROUPS.map((id) => ({ id, name: t(`nav.${id}`) }))
    : kinds
  const none = { id: '', name: t(takes(collection, 'menu') ? 'menu.none' : 'kind.none') }
  const groupOf = ({ menu, kind }: Entry) =>
    groups.find(({ id }) => id === (menu ?? kind))?.id ?? none.id
  // A change that waits to be sent may not have an order yet.
  const orderOf = ({ order = Number.POSITIVE_INFINITY }: Entry) => order
  const ordered = [...entries].sort((a, b) =>
    orderOf(a) === orderOf(b) ? 0 : orderOf(a) < orderOf(b) ? -1 : 1,
  )
  return [...groups, none]
    .map((group) => ({ ...group, entries: ordered.filter((entry) => groupOf(entry) === group.id) }))
    .filter((group) => group.entries.length > 0)
}

/**
 * Moves entries within their group; shows each move before it is saved, and keeps the focus on the
 * moved entry.
 * @param saved the entries of the list
 * @returns `entries` as they are ordered now
 */
export function useEntryOrder<E extends Entry>(
  collection: CollectionName,
  saved: readonly E[],
  box: RefObject<HTMLElement | null>,
) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache()
  const running = useRef(0)
  const [announcement, setAnnouncement] = useState('')
  // An order counts until the entry has another version.
  const [moved, setMoved] = useState<Readonly<Record<string, { order: number; __v: number }>>>({})
  const entries = saved.map((entry) => {
    const change = moved[entry._id]
    return change?.__v === entry.__v ? { ...entry, order: change.order } : entry
  })
  const save = useMutation({
    // One after the other, in the order of the clicks.
    scope: { id: `order-${collection}` },
    mutationFn: ({ _id: id, order }: { _id: string; order: number }) =>
      api.updateEntry({ params: { collection, id }, body: { order } }),
    onSuccess: () => running.current === 1 && notifySaved({ text: t('order.saved') }),
    onError: () => setMoved({}),
    onSettled: () => {
      running.current -= 1
      // Before, the list would not have the moves that wait.
      if (running.current === 0) cache.refresh()
    },
  })
  const move = (group: EntryGroup, entry: Entry, task: RowTask) => {
    const movable = group.entries.filter(hasOrder)
    const others = movable.filter(({ _id }) => _id !== entry._id)
    const to = movable.indexOf(entry) + (task === 'up' ? -1 : 1)
    for (const { _id, order } of orderChanges([
      ...others.slice(0, to),
      entry,
      ...others.slice(to),
    ])) {
      const __v = movable.find((one) => one._id === _id)?.__v ?? 0
      setMoved((before) => ({ ...before, [_id]: { order, __v } }))
      running.current += 1
      save.mutate({ _id, order })
    }
    setAnnouncement(t('order.moved', { title: entry.title, n: formatNumber(to + 1) }))
    // At either end the pressed button is disabled; the opposite one takes the focus.
    const isAtEnd = to === 0 || to === others.length
    const other = task === 'up' ? 'down' : 'up'
    requestAnimationFrame(() => {
      const row = box.current?.querySelector(`[data-entry="${entry._id}"]`)
      row?.querySelector<HTMLElement>(`[data-task="${isAtEnd ? other : task}"]`)?.focus()
    })
  }
  return { entries, move, announcement, error: save.error && failureText(save.error) }
}

/** Announces a move, and says if it could not be saved. */
export function OrderStatus({
  order: { announcement, error },
}: {
  order: Pick<ReturnType<typeof useEntryOrder>, 'announcement' | 'error'>
}) {
  return (
    <>
      <p className="vh" role="status">
        {announcement}
      </p>
      {error && (
        <Alert tone="error" ref={focusOnMount}>
          <b>{t('order.failed')}</b> {error}
        </Alert>
      )}
    </>
  )
}

/** A change that waits to be sent may not have an order yet. */
const hasOrder = ({ order }: Entry) => order !== undefined

export interface OrderButtonsProps {
  group: EntryGroup
  entry: Entry
  onMove: ReturnType<typeof useEntryOrder>['move']
}

/** The buttons that move an entry up and down. Not of an entry that waits to be sent. */
export function OrderButtons({ group, entry, onMove }: OrderButtonsProps) {
  const movable = group.entries.filter(hasOrder)
  const index = movable.indexOf(entry)
  if (index < 0 || movable.length < 2) return null
  return (
    <RowButtons
      texts={{ up: t('order.up'), down: t('order.down') }}
      subject={entry.title}
      isFirst={index === 0}
      isLast={index === movable.length - 1}
      onTask={(task) => onMove(group, entry, task)}
    />
  )
}
