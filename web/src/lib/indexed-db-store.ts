/** Names of a database in IndexedDB, and of its two object stores. */
interface Names {
  database: string
  records: string
  files: string
}

/** Records and their files. Writes are in order, and never fail. */
export interface IndexedDbStore<Stored> {
  /** Returns the records whose keys begin with `<prefix>/`, in the order of the keys. */
  list(prefix: string): Promise<Stored[]>
  /** Returns all records. */
  listAll(): Promise<Stored[]>
  put(key: string, record: Stored): void
  /** Removes a record with its files. */
  remove(key: string): void
  putFile(key: string, id: string, file: File): void
  removeFile(key: string, id: string): void
  file(key: string, id: string): Promise<File | null>
  /** Whether the browser has stored nothing at some time: what is written lasts until a reload. */
  isBroken(): boolean
}

/** A database that is opened when it is first used. */
export class LazyDatabase {
  readonly names: Names
  #opened: Promise<IDBDatabase> | null = null
  /** Once it is open, so that a write begins at once: the page may be gone in the next moment. */
  #database: IDBDatabase | null = null

  constructor(names: Names) {
    this.names = names
  }

  open(): Promise<IDBDatabase> {
    this.#opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.names.database, 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore(this.names.records)
        request.result.createObjectStore(this.names.files)
      }
      request.onsuccess = () => {
        this.#database = request.result
        resolve(request.result)
      }
      request.onerror = () => {
        this.#opened = null
        reject(request.error)
      }
    })
    return this.#opened
  }

  /** Changes both object stores in one transaction. Calls `onError` if that fails. */
  write(
    change: (records: IDBObjectStore, files: IDBObjectStore) => void,
    onError: () => void,
  ): void {
    const { records, files } = this.names
    const run = (database: IDBDatabase) => {
      const transaction = database.transaction([records, files], 'readwrite')
      transaction.onabort = onError
      change(transaction.objectStore(records), transaction.objectStore(files))
      // Otherwise it would be aborted with the page.
      transaction.commit()
    }
    try {
      if (this.#database) run(this.#database)
    } catch {
      this.#forget()
    }
    if (!this.#database) this.open().then(run).catch(onError)
  }

  /** Returns the result of a request to an object store. */
  async read(
    store: 'records' | 'files',
    ask: (store: IDBObjectStore) => IDBRequest,
  ): Promise<unknown> {
    const name = this.names[store]
    const begin = async () => (await this.open()).transaction(name)
    const transaction = await begin().catch(() => {
      this.#forget()
      return begin()
    })
    const request = ask(transaction.objectStore(name))
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  }

  /** The browser has closed it, as Safari does in the background: it is opened again. */
  #forget() {
    this.#opened = null
    this.#database = null
  }
}

/** Keys of what belongs to a key. */
const keysOf = (key: string) => IDBKeyRange.bound(`${key}/`, `${key}/\uffff`)

/**
 * Stores records of one type.
 * @param parse returns a stored record, or undefined for a value that is none
 * @param profile returns the prefix of the keys
 */
export function createIndexedDbStore<Stored>(
  database: LazyDatabase,
  parse: (value: unknown) => Stored | undefined,
  profile: () => string,
): IndexedDbStore<Stored> {
  let isBroken = false
  const own = (key: string) => profile() + key
  const write = (change: Parameters<LazyDatabase['write']>[0]) =>
    database.write(change, () => {
      isBroken = true
    })

  const listIn = async (keys: IDBKeyRange): Promise<Stored[]> => {
    const found = await database.read('records', (records) => records.getAll(keys)).catch(() => [])
    const values: unknown[] = Array.isArray(found) ? found : []
    return values.map(parse).filter((record) => record !== undefined)
  }

  return {
    list: (prefix) => listIn(keysOf(own(prefix))),
    listAll: () => listIn(IDBKeyRange.bound(profile(), `${profile()}\uffff`)),
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
    async file(key, id) {
      const found = await database
        .read('files', (files) => files.get(`${own(key)}/${id}`))
        .catch(() => null)
      return found instanceof File ? found : null
    },
    isBroken: () => isBroken,
  }
}
