import type { OutboxItem } from './outbox-item.ts'
import type { OutboxStore } from './outbox-store.ts'
import { withFields } from './rewrite-body.ts'

interface AnsweredRecord {
  _id?: string | undefined
  __v: number
}

/** The first item that can go; one that a person has to decide on keeps its followers back, too. */
export function nextToSend(
  items: readonly OutboxItem[],
  held: ReadonlySet<number>,
): OutboxItem | undefined {
  const blocked = new Set<string>()
  for (const item of items) {
    if (item.refusal !== null || held.has(item.seq)) blocked.add(item.target)
    else if (!blocked.has(item.target)) return item
  }
  return undefined
}

/** The later changes of what this item creates: without it they have nothing to change. */
export function followers(item: OutboxItem, items: readonly OutboxItem[]): OutboxItem[] {
  if (item.temporaryId === null) return []
  return items.filter((later) => later.seq > item.seq && later.target === item.target)
}

/** Once a creation has its id: later changes of it are addressed to that instead. */
export async function settleCreation(
  store: OutboxStore,
  created: OutboxItem,
  record: AnsweredRecord,
): Promise<void> {
  const { temporaryId } = created
  if (temporaryId === null || record._id === undefined) return
  for (const item of followers(created, store.items())) {
    const path = item.path.split('/').map((part) => (part === temporaryId ? record._id : part))
    await store.change({ ...item, path: path.join('/') })
  }
}

/**
 * Later changes that were made while looking at the same version go on from the new one; somebody
 * else's change in between is still noticed.
 */
export async function settleVersion(
  store: OutboxStore,
  done: OutboxItem,
  record: AnsweredRecord,
): Promise<void> {
  const base = done.temporaryId === null ? done.baseVersion : 0
  if (base === null || base === record.__v) return
  for (const item of store.items()) {
    const sameView = item.target === done.target && item.baseVersion === base
    if (item.seq <= done.seq || !sameView) continue
    const body = await store.body(item)
    if (!body || !item.contentType) continue
    const typed = await withFields({ body, contentType: item.contentType }, { __v: record.__v })
    await store.change(
      { ...item, baseVersion: record.__v, contentType: typed.contentType },
      typed.body,
    )
  }
}

/** A change that no longer minds what others have changed meanwhile. */
export async function withoutVersion(
  store: OutboxStore,
  item: OutboxItem,
): Promise<[item: OutboxItem, body: Uint8Array<ArrayBuffer> | undefined]> {
  const body = await store.body(item)
  if (!body || !item.contentType) return [{ ...item, baseVersion: null }, undefined]
  const typed = await withFields({ body, contentType: item.contentType }, { __v: undefined })
  return [{ ...item, baseVersion: null, contentType: typed.contentType }, typed.body]
}
