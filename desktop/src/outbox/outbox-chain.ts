import { assignedPaths, mergeFileChanges, type NewFile, orderIn } from './file-changes.ts'
import type { NewOutboxItem, OutboxItem, OutboxStore } from './outbox-store.ts'
import { endpointOf, isQueueable, offlineOf } from './queueable.ts'
import {
  isMultipart,
  readBodyParts,
  type TypedBody,
  withFields,
  writeBodyParts,
} from './rewrite-body.ts'
import type { ReturnedRecord } from './send-results.ts'

/** A pending change with a later one merged into it. */
interface Coalesced {
  item: OutboxItem
  body: Uint8Array<ArrayBuffer> | null
}

/**
 * Merges a change into the one it builds on, if that has certainly not reached the server.
 * @param sending `seq` of the item in flight
 * @param maxMergedBytes size of a body above which no more files are merged into it
 * @returns null if the change needs an item of its own
 */
export async function coalesce(
  store: OutboxStore,
  fresh: NewOutboxItem,
  body: Uint8Array<ArrayBuffer> | null,
  sending: number | null,
  maxMergedBytes: number,
): Promise<Coalesced | null> {
  const before = replaceableBy(fresh, store.items())
  if (!before || before.attempts > 0 || before.seq === sending) return null
  if (before.by !== (fresh.by ?? null)) return null
  if (isSameForm(before, fresh)) return { item: { ...before, ...fresh, refusal: null }, body }
  const old = await store.body(before).catch(() => null)
  const freed: OutboxItem = { ...before, key: fresh.key, refusal: null }
  if (!body || !fresh.contentType) return old ? null : { item: freed, body: null }
  if (!old || !before.contentType) return null
  // With `isWhole`, a body replaces the whole record: two different bodies are two changes.
  const endpoint = endpointOf(fresh.method, fresh.path)?.name
  const isWhole = endpoint && isQueueable(endpoint) && offlineOf(endpoint).isWhole
  if (isWhole && !Buffer.from(old).equals(body)) return null
  const merged = await merge(
    { item: before, body: old, contentType: before.contentType },
    { item: fresh, body, contentType: fresh.contentType },
  )
  // After a lost connection a body is sent again from its beginning.
  const isGrown = merged.body.byteLength > Math.max(maxMergedBytes, old.byteLength, body.byteLength)
  const isLarge = isGrown && fresh.files.length > 0
  if (isLarge) return null
  const about = {
    collection: before.about.collection,
    title: fresh.about.title || before.about.title,
    hasText: setsText(merged.fields),
  }
  const { contentType, files } = merged
  return { item: { ...freed, about, contentType, files }, body: merged.body }
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
  const hasSameBase = last.endpoint === fresh.endpoint && last.baseVersion === fresh.baseVersion
  return changesNew || hasSameBase ? last : undefined
}

/** Keys of one form are `<form>.<number>`: a later number replaces a rejected submission. */
function isSameForm(item: Pick<OutboxItem, 'key' | 'endpoint'>, fresh: NewOutboxItem): boolean {
  const form = FORM.exec(fresh.key)?.[1]
  const sent = FORM.exec(item.key)?.[1]
  return form !== undefined && form === sent && item.endpoint === fresh.endpoint
}

const FORM = /^([^.]+)\.\d+$/

interface ItemWithBody extends TypedBody {
  item: Pick<OutboxItem, 'about' | 'files' | 'temporaryId'>
}

/** Merges the fields and files of two bodies of one record. */
async function merge(earlier: ItemWithBody, later: ItemWithBody) {
  const [before, after] = [await readItemBody(earlier), await readItemBody(later)]
  const creates = earlier.item.temporaryId !== null
  const order = creates ? before.added.map(() => null) : before.order
  const changed = mergeFileChanges({ ...before, order }, after)
  const fields = {
    ...before.fields,
    ...after.fields,
    files: creates ? undefined : changed.order,
    // A new record has no version to check.
    ...(creates && { __v: undefined }),
  }
  const written = await writeBodyParts(
    { fields, files: changed.added.map(({ file }) => file) },
    isMultipart(earlier) || isMultipart(later),
  )
  const files = changed.added.map(({ local }) => local)
  return {
    ...written,
    fields,
    files,
  }
}

/** Reads a body whose files are described by `item.files`. */
async function readItemBody({ item, ...typed }: ItemWithBody) {
  const { fields, files } = await readBodyParts(typed)
  const added = files.flatMap<NewFile>((file, index) => {
    const local = item.files[index]
    return local ? { local, file } : []
  })
  return { fields, order: orderIn(fields), added }
}

/** Whether the fields of a change set a text. */
export function setsText({ body }: Readonly<Record<string, unknown>>): boolean {
  return typeof body === 'string' && body.trim() !== ''
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

/** The server's ids by temporary ids, and its file paths by local paths. */
export type AssignedIds = ReadonlyMap<string, string>

/** Returns the ids and file paths that the server has assigned to those of a sent change. */
export async function assignedIds(
  store: OutboxStore,
  sent: OutboxItem,
  record: ReturnedRecord,
): Promise<Map<string, string>> {
  const { temporaryId, contentType, files } = sent
  const ids = new Map<string, string>()
  if (temporaryId !== null && record._id !== undefined) ids.set(temporaryId, record._id)
  const body = files.length > 0 ? await store.body(sent) : null
  if (!body || !contentType) return ids
  const { fields } = await readBodyParts({ body, contentType })
  const paths = assignedPaths(orderIn(fields), files, record.filePaths)
  return new Map([...ids, ...paths])
}

/** Replaces temporary ids and local file paths in a change by those of the server. */
export async function withAssignedIds<I extends NewOutboxItem>(
  item: I,
  body: Uint8Array<ArrayBuffer> | null,
  assigned: AssignedIds,
): Promise<{ item: I; body: Uint8Array<ArrayBuffer> | null }> {
  if (assigned.size === 0) return { item, body }
  const segments = item.path.split('/').map((segment) => assigned.get(segment) ?? segment)
  const changed = { ...item, path: segments.join('/') }
  if (!body || !item.contentType) return { item: changed, body }
  const typed = { body, contentType: item.contentType }
  const order = orderIn((await readBodyParts(typed)).fields)
  if (!order?.some((filePath) => filePath !== null && assigned.has(filePath)))
    return { item: changed, body }
  const files = order.map((filePath) => filePath && (assigned.get(filePath) ?? filePath))
  const rewritten = await withFields(typed, { files })
  return { item: { ...changed, contentType: rewritten.contentType }, body: rewritten.body }
}

/**
 * Updates later changes of a record that was sent: the ids that the server has assigned, and its new
 * version if they have the same base version. Another user's change in between still causes a conflict.
 */
export async function settleLater(
  store: OutboxStore,
  done: OutboxItem,
  record: ReturnedRecord,
  assigned: AssignedIds,
): Promise<void> {
  const base = done.temporaryId === null ? done.baseVersion : 0
  for (const item of store.items()) {
    if (item.seq <= done.seq || item.target !== done.target) continue
    // A damaged body is reported when it is sent.
    const before = await store.body(item).catch(() => null)
    const updated = await withAssignedIds(item, before, assigned)
    const hasSameBase = base !== null && item.baseVersion === base && base !== record.__v
    const settled = hasSameBase ? await withVersion(updated, record.__v) : updated
    if (settled.body && settled.body !== before) await store.change(settled.item, settled.body)
    else if (settled.item.path !== item.path) await store.change(settled.item)
  }
}

interface ItemBody {
  item: OutboxItem
  body: Uint8Array<ArrayBuffer> | null
}

async function withVersion({ item, body }: ItemBody, version: number): Promise<ItemBody> {
  if (!body || !item.contentType) return { item, body }
  const typed = await withFields({ body, contentType: item.contentType }, { __v: version })
  const { contentType } = typed
  return { item: { ...item, baseVersion: version, contentType }, body: typed.body }
}
