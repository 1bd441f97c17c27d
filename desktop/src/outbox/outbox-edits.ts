import { orderIn } from './file-changes.ts'
import { setsText } from './outbox-chain.ts'
import type { OutboxItem, OutboxStore } from './outbox-store.ts'
import { readBodyParts, withFields } from './rewrite-body.ts'

/** Removes an item and the later changes of the record that it creates, last first. */
export async function removeWithFollowers(store: OutboxStore, item: OutboxItem): Promise<void> {
  for (const one of followers(item, store.items()).reverse()) await store.remove(one)
  await store.remove(item)
}

/** Returns later changes of the record that this item creates. */
function followers(item: OutboxItem, items: readonly OutboxItem[]): OutboxItem[] {
  if (item.temporaryId === null) return []
  return items.filter((later) => later.seq > item.seq && later.target === item.target)
}

/**
 * Removes the version check and the refusal of an item, so that it overwrites others' changes when
 * it is sent again. Later changes of its record overwrite as well.
 * @param present paths of the entry's files at the server; null if unknown
 */
export async function overwriteOthers(
  store: OutboxStore,
  item: OutboxItem,
  present: readonly string[] | null,
): Promise<void> {
  const isLater = ({ target, seq }: OutboxItem) => target === item.target && seq > item.seq
  const later = store.items().filter(isLater)
  const added = [item, ...later].flatMap(({ files }) => files.map((file) => file.filePath))
  const known = present && [...present, ...added]
  for (const one of later.reverse()) {
    await store.change(...(await withoutVersion(store, one, known)))
  }
  const [freed, body] = await withoutVersion(store, item, known)
  await store.change({ ...freed, refusal: null, attempts: 0 }, body)
}

/**
 * Removes the version check from a change, so that it overwrites others' changes.
 * @param known paths that its order of files may name; null for all
 */
async function withoutVersion(
  store: OutboxStore,
  item: OutboxItem,
  known: readonly string[] | null,
): Promise<[item: OutboxItem, body: Uint8Array<ArrayBuffer> | undefined]> {
  const body = await store.body(item)
  if (!body || !item.contentType) return [{ ...item, baseVersion: null }, undefined]
  const before = { body, contentType: item.contentType }
  const order = orderIn((await readBodyParts(before)).fields)
  const files = order?.filter((place) => place === null || !known || known.includes(place))
  const typed = await withFields(before, { __v: undefined, ...(files && { files }) })
  return [{ ...item, baseVersion: null, contentType: typed.contentType }, typed.body]
}

/**
 * Sets fields of an item and its Idempotency-Key, and has it sent again.
 * @returns false for an item without fields, or one that may have arrived
 */
export async function editFields(
  store: OutboxStore,
  item: OutboxItem,
  fields: Readonly<Record<string, unknown>>,
  key: string,
): Promise<boolean> {
  const mayHaveArrived = item.attempts > 0 && item.refusal === null
  const body = mayHaveArrived ? null : await store.body(item)
  if (!body || !item.contentType) return false
  const typed = await withFields({ body, contentType: item.contentType }, fields)
  const title = typeof fields.title === 'string' ? fields.title : item.about.title
  const { contentType } = typed
  const hasText = 'body' in fields ? setsText(fields) : item.about.hasText
  const about = { ...item.about, title, hasText }
  await store.change({ ...item, key, contentType, about, refusal: null, attempts: 0 }, typed.body)
  return true
}
