import * as z from 'zod'

/* Records and their files in IndexedDB: what was written survives a reload and a power cut. */

/** Writes are in order, and never fail: a browser that stores nothing keeps all until a reload. */
export interface BrowserStore<Stored> {
  /** Returns the records whose keys begin with `<prefix>/`, in the order of the keys. */
  list(prefix: string): Promise<Stored[]>
  put(key: string, record: Stored): void
  /** Removes a record with its files. */
  remove(key: string): void
  putFile(key: string, id: string, file: File): void
  removeFile(key: string, id: string): void
  file(key: string, id: string): Promise<File | null>
  /** Whether the browser has stored nothing at some time: what is written lasts until a reload. */
  isBroken(): boolean
}

const DATABASE = 'bidyaloy-entries'
const RECORDS = 'sessions'
const FILES = 'files'

let opened: Promise<IDBDatabase> | null = null
/** Once it is open, so that a write begins at once: the page may be gone in the next moment. */
let database: IDBDatabase | null = null

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(RECORDS)
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

/** Keys of what belongs to a key. */
const keysOf = (key: string) => IDBKeyRange.bound(`${key}/`, `${key}/\uffff`)

/**
 * Stores records of one schema; others are not returned.
 * @param profile returns the prefix of the keys, for a storage shared by several sites
 */
export function createBrowserStore<Stored>(
  schema: z.ZodType<Stored>,
  profile: () => string = () => '',
): BrowserStore<Stored> {
  let isBroken = false
  const own = (key: string) => profile() + key
  const fail = () => {
    isBroken = true
  }

  const write = (change: (records: IDBObjectStore, files: IDBObjectStore) => void) => {
    const run = (to: IDBDatabase) => {
      const stores = to.transaction([RECORDS, FILES], 'readwrite')
      stores.onabort = fail
      change(stores.objectStore(RECORDS), stores.objectStore(FILES))
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
    list: (prefix) =>
      read(async (from) => {
        const records = from.transaction(RECORDS).objectStore(RECORDS)
        const found = await resultOf(records.getAll(keysOf(own(prefix))))
        return z
          .array(z.unknown())
          .parse(found)
          .flatMap((one) => {
            const { success, data } = schema.safeParse(one)
            return success ? [data] : []
          })
      }, []),
    put: (key, record) =>
      write((records) => {
        records.put(record, own(key))
      }),
    remove: (key) =>
      write((records, files) => {
        records.delete(own(key))
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
