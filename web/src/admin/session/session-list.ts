import { ApiError } from '@bidyaloy/shared/api/api'
import { type CollectionName, collections, isListed } from '@bidyaloy/shared/collections/registry'
import { createListeners } from '../../lib/listeners.ts'
import { freshKey } from '../api/idempotency-key.ts'
import { titleOfFile } from '../uploads/prepare-file.ts'
import { isOfFile } from './attachments.ts'
import type { EntrySession } from './entry-session.ts'
import type { EntryValues } from './entry-values.ts'
import { openSession, type SessionDeps } from './open-session.ts'
import { newRecord } from './session-records.ts'
import type { Proposed, SessionRecord } from './session-store.ts'

/** After these codes further entries would fail as well. */
const STOPPING_CODES: readonly string[] = [
  'offline',
  'aborted',
  'unauthenticated',
  'storage_full',
  'unavailable',
]

export interface SessionListOptions {
  /** Of a new entry, until another is proposed or chosen. */
  collection: CollectionName
  /** What a new entry has without proposals; undefined if nothing is proposed. */
  chosen: readonly Proposed[] | undefined
  /** Name of the form. */
  form: string
  deps: SessionDeps
  /** Properties of a new entry until others are chosen. */
  properties: EntryValues['properties']
  /** Locks a group of entries. @returns a function that releases it; null if another tab has it */
  lock(group: string): Promise<(() => void) | null>
}

/**
 * The entries that a form publishes: one, or one for each of several files. All have the dates and
 * properties of the first.
 */
export class SessionList {
  readonly #options: SessionListOptions
  #sessions: readonly EntrySession[] = []
  /** Whether several files make one entry. */
  #together: boolean
  #isPublishing = false
  #isStopped = false
  #isClosed = false
  #version = 0
  #group = freshKey()
  #unlock = () => {}
  readonly #listeners = createListeners()

  constructor(options: SessionListOptions) {
    this.#options = options
    this.#together = takesSeveral(options.collection)
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.subscribe(listener)
  /** Changes with everything that the form shows. */
  readonly version = (): number => this.#version

  sessions(): readonly EntrySession[] {
    return this.#sessions
  }

  /** The entries to publish now. A text without files waits until those with files are published. */
  entries(): readonly EntrySession[] {
    const all = this.#sessions
    return all.length === 1 ? all : all.filter((one) => one.attachments.list().length > 0)
  }

  collection(): CollectionName {
    return this.#sessions[0]?.view().collection ?? this.#options.collection
  }

  /** Moves all to another collection. */
  async setCollection(collection: CollectionName): Promise<void> {
    for (const session of this.#sessions) session.setCollection(collection)
    const isTogether = takesSeveral(collection) && (this.#together || !mayBeSeparate(collection))
    if (isTogether !== this.#together) await this.setTogether(isTogether)
    else this.#changed()
  }

  /** Whether the user may choose between one entry and one for each file. */
  isAsked(): boolean {
    const files = this.#sessions.flatMap((one) => one.attachments.list())
    return mayBeSeparate(this.collection()) && files.length > 1
  }

  together(): boolean {
    return this.#together
  }

  isPublishing(): boolean {
    return this.#isPublishing
  }

  isDone(): boolean {
    return this.entries().every(isFinished)
  }

  /** Opens the stored entries of an earlier visit that no other tab has open, or a new one. */
  async open(): Promise<void> {
    const found: EntrySession[] = []
    for (const record of await this.#storedRecords()) found.push(await this.#open(record))
    const next = found.length > 0 ? found : [await this.#openNew()]
    this.#set(next)
    this.#together = next.length === 1 && takesSeveral(this.collection())
    if (this.#isClosed) this.close()
  }

  close() {
    this.#isClosed = true
    for (const session of this.#sessions) session.close()
    this.#unlock()
  }

  /** Adds chosen files. */
  async choose(files: readonly File[]): Promise<void> {
    const [first] = this.#sessions
    const [file, ...others] = files
    if (!first || !file) return
    const [only, ...more] = first.attachments.list()
    const isAlone = this.#sessions.length === 1 && more.length + others.length === 0
    // A single unusable file is replaced by a single new one.
    if (only && isAlone && isOfFile(only.error)) return this.replace(first, only.id, file)
    if (this.#together) return withTitle(first, () => first.attachments.add(files))
    if (!only) withTitle(first, () => first.attachments.add([file]))
    const opened: EntrySession[] = []
    for (const one of only ? files : others) {
      const session = await this.#openFor(one)
      session.attachments.add([one])
      opened.push(session)
    }
    this.#set([...this.#sessions, ...opened])
  }

  async setTogether(answer: boolean): Promise<void> {
    this.#together = answer
    if (answer) this.#merge()
    else await this.#separate()
    this.#changed()
  }

  /** Changes the dates and properties, which all entries share. */
  edit(part: Pick<Partial<EntryValues>, 'timing' | 'properties'>) {
    for (const session of this.#sessions) session.edit(part)
  }

  /** Changes the files of an entry; it is removed with its only file, unless it is the first. */
  arrange(session: EntrySession, ids: readonly string[]) {
    if (ids.length > 0) return session.arrange(ids)
    if (this.#sessions.length === 1) return withTitle(session, () => session.arrange(ids))
    void session.discard()
    this.#set(this.#sessions.filter((one) => one !== session))
  }

  replace(session: EntrySession, id: string, file: File) {
    withTitle(session, () => session.replace(id, file))
  }

  /** Publishes the entries in order. Stops after an error that the others would meet too. */
  async publish(): Promise<void> {
    if (this.#isPublishing) return
    this.#isPublishing = true
    this.#isStopped = false
    this.#changed()
    for (const session of this.entries()) {
      if (this.#isStopped) break
      if (isFinished(session)) continue
      await session.publish()
      const { error } = session.view()
      const wouldOthers = error instanceof ApiError && STOPPING_CODES.includes(error.code)
      if (!isFinished(session) && wouldOthers) break
    }
    this.#isPublishing = false
    this.#changed()
  }

  readonly stop = () => {
    this.#isStopped = true
    for (const session of this.entries()) session.stop()
  }

  /**
   * Starts a new entry. Discards what is not published, except a text that waits.
   * @returns the ids of the drafts that the server has discarded
   */
  async reset(values: Partial<EntryValues> = {}): Promise<readonly string[]> {
    const before = this.#sessions
    const waiting = this.isDone() ? before.filter((one) => !this.entries().includes(one)) : []
    const next = waiting.length > 0 ? waiting : [await this.#openNew(values)]
    // The others stay open until the server has discarded them.
    this.#sessions = next
    this.#together = takesSeveral(this.collection())
    this.#changed()
    const discarded: string[] = []
    for (const session of before) {
      if (next.includes(session)) continue
      if (!isFinished(session)) {
        const id = session.view().entry?._id
        await session.discard()
        if (id && isFinished(session)) discarded.push(id)
      }
      session.removeStored()
      session.close()
    }
    return discarded
  }

  #changed() {
    this.#version += 1
    this.#listeners.notify()
  }

  #set(next: readonly EntrySession[]) {
    for (const one of this.#sessions) if (!next.includes(one)) one.close()
    this.#sessions = next
    this.#changed()
    for (const one of next) one.resume()
  }

  async #open(record: SessionRecord): Promise<EntrySession> {
    const { deps } = this.#options
    const autosaves = () => deps.autosaves() && this.#sessions.length === 1
    const session = await openSession({ ...deps, autosaves }, record)
    session.subscribe(() => this.#changed())
    return session
  }

  #openNew(
    values: Partial<EntryValues> = {},
    { collection, chosen }: Pick<SessionRecord, 'collection' | 'chosen'> = this.#initial(),
  ): Promise<EntrySession> {
    const { form, properties } = this.#options
    const of = { form, collection, chosen, group: this.#group }
    return this.#open(newRecord(of, { properties, ...values }))
  }

  #initial(): Pick<SessionRecord, 'collection' | 'chosen'> {
    const { collection, chosen } = this.#options
    return { collection, chosen: chosen && [...chosen] }
  }

  /** Opens an entry for a file, with the dates and properties of the first entry. */
  #openFor(file: File | null, values: Partial<EntryValues> = {}): Promise<EntrySession> {
    const { timing, properties } = this.#sessions[0]?.view().values ?? {}
    const shared = { ...(timing && { timing }), ...(properties && { properties }) }
    return this.#openNew(
      { ...shared, ...values, ...(file && { title: titleOfFile(file) }) },
      // Nothing is proposed for one of several.
      { collection: this.collection(), chosen: undefined },
    )
  }

  /** Returns the latest group of stored entries that no other tab has open. */
  async #storedRecords(): Promise<SessionRecord[]> {
    const { deps, form, lock } = this.#options
    const records = await deps.store.list(form)
    const groups = records.map(({ group }) => group).reverse()
    for (const group of new Set([...groups, this.#group])) {
      const unlock = await lock(group)
      if (!unlock) continue
      this.#group = group
      this.#unlock = unlock
      return records.filter((one) => one.group === group)
    }
    return []
  }

  /** Makes an entry of each file. A text moves to an entry of its own, which is published later. */
  async #separate(): Promise<void> {
    const [first] = this.#sessions
    if (!first || this.#sessions.length > 1) return
    const [only, ...others] = first.attachments.list()
    const opened: EntrySession[] = []
    for (const one of others) {
      const session = await this.#openFor(one.file)
      session.attachments.adopt(first.attachments.take(one.id))
      opened.push(session)
    }
    first.arrange(only ? [only.id] : [])
    const { body } = first.view().values
    if (body.trim() !== '') {
      opened.push(await this.#openFor(null, { body }))
      first.edit({ body: '' })
    }
    this.#set([first, ...opened])
  }

  #merge() {
    const [first, ...others] = this.#sessions
    if (!first || others.length === 0) return
    for (const other of others) {
      for (const { id } of other.attachments.list()) {
        first.attachments.adopt(other.attachments.take(id))
      }
      const { body } = other.view().values
      if (body.trim() !== '') first.edit({ body })
      void other.discard()
    }
    this.#set([first])
  }
}

const takesSeveral = (collection: CollectionName) => collections[collection].maxFiles > 1
/** Whether each of several files may become an entry. Those of an album or a page never do. */
const mayBeSeparate = (collection: CollectionName) =>
  isListed(collection) && takesSeveral(collection)

const isFinished = (session: EntrySession) => session.view().state === 'finished'

/** Changes the files of an entry. Without a title of the user's, it takes that of the first file. */
function withTitle(session: EntrySession, change: () => void) {
  const { values, files } = session.view()
  const isProposed =
    values.title.trim() === '' ||
    files.some(({ file }) => file && titleOfFile(file) === values.title)
  change()
  const [first] = session.attachments.list()
  if (!isProposed || first?.id === files[0]?.id) return
  session.edit({ title: first?.file ? titleOfFile(first.file) : '' })
}
