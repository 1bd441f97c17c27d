import type { NewOutboxItem, OutboxItem, OutboxStore } from './outbox-store.ts'
import { readFields, type TypedBody, withFields } from './rewrite-body.ts'

/** A change after a later one was merged into it. */
interface Coalesced {
  item: OutboxItem
  body: Uint8Array<ArrayBuffer> | null
}

/**
 * Merges a change into the one it builds on, if that has certainly not reached the server.
 * @param sending `seq` of the item in flight
 * @returns null if the change needs an item of its own
 */
export async function coalesce(
  store: OutboxStore,
  fresh: NewOutboxItem,
  body: Uint8Array<ArrayBuffer> | null,
  sending: number | null,
): Promise<Coalesced | null> {
  const before = replaceableBy(fresh, store.items())
  if (!before || before.attempts > 0 || before.seq === sending) return null
  if (isSameForm(before, fresh)) return { item: { ...before, ...fresh, refusal: null }, body }
  const old = await store.body(before).catch(() => null)
  const freed: OutboxItem = { ...before, key: fresh.key, refusal: null }
  if (!body || !fresh.contentType) return old ? null : { item: freed, body: null }
  if (!old || !before.contentType) return null
  // Imports of different rows are different changes.
  if (fresh.endpoint === 'importStudentCounts' && !Buffer.from(old).equals(body)) return null
  const earlier = { body: old, contentType: before.contentType }
  const later = { body, contentType: fresh.contentType }
  const merged = await merge(earlier, later, fresh.about.fileName !== null)
  // A new record has no version to check.
  const whole = before.temporaryId === null ? merged : await withFields(merged, { __v: undefined })
  const about = {
    collection: before.about.collection,
    title: fresh.about.title || before.about.title,
    fileName: fresh.about.fileName ?? before.about.fileName,
  }
  return { item: { ...freed, about, contentType: whole.contentType }, body: whole.body }
}

/** The last change of the same record or form, if this one replaces it. */
function replaceableBy(fresh: NewOutboxItem, items: readonly OutboxItem[]): OutboxItem | undefined {
  const ofForm = items.find((item) => isSameForm(item, fresh))
  if (ofForm) {
    const followed = items.some(({ seq, target }) => seq > ofForm.seq && target === ofForm.target)
    return followed ? undefined : ofForm
  }
  const last = items.filter(({ target }) => target === fresh.target).at(-1)
  if (!last) return undefined
  const changesNew = last.temporaryId !== null && fresh.method === 'PUT'
  const isSameView = last.endpoint === fresh.endpoint && last.baseVersion === fresh.baseVersion
  return changesNew || isSameView ? last : undefined
}

/** Keys of one form are `<form>.<number>`: a later number replaces a rejected submission. */
function isSameForm(item: Pick<OutboxItem, 'key' | 'endpoint'>, fresh: NewOutboxItem): boolean {
  const form = FORM.exec(fresh.key)?.[1]
  const sent = FORM.exec(item.key)?.[1]
  return form !== undefined && form === sent && item.endpoint === fresh.endpoint
}

const FORM = /^([^.]+)\.\d+$/

/** Merges the fields of two bodies. @param hasFile whether `later` has a file */
async function merge(earlier: TypedBody, later: TypedBody, hasFile: boolean): Promise<TypedBody> {
  const { fields } = await readFields(later)
  if (!hasFile) return withFields(earlier, fields)
  const { fields: before } = await readFields(earlier)
  const missing = Object.entries(before).filter(([name]) => !(name in fields))
  return withFields(later, Object.fromEntries(missing))
}

interface ReturnedRecord {
  _id?: string | undefined
  __v: number
}

/** Returns the first item that can be sent; a refused or held item blocks later ones of its target. */
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

/** Returns later changes of the record that this item creates. */
export function followers(item: OutboxItem, items: readonly OutboxItem[]): OutboxItem[] {
  if (item.temporaryId === null) return []
  return items.filter((later) => later.seq > item.seq && later.target === item.target)
}

/** Replaces the temporary id in later changes with the id from the server. */
export async function settleCreation(
  store: OutboxStore,
  created: OutboxItem,
  record: ReturnedRecord,
): Promise<void> {
  const { temporaryId } = created
  if (temporaryId === null || record._id === undefined) return
  for (const item of followers(created, store.items())) {
    const path = item.path.split('/').map((part) => (part === temporaryId ? record._id : part))
    await store.change({ ...item, path: path.join('/') })
  }
}

/**
 * Moves later changes of the same base version to the new version. Another user's change in
 * between still causes a conflict.
 */
export async function settleVersion(
  store: OutboxStore,
  done: OutboxItem,
  record: ReturnedRecord,
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

/** Removes the version check from a change, so that it overwrites others' changes. */
export async function withoutVersion(
  store: OutboxStore,
  item: OutboxItem,
): Promise<[item: OutboxItem, body: Uint8Array<ArrayBuffer> | undefined]> {
  const body = await store.body(item)
  if (!body || !item.contentType) return [{ ...item, baseVersion: null }, undefined]
  const typed = await withFields({ body, contentType: item.contentType }, { __v: undefined })
  return [{ ...item, baseVersion: null, contentType: typed.contentType }, typed.body]
}
