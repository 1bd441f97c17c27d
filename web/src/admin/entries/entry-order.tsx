import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { MENU_GROUPS } from '@bidyaloy/shared/collections/entry-properties'
import { hasKinds, type Kind, kindsOf } from '@bidyaloy/shared/collections/kinds'
import { type CollectionName, takes } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { useSettings } from '../../school/use-school.ts'
import { failureText } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
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

/** Returns a number between those of two neighbours; one of them may be absent at an end. */
function orderBetween(before: Entry | undefined, after: Entry | undefined): number {
  const { order: low = (after?.order ?? 0) - 2 } = before ?? {}
  const { order: high = low + 2 } = after ?? {}
  return (low + high) / 2
}

/** Moves entries within their group, one change for each step. Keeps the focus on the moved entry. */
export function useEntryOrder(collection: CollectionName, box: RefObject<HTMLElement | null>) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache(collection)
  const [announcement, setAnnouncement] = useState('')
  const save = useMutation({
    // One after the other, in the order of the clicks.
    scope: { id: `order-${collection}` },
    mutationFn: ({ entry, order }: { entry: Entry; order: number }) =>
      api.updateEntry({ params: { collection, id: entry._id }, body: { order } }),
    onMutate: ({ entry, order }) => cache.put({ ...entry, order }),
    onSettled: () => cache.refresh(),
  })
  const move = (group: EntryGroup, entry: Entry, task: RowTask) => {
    const others = group.entries.filter(({ _id }) => _id !== entry._id)
    const to = group.entries.indexOf(entry) + (task === 'up' ? -1 : 1)
    const order = orderBetween(others[to - 1], others[to])
    save.mutate({ entry, order }, { onSuccess: () => notifySaved({ text: t('order.saved') }) })
    setAnnouncement(t('order.moved', { title: entry.title, n: formatNumber(to + 1) }))
    // At either end the pressed button is disabled; the opposite one takes the focus.
    const isAtEnd = to === 0 || to === others.length
    const other = task === 'up' ? 'down' : 'up'
    requestAnimationFrame(() => {
      const row = box.current?.querySelector(`[data-entry="${entry._id}"]`)
      row?.querySelector<HTMLElement>(`[data-task="${isAtEnd ? other : task}"]`)?.focus()
    })
  }
  return { move, announcement, error: save.error && failureText(save.error) }
}

export interface OrderButtonsProps {
  group: EntryGroup
  entry: Entry
  onMove: ReturnType<typeof useEntryOrder>['move']
}

/** The buttons that move an entry up and down. Not of an entry that waits to be sent. */
export function OrderButtons({ group, entry, onMove }: OrderButtonsProps) {
  const movable = group.entries.filter(({ order }) => order !== undefined)
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
