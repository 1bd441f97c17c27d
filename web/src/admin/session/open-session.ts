import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { type Attachment, Attachments } from './attachments.ts'
import { EntrySession, type SessionOptions } from './entry-session.ts'
import type { SessionRecord, SessionStore } from './session-store.ts'
import type { Uploader } from './uploader.ts'

export interface SessionDeps
  extends Pick<SessionOptions, 'api' | 'clock' | 'autosaves' | 'targetStatus'> {
  store: SessionStore
  uploader: Uploader
  /** Makes a file smaller. @throws ApiError if it cannot be used */
  prepare(file: File): Promise<File>
  /** Returns why a file is not to be sent, or null. */
  refusal(file: File, collection: CollectionName): string | null
}

/** Opens a session from its stored record, and resumes uploads that are not complete. */
export async function openSession(deps: SessionDeps, record: SessionRecord): Promise<EntrySession> {
  const attachments = new Attachments({ key: record.key, collection: record.collection, ...deps })
  attachments.put(await restoredFiles(deps.store, record))
  return new EntrySession({ ...deps, attachments, record })
}

async function restoredFiles(
  store: Pick<SessionStore, 'file'>,
  { key, entry, attachments, pending }: SessionRecord,
): Promise<Attachment[]> {
  const present = entry ? filesOf(entry) : []
  const restored: Attachment[] = []
  for (const { id, location, path, isPrepared } of attachments) {
    const stored = present.find(({ filePath }) => filePath === path) ?? null
    const file = await store.file(key, id)
    // The browser has deleted the file, for example for want of space.
    if (!file && !stored) continue
    // Not uploaded again while a request that includes it has no response.
    const sent = location ? 'uploaded' : 'carried'
    const phase = pending?.attachments.includes(id) ? sent : 'waiting'
    const total = file?.size ?? stored?.size ?? 0
    restored.push({
      ...{ id, file, stored, location, isPrepared, total },
      phase: stored ? 'stored' : phase,
      sent: 0,
    })
  }
  return restored
}
