import type { Entry, EntryFile } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { renumberPictures } from '@bidyaloy/shared/lib/renumber-pictures'
import { freshKey } from '../api/idempotency-key.ts'
import { type Attachments, isReady } from './attachments.ts'
import {
  type EntryValues,
  isBlank,
  isSame,
  NO_VALUES,
  rebase,
  valuesFor,
  valuesOf,
} from './entry-values.ts'
import {
  type CurrentEntry,
  collectionOf,
  filesIn,
  mergedFiles,
  pathsIn,
  publishedOf,
  storedOf,
} from './session-records.ts'
import type { PendingRequest, Proposed, SessionRecord, SessionStore } from './session-store.ts'

/** Largest total size in bytes of the files in the body of one request, unless it is a single file. */
const MAX_BODY_FILE_BYTES = 20_000_000

interface SessionContentOptions {
  record: SessionRecord
  attachments: Attachments
  store: Pick<SessionStore, 'put' | 'remove'>
}

/**
 * The fields and files of one entry, and what the server has of them. Each change is stored in the
 * browser. Sends nothing: that is the work of `EntrySession`.
 */
export class SessionContent {
  readonly attachments: Attachments
  readonly #store: SessionContentOptions['store']
  #record: SessionRecord
  #isRemoved = false
  #storedOrder: readonly string[]
  /** The text as it was last typed, and the files that its picture numbers count. */
  #numbered: { text: string; ids: readonly string[] }

  constructor({ record, attachments, store }: SessionContentOptions) {
    this.attachments = attachments
    this.#store = store
    this.#record = record
    this.#storedOrder = this.#orderOfStored()
    this.#numbered = { text: record.values.body, ids: this.ids() }
  }

  get record(): SessionRecord {
    return this.#record
  }

  /** Ids of the attachments that the server has, in order. */
  get storedOrder(): readonly string[] {
    return this.#storedOrder
  }

  /** Whether it was removed from the browser's storage. */
  get isRemoved(): boolean {
    return this.#isRemoved
  }

  ids(): string[] {
    return this.attachments.list().map(({ id }) => id)
  }

  /** Ids of the files that a request can include. */
  readyIds(): string[] {
    return this.attachments.list().flatMap((one) => (isReady(one) ? [one.id] : []))
  }

  /** Whether there is neither text nor file, here or on the server. */
  isEmpty(): boolean {
    const { values, blank, pending, entry } = this.#record
    return isDeepEqual(values, blank) && this.ids().length === 0 && !pending && !entry
  }

  /** Whether something is not on the server yet. */
  isDirty(): boolean {
    const { acknowledged, collection } = this.#record
    return (
      !isSame(acknowledged ?? NO_VALUES, this.#valuesToSend()) ||
      collectionOf(this.#record) !== collection ||
      this.readyIds().join() !== this.#storedOrder.join()
    )
  }

  /** Whether there is enough for a draft on the server. */
  isWorthSaving(): boolean {
    const { values, entry } = this.#record
    return entry !== null || !isBlank(values) || this.readyIds().length > 0
  }

  setValues(part: Partial<EntryValues>) {
    if (part.body !== undefined) this.#numbered = { text: part.body, ids: this.ids() }
    this.save({ values: { ...this.#record.values, ...part } })
  }

  /** Notes what the user has chosen, which no proposal changes any more. */
  markChosen(names: readonly Proposed[]) {
    const { chosen } = this.#record
    if (chosen) this.save({ chosen: [...new Set([...chosen, ...names])] })
  }

  /** Moves it to another collection. Values that this one lacks stay here and are not sent. */
  setCollection(collection: CollectionName) {
    const { entry, values } = this.#record
    this.attachments.setCollection(collection)
    this.save({
      ...(entry && { storedIn: collectionOf(this.#record) }),
      collection,
      // The kinds of each collection are its own.
      values: { ...values, properties: { ...values.properties, kind: '' } },
    })
  }

  /** Reorders, removes or restores files, and renumbers the pictures of the text. */
  arrange(ids: readonly string[]) {
    this.attachments.arrange(ids)
    const { text, ids: before } = this.#numbered
    const body = renumberPictures(text, before, this.ids())
    const { values } = this.#record
    if (body !== values.body) this.save({ values: { ...values, body } })
  }

  /** Replaces a file by another at the same position. */
  replace(id: string, file: File) {
    const index = this.ids().indexOf(id)
    this.attachments.replace(id, file)
    const next = this.ids()[index] ?? id
    const { text, ids } = this.#numbered
    this.#numbered = { text, ids: ids.map((one) => (one === id ? next : one)) }
  }

  /** Stores the record in the browser, with the given changes. */
  save(part: Partial<SessionRecord> = {}) {
    this.#record = { ...this.#record, ...part, attachments: this.attachments.list().map(storedOf) }
    if (this.#isRemoved) return
    const { key } = this.#record
    if (this.isEmpty()) this.#store.remove(key)
    else this.#store.put(key, this.#record)
  }

  /** Stores the list of files if it has changed. */
  saveFiles() {
    const stored = this.attachments.list().map(storedOf)
    if (!isDeepEqual(this.#record.attachments, stored)) this.save()
  }

  /** Removes everything from the browser's storage. Later changes are not stored. */
  removeStored() {
    this.#isRemoved = true
    this.#store.remove(this.#record.key)
  }

  /** Gives up a request that may have published the entry, which is in the list then. */
  abandonRequest() {
    this.#record = { ...this.#record, pending: null, entry: null }
  }

  /** Merges others' changes into what is edited here. */
  mergeCurrent({ current, newer }: CurrentEntry) {
    const { entry, acknowledged, published } = this.#record
    const server = current ? valuesOf(current) : null
    const base = acknowledged ?? NO_VALUES
    this.#merge(base, server ?? base, pathsIn(entry), current)
    if (newer && published) this.#merge(published.values, valuesOf(newer), published.paths, newer)
    this.#record = {
      ...this.#record,
      entry: current,
      acknowledged: server,
      published: newer ? publishedOf(newer) : published,
    }
    this.#storedOrder = this.#orderOfStored()
    this.#numbered = { text: this.#record.values.body, ids: this.ids() }
    this.save()
  }

  /** @param wantsToPublish whether the request publishes if it includes all files */
  newRequest(wantsToPublish: boolean): PendingRequest {
    const ids = this.#idsThatFit()
    const isComplete = this.attachments.isDone() && ids.length === this.readyIds().length
    const { collection } = this.#record
    const publishes = wantsToPublish && isComplete
    const values = this.#valuesToSend()
    return { key: freshKey(), publishes, collection, values, attachments: ids }
  }

  /** Updates the record after a successful request. */
  acknowledge({ attachments: ids, values, collection: storedIn }: PendingRequest, entry: Entry) {
    const files = filesIn(entry)
    const stored = new Map<string, EntryFile>()
    ids.forEach((id, index) => {
      const file = files[index]
      if (file) stored.set(id, file)
    })
    // Before the attachments change, since their listeners read both.
    this.#record = { ...this.#record, pending: null, entry, acknowledged: values, storedIn }
    this.#storedOrder = [...stored.keys()]
    this.attachments.markStored(stored)
    this.save()
  }

  /** Whether a request has published everything, including what was edited during it. */
  isPublishedBy({ publishes, attachments: ids }: PendingRequest): boolean {
    return publishes && this.ids().every((id) => ids.includes(id)) && !this.isDirty()
  }

  #valuesToSend(): EntryValues {
    return valuesFor(this.#record.collection, this.#record.values)
  }

  /** Applies the edits since `base` to the server's values and files. */
  #merge(base: EntryValues, server: EntryValues, paths: readonly string[], entry: Entry | null) {
    const values = rebase(base, this.#record.values, server)
    this.attachments.put(mergedFiles(this.attachments.list(), paths, filesIn(entry)))
    this.#record = { ...this.#record, values }
  }

  /** A stored file that was removed here is listed by its path, so that the order differs. */
  #orderOfStored(): string[] {
    return pathsIn(this.#record.entry).map((path) => {
      const one = this.attachments.list().find(({ stored }) => stored?.filePath === path)
      return one?.id ?? path
    })
  }

  /** Returns the files that fit into one request; further requests send the rest before publishing. */
  #idsThatFit(): string[] {
    let bytes = 0
    return this.readyIds().filter((id) => {
      const one = this.attachments.find(id)
      if (one?.phase !== 'carried') return true
      const { size = 0 } = this.attachments.preparedFile(id) ?? {}
      const fits = bytes === 0 || bytes + size <= MAX_BODY_FILE_BYTES
      bytes += fits ? size : MAX_BODY_FILE_BYTES
      return fits
    })
  }
}

const isDeepEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
