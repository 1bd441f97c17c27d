import type { NewOutboxItem, OutboxItem } from './outbox-item.ts'
import type { OutboxStore } from './outbox-store.ts'
import { readFields, withFields } from './rewrite-body.ts'

/** A change as it stands on the disk after another one went into it. */
interface Coalesced {
  item: OutboxItem
  body: Uint8Array<ArrayBuffer> | null
}

/**
 * Writes a change into the one that it goes on from, where that has certainly not reached the
 * server: both are one then. Null where it has to stand for itself.
 * @param sending the item that is on its way
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
  // Rows of another file are another import: only the very same is the same.
  if (fresh.endpoint === 'importStudentCounts' && !Buffer.from(old).equals(body)) return null
  const earlier = { body: old, contentType: before.contentType }
  const later = { body, contentType: fresh.contentType }
  const merged = await merge(earlier, later, fresh.about.fileName !== null)
  // What is made anew has no version that somebody could have changed.
  const whole = before.temporaryId === null ? merged : await withFields(merged, { __v: undefined })
  const about = {
    collection: before.about.collection,
    title: fresh.about.title || before.about.title,
    fileName: fresh.about.fileName ?? before.about.fileName,
  }
  return { item: { ...freed, about, contentType: whole.contentType }, body: whole.body }
}

/** The last change of the same thing, if this one goes on from it; or the same form's. */
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

/**
 * A form numbers what it sends, `<form>.<number>`: a later number is the same thing, written anew
 * after the answer to the first was a refusal.
 */
function isSameForm(item: Pick<OutboxItem, 'key' | 'endpoint'>, fresh: NewOutboxItem): boolean {
  const form = FORM.exec(fresh.key)?.[1]
  const sent = FORM.exec(item.key)?.[1]
  return form !== undefined && form === sent && item.endpoint === fresh.endpoint
}

const FORM = /^([^.]+)\.\d+$/

async function merge(
  earlier: Parameters<typeof withFields>[0],
  later: Parameters<typeof withFields>[0],
  hasFile: boolean,
): ReturnType<typeof withFields> {
  const { fields } = await readFields(later)
  if (!hasFile) return withFields(earlier, fields)
  const { fields: kept } = await readFields(earlier)
  const missing = Object.entries(kept).filter(([name]) => !(name in fields))
  return withFields(later, Object.fromEntries(missing))
}
