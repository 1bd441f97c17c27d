import { Entry } from '@bidyaloy/shared/collections/entry'
import { collectionNames } from '@bidyaloy/shared/collections/registry'
import * as z from 'zod'
import { StoredAttachment } from './attachments.ts'
import { EntryValues } from './entry-values.ts'

/* What is written survives a reload and a power cut: fields and files, in the browser. */

/** A request whose response is not known. It is sent again with the same key. */
export const PendingRequest = z.object({
  /** Idempotency-Key. */
  key: z.string(),
  publishes: z.boolean(),
  /** The values that it brings. */
  values: EntryValues,
  /** Ids of the attachments of the entry after it, in order. */
  attachments: z.array(z.string()),
})
export type PendingRequest = z.infer<typeof PendingRequest>

/** An entry that is being written. */
export const SessionRecord = z.object({
  key: z.string(),
  /** Name of the form. */
  form: z.string(),
  /** Shared by the entries that one form publishes. */
  group: z.string(),
  collection: z.enum(collectionNames),
  values: EntryValues,
  /** The values that the server has; null before its first save. */
  acknowledged: EntryValues.nullable(),
  /** As the server returned it last; null before its first save. */
  entry: Entry.nullable(),
  attachments: z.array(StoredAttachment),
  pending: PendingRequest.nullable(),
})
export type SessionRecord = z.infer<typeof SessionRecord>

/** Writes are in order, and never fail: a browser that stores nothing keeps all until a reload. */
export interface SessionStore {
  /** Returns the sessions of a form, oldest first. */
  list(form: string): Promise<SessionRecord[]>
  put(record: SessionRecord): void
  /** Removes a session with its files. */
  remove(key: string): void
  putFile(key: string, id: string, file: File): void
  removeFile(key: string, id: string): void
  file(key: string, id: string): Promise<File | null>
  /** Whether the browser has stored nothing at some time: what is written lasts until a reload. */
  isBroken(): boolean
}

const DATABASE = 'bidyaloy-entries'
const SESSIONS = 'sessions'
const FILES = 'files'

let opened: Promise<IDBDatabase> | null = null

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(SESSIONS)
      request.result.createObjectStore(FILES)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => {
      opened = null
      reject(request.error)
    }
  })
  return opened
}

function resultOf(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Keys of a session's files, and the session's own. */
const keysOf = (key: string) => IDBKeyRange.bound(`${key}/`, `${key}/\uffff`)

/**
 * Stores sessions in IndexedDB.
 * @param profile returns the prefix of the keys, for a storage shared by several sites
 */
export function createSessionStore(profile: () => string = () => ''): SessionStore {
  let last: Promise<unknown> = Promise.resolve()
  let isBroken = false
  /** Records to be written; a later one of the same session replaces it. */
  const queued = new Map<string, SessionRecord>()
  const own = (key: string) => profile() + key

  const write = (change: (sessions: IDBObjectStore, files: IDBObjectStore) => void) => {
    last = last
      .then(async () => {
        const stores = (await openDatabase()).transaction([SESSIONS, FILES], 'readwrite')
        change(stores.objectStore(SESSIONS), stores.objectStore(FILES))
        await new Promise((resolve, reject) => {
          stores.oncomplete = resolve
          stores.onabort = () => reject(stores.error)
        })
      })
      .catch(() => {
        isBroken = true
      })
  }
  const read = async <T>(work: (database: IDBDatabase) => Promise<T>, otherwise: T): Promise<T> => {
    await last
    try {
      return await work(await openDatabase())
    } catch {
      return otherwise
    }
  }

  return {
    list: (form) =>
      read(async (database) => {
        const range = keysOf(own(form))
        const sessions = database.transaction(SESSIONS).objectStore(SESSIONS)
        const found = z.array(z.unknown()).parse(await resultOf(sessions.getAll(range)))
        return found.flatMap((one) => {
          const { success, data } = SessionRecord.safeParse(one)
          return success ? [data] : []
        })
      }, []),
    put(record) {
      const isQueued = queued.has(record.key)
      queued.set(record.key, record)
      if (isQueued) return
      write((sessions) => {
        const latest = queued.get(record.key)
        queued.delete(record.key)
        if (latest) sessions.put(latest, own(latest.key))
      })
    },
    remove(key) {
      queued.delete(key)
      write((sessions, files) => {
        sessions.delete(own(key))
        files.delete(keysOf(own(key)))
      })
    },
    putFile: (key, id, file) =>
      write((_, files) => {
        files.put(file, `${own(key)}/${id}`)
      }),
    removeFile: (key, id) =>
      write((_, files) => {
        files.delete(`${own(key)}/${id}`)
      }),
    file: (key, id) =>
      read(async (database) => {
        const files = database.transaction(FILES).objectStore(FILES)
        const found = await resultOf(files.get(`${own(key)}/${id}`))
        return found instanceof File ? found : null
      }, null),
    isBroken: () => isBroken,
  }
}
