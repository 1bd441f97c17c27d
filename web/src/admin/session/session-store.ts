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
  /** The values with which it began. */
  blank: EntryValues,
  /** The values that the server has; null before its first save. */
  acknowledged: EntryValues.nullable(),
  /** As the server returned it last; null before its first save. */
  entry: Entry.nullable(),
  /** What was public when a change of it was begun; null if it is not published, or not known. */
  published: z.object({ values: EntryValues, paths: z.array(z.string()) }).nullable(),
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
/** Once it is open, so that a write begins at once: the page may be gone in the next moment. */
let database: IDBDatabase | null = null

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(SESSIONS)
      request.result.createObjectStore(FILES)
    }
    request.onsuccess = () => {
      database = request.result
      resolve(request.result)
    }
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
  let isBroken = false
  const own = (key: string) => profile() + key
  const fail = () => {
    isBroken = true
  }

  const write = (change: (sessions: IDBObjectStore, files: IDBObjectStore) => void) => {
    const run = (to: IDBDatabase) => {
      const stores = to.transaction([SESSIONS, FILES], 'readwrite')
      stores.onabort = fail
      change(stores.objectStore(SESSIONS), stores.objectStore(FILES))
      // Otherwise it would be aborted with the page.
      stores.commit()
    }
    if (database) run(database)
    else openDatabase().then(run).catch(fail)
  }
  const read = async <T>(work: (from: IDBDatabase) => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work(await openDatabase())
    } catch {
      return otherwise
    }
  }

  return {
    list: (form) =>
      read(async (from) => {
        const range = keysOf(own(form))
        const sessions = from.transaction(SESSIONS).objectStore(SESSIONS)
        const found = z.array(z.unknown()).parse(await resultOf(sessions.getAll(range)))
        return found.flatMap((one) => {
          const { success, data } = SessionRecord.safeParse(one)
          return success ? [data] : []
        })
      }, []),
    put: (record) =>
      write((sessions) => {
        sessions.put(record, own(record.key))
      }),
    remove: (key) =>
      write((sessions, files) => {
        sessions.delete(own(key))
        files.delete(keysOf(own(key)))
      }),
    putFile: (key, id, file) =>
      write((_, files) => {
        files.put(file, `${own(key)}/${id}`)
      }),
    removeFile: (key, id) =>
      write((_, files) => {
        files.delete(`${own(key)}/${id}`)
      }),
    file: (key, id) =>
      read(async (from) => {
        const files = from.transaction(FILES).objectStore(FILES)
        const found = await resultOf(files.get(`${own(key)}/${id}`))
        return found instanceof File ? found : null
      }, null),
    isBroken: () => isBroken,
  }
}
