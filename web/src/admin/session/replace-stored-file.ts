import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { SessionStore } from './session-store.ts'

/**
 * Puts a file of an entry that the server has replaced into what the browser has of the entry, so that
 * no form sends the one before again.
 * @param entry as it is now
 * @param from path of the file before
 * @param to path of the one in its place
 */
export async function replaceStoredFile(
  store: SessionStore,
  entry: Entry,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const present = (path: string) => (path === from ? to : path)
  for (const record of await store.listAll()) {
    if (record.entry?._id !== entry._id) continue
    const { key, attachments, published } = record
    for (const { id, path } of attachments) if (path === from) store.removeFile(key, id)
    store.put(key, {
      ...record,
      entry,
      attachments: attachments.map((one) =>
        one.path === from ? { id: to, location: null, path: to, isPrepared: true } : one,
      ),
      published: published && { ...published, paths: published.paths.map(present) },
      pending: null,
    })
  }
}
