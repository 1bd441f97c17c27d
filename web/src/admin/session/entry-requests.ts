import { type Api, ApiError, type CallOptions } from '@bidyaloy/shared/api/api'
import {
  type DraftStatus,
  type Entry,
  type EntryChange,
  versionsOf,
} from '@bidyaloy/shared/collections/entry'
import { type Attachments, uploadOf } from './attachments.ts'
import { changedFields, type EntryValues, newFields, valuesOf } from './entry-values.ts'
import type { SessionContent } from './session-content.ts'
import { type CurrentEntry, collectionOf } from './session-records.ts'
import type { PendingRequest, SessionRecord } from './session-store.ts'

/* The requests of an entry session, and which fields and files their errors are about. */

export type SessionApi = Pick<
  Api,
  'createEntry' | 'updateEntry' | 'deleteDraft' | 'getDraft' | 'getEntry'
>

interface WriteContext {
  content: Pick<SessionContent, 'record' | 'attachments' | 'storedOrder'>
  /** Status after publishing. */
  targetStatus: 'published' | DraftStatus
  signal: AbortSignal
}

/** Creates or updates the entry. A repeated call sends the same request, with the same key. */
export function writeEntry(
  api: SessionApi,
  request: PendingRequest,
  { content, targetStatus, signal }: WriteContext,
): Promise<Entry> {
  const { key, publishes, values, attachments: ids } = request
  const { attachments, storedOrder } = content
  const { entry, acknowledged } = content.record
  const { collection = content.record.collection } = request
  const storedIn = collectionOf(content.record)
  const options: CallOptions = { idempotencyKey: key, signal }
  const files = ids.flatMap((id) => attachments.find(id) ?? [])
  const added = files.filter(({ stored }) => !stored)
  const uploads = added.map(uploadOf)
  const named = uploads.some((id) => id !== null) && { uploads }
  const carried = added.filter((one) => uploadOf(one) === null).map(({ id }) => id)
  const contents = carried.flatMap((id) => attachments.preparedFile(id) ?? [])
  const file = contents.length > 0 && { file: contents }
  if (file) options.onProgress = (sent, total) => attachments.advance(carried, sent / total)
  if (!entry) {
    const status = !publishes && { status: 'draft' as const }
    const body = { ...newFields(values), ...named, ...status }
    return api.createEntry({ params: { collection }, body, ...file }, options)
  }
  const isPublic = entry.status === undefined
  // Without a status, the change of a published entry would be published.
  const status = publishes ? !isPublic && targetStatus : (entry.status ?? 'draft')
  const body: EntryChange = {
    ...(collection !== storedIn && { collection }),
    ...changedFields(acknowledged ?? valuesOf(entry), values),
    ...(ids.join() !== storedOrder.join() && {
      files: files.map(({ stored }) => stored?.filePath ?? null),
    }),
    ...named,
    ...(isPublic && !publishes && { draftVersion: 0 }),
    ...versionsOf(entry),
    ...(status && { status }),
  }
  return api.updateEntry(
    { params: { collection: storedIn, id: entry._id }, body, ...file },
    options,
  )
}

/** Deletes the draft of an entry, or of a change of it. @throws ApiError */
export async function discardDraft(api: SessionApi, record: SessionRecord): Promise<void> {
  const { entry } = record
  if (entry?.status === undefined) return
  const params = { collection: collectionOf(record), id: entry._id }
  await api.deleteDraft({ params }).catch(undefinedIfMissing)
}

export async function readCurrent(api: SessionApi, record: SessionRecord): Promise<CurrentEntry> {
  const { entry } = record
  if (!entry) return { current: null, newer: null }
  const params = { collection: collectionOf(record), id: entry._id }
  const draft = (await api.getDraft({ params }).catch(undefinedIfMissing)) ?? null
  if (draft?.draft?.changes === false) return { current: draft, newer: null }
  const present = (await api.getEntry({ params }).catch(undefinedIfMissing)) ?? null
  if (!draft || !present) return { current: draft ?? present, newer: null }
  const newer = draft.__v === present.__v ? null : present
  return { current: { ...draft, __v: present.__v }, newer }
}

/** Maps the API's 404 to undefined, not that of somebody else's server. */
function undefinedIfMissing(reason: unknown): undefined {
  if (reason instanceof ApiError && reason.code === 'not_found') return undefined
  throw reason
}

/** Whether an error is about one of the values that are edited. */
export function isAbout(error: unknown, part: Partial<EntryValues>): boolean {
  if (!(error instanceof ApiError)) return false
  const texts = ['title', 'body', 'videoLink', 'file', 'files']
  return Object.keys(error.fields).some((name) =>
    texts.includes(name) ? name in part : 'timing' in part || 'properties' in part,
  )
}

/** Returns the new files that an error message names, or all of them if it names none. */
export function namedIn(
  attachments: Attachments,
  ids: readonly string[],
  text: string,
): readonly string[] {
  const named = ids.filter((id) => {
    const file = attachments.find(id)?.file
    return file && text.startsWith(`${file.name}: `)
  })
  return named.length > 0 ? named : ids
}
