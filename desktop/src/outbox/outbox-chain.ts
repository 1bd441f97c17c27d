import type { OutboxItem } from './outbox-item.ts'
import type { OutboxStore } from './outbox-store.ts'
import { withFields } from './rewrite-body.ts'

interface AnsweredRecord {
  _id?: string | undefined
  __v: number
}

/** Whether an item waits for an earlier one of the same target that needs a person. */
export function isBlocked(item: OutboxItem, items: readonly OutboxItem[]): boolean {
  return items.some(
    (earlier) => earlier.seq < item.seq && earlier.target === item.target && earlier.refusal,
  )
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
  const typed = await withFields({ body, contentType: item.contentType }, { __v: null })
  return [{ ...item, baseVersion: null, contentType: typed.contentType }, typed.body]
}
