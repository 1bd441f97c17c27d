import { ApiError } from '@bidyaloy/shared/api/api'
import type { DraftStatus, Entry, EntryFile } from '@bidyaloy/shared/collections/entry'
import { createListeners } from '../../ui/listeners.ts'
import { freshKey } from '../api/idempotency-key.ts'
import { renumberPictures } from '../form/markdown-edits.ts'
import { type Attachment, type Attachments, isOfFile, isReady } from './attachments.ts'
import {
  discardDraft,
  isAbout,
  namedIn,
  readCurrent,
  type SessionApi,
  writeEntry,
} from './entry-requests.ts'
import {
  canBeSent,
  type EntryValues,
  isBlank,
  isSame,
  NO_VALUES,
  rebase,
  valuesOf,
} from './entry-values.ts'
import { filesIn, mergedFiles, pathsIn, publishedOf, storedOf } from './session-records.ts'
import { type SessionEvent, type SessionState, TRANSITIONS } from './session-states.ts'
import type { PendingRequest, SessionRecord, SessionStore } from './session-store.ts'

/** Time without a change after which an autosave starts. */
const REST_MS = 2000
/** Time before each new try of an autosave without a response; the last is repeated. */
const RETRY_MS = [5000, 10_000, 30_000, 60_000] as const
/** Time before files without a connection are tried again. */
const FILE_RETRY_MS = 15_000
/** Bytes of the files that one request carries at most, besides the first. */
const MAX_CARRIED = 20_000_000
/** From this many uploads that no request has used, an autosave starts at once. */
const UNNAMED = 8

/** Timers as a test can drive them. */
export interface SessionClock {
  /** Runs it once after a time. @returns what cancels it */
  after(ms: number, run: () => void): () => void
}

export interface SessionOptions {
  api: SessionApi
  store: Pick<SessionStore, 'put' | 'remove'>
  attachments: Attachments
  clock: SessionClock
  record: SessionRecord
  /** Whether the server keeps a draft while it is written. The desktop app keeps its own. */
  autosaves(): boolean
  /** What publishing leads to; another status only of a draft that stays one. */
  target?: 'published' | DraftStatus
}

/** What a form shows of an entry that is being written. */
export interface SessionView {
  state: SessionState
  /** What the user asked for; `draft` again after a failure. */
  goal: 'draft' | 'published' | 'discarded'
  values: EntryValues
  files: readonly Attachment[]
  /** Whether an autosave is to come. */
  isDue: boolean
  /** As the server returned it last. */
  entry: Entry | null
  /** Why the last attempt failed. */
  error: unknown
  /** Whether an attempt to publish has failed. */
  hasFailed: boolean
}

const noTimer = () => {}

/**
 * One entry from its first keystroke until it is published or discarded. The browser stores every edit
 * at once, the server two seconds after the last one; a request whose response was lost is sent again unchanged.
 */
export class EntrySession {
  readonly key: string
  readonly attachments: Attachments
  readonly #options: SessionOptions
  #record: SessionRecord
  #state: SessionState
  #goal: SessionView['goal'] = 'draft'
  #error: unknown
  #hasFailed = false
  /** Consecutive requests without a response, or with status 429 or 5xx. */
  #failures = 0
  #isClosed = false
  /** Published or discarded: nothing is stored any more. */
  #isOver = false
  #cancelTimer = noTimer
  #cancelFileRetry: (() => void) | null = null
  #controller = new AbortController()
  /** Ids of the attachments that the server has, in order. */
  #storedOrder: readonly string[]
  /** Ids of the files that a write could name when it was looked last. */
  #lastReady = ''
  /** The text as it was typed last, with the files by which it numbers its pictures. */
  #numbered: { text: string; ids: readonly string[] }
  #waiting: (() => void)[] = []
  #view: SessionView | null = null
  readonly #listeners = createListeners()
  readonly #unsubscribe: () => void

  constructor(options: SessionOptions) {
    const { record, attachments } = options
    this.key = record.key
    this.attachments = attachments
    this.#options = options
    this.#record = record
    this.#state = record.pending ? 'unanswered' : 'clean'
    this.#storedOrder = this.#orderOfStored()
    this.#numbered = { text: record.values.body, ids: this.#ids() }
    this.#unsubscribe = attachments.subscribe(() => this.#filesChanged())
    this.#touch()
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.subscribe(listener)

  readonly view = (): SessionView => {
    this.#view ??= this.#newView()
    return this.#view
  }

  /** Whether nothing is written. */
  isEmpty(): boolean {
    const { values, blank, pending, entry } = this.#record
    return isDeepEqual(values, blank) && this.#ids().length === 0 && !pending && !entry
  }

  /** Whether the server has not got all of it. */
  isDirty(): boolean {
    const { acknowledged, values } = this.#record
    return (
      !isSame(acknowledged ?? NO_VALUES, values) ||
      this.#readyIds().join() !== this.#storedOrder.join()
    )
  }

  edit(part: Partial<EntryValues>) {
    if (part.body !== undefined) this.#numbered = { text: part.body, ids: this.#ids() }
    this.#keep({ values: { ...this.#record.values, ...part } })
    if (isAbout(this.#error, part)) this.#forgive()
    this.#touch()
    this.#show()
  }

  /** Takes another order of the files, leaves some out, or brings them back. Pictures follow. */
  arrange(ids: readonly string[]) {
    this.attachments.arrange(ids)
    const { text, ids: before } = this.#numbered
    const body = renumberPictures(text, before, this.#ids())
    const { values } = this.#record
    if (body !== values.body) this.#keep({ values: { ...values, body } })
    this.#show()
  }

  /** Puts a file in the place of another. */
  replace(id: string, file: File) {
    const place = this.#ids().indexOf(id)
    this.attachments.replace(id, file)
    const next = this.#ids()[place] ?? id
    const { text, ids } = this.#numbered
    this.#numbered = { text, ids: ids.map((one) => (one === id ? next : one)) }
  }

  /** Publishes, or sends for approval. Resolves when that has succeeded or failed. */
  async publish(): Promise<void> {
    // Deleted elsewhere: what is here is published anew.
    if (this.#state === 'conflict' && isGone(this.#error)) await this.reload()
    this.#goal = 'published'
    if (this.#state === 'conflict') {
      this.#fail(this.#error)
      return this.#show()
    }
    this.attachments.retry()
    await this.#attempt('publish')
  }

  /** Discards what the server keeps, too. Resolves when that has succeeded or failed. */
  discard(): Promise<void> {
    this.#goal = 'discarded'
    // One whose response was lost may be published by now; it is in the list then.
    if (this.#record.pending?.publishes) {
      this.#record = { ...this.#record, pending: null, entry: null }
    }
    return this.#attempt('discard')
  }

  /** Interrupts publishing. */
  readonly stop = () => {
    this.attachments.stop()
    this.#controller.abort()
    this.#dispatch('stop', { error: new ApiError(0, 'aborted', 'Stopped by the user') })
  }

  /** Goes on when the connection or the session is back. */
  resume() {
    this.attachments.retry()
    // What the user published is sent again by the user.
    if (this.#state === 'unanswered' && this.#record.pending?.publishes) return
    this.#touch()
    this.#dispatch('retry')
  }

  /**
   * Takes over what others have changed; what is edited here stays.
   * @returns what they have made of it
   * @throws ApiError
   */
  readonly reload = async (): Promise<Entry | null> => {
    const { current, newer } = await readCurrent(this.#options.api, this.#record)
    const { entry, acknowledged } = this.#record
    const server = current ? valuesOf(current) : null
    const base = acknowledged ?? NO_VALUES
    this.#merge(base, server ?? base, pathsIn(entry), current)
    const { published } = this.#record
    if (newer && published) this.#merge(published.values, valuesOf(newer), published.paths, newer)
    this.#record = {
      ...this.#record,
      ...{ entry: current, acknowledged: server },
      published: newer ? publishedOf(newer) : published,
    }
    this.#storedOrder = this.#orderOfStored()
    this.#numbered = { text: this.#record.values.body, ids: this.#ids() }
    this.#keep()
    this.#forgive()
    this.#dispatch('reloaded')
    this.#touch()
    this.#show()
    return newer ?? current
  }

  /** Puts what was written and arranged since `base` onto what the server has. */
  #merge(base: EntryValues, server: EntryValues, paths: readonly string[], entry: Entry | null) {
    const values = rebase(base, this.#record.values, server)
    this.attachments.put(mergedFiles(this.attachments.list(), paths, filesIn(entry)))
    this.#record = { ...this.#record, values }
  }

  /** Stores nothing of it any more. */
  forget() {
    this.#isOver = true
    this.#options.store.remove(this.key)
  }

  /** Ends the work on it; what is stored stays. One that is being discarded goes on until it is. */
  close() {
    this.#isClosed = this.#goal !== 'discarded'
    this.#cancelTimer()
    this.#cancelFileRetry?.()
    this.#unsubscribe()
    this.attachments.close({ isWanted: !this.#isOver && this.#goal !== 'discarded' })
  }

  #newView(): SessionView {
    const files = this.attachments.list()
    const { values, entry } = this.#record
    // An error that was about a file is over with it.
    const isOver = isOfFile(this.#error) && !files.some(({ phase }) => phase === 'failed')
    const failure = isOver
      ? { error: undefined, hasFailed: false }
      : { error: this.#error, hasFailed: this.#hasFailed }
    const [state, goal] = [this.#state, this.#goal]
    return { state, goal, values, files, isDue: this.#isDue(), entry, ...failure }
  }

  #show() {
    this.#view = null
    this.#listeners.notify()
  }

  #ids(): string[] {
    return this.attachments.list().map(({ id }) => id)
  }

  #readyIds(): string[] {
    return this.attachments.list().flatMap((one) => (isReady(one) ? [one.id] : []))
  }

  /** A file that was left out here has its path instead of an id. */
  #orderOfStored(): string[] {
    return pathsIn(this.#record.entry).map((path) => {
      const one = this.attachments.list().find(({ stored }) => stored?.filePath === path)
      return one?.id ?? path
    })
  }

  /** Stores it in the browser. */
  #keep(part: Partial<SessionRecord> = {}) {
    this.#record = { ...this.#record, ...part, attachments: this.attachments.list().map(storedOf) }
    if (this.#isOver) return
    if (this.isEmpty()) this.#options.store.remove(this.key)
    else this.#options.store.put(this.key, this.#record)
  }

  /** Whether there is something for the server to keep. */
  #isDue(): boolean {
    const { values, entry } = this.#record
    const isWorthIt = entry !== null || !isBlank(values) || this.#readyIds().length > 0
    const isOpen = this.#options.autosaves() && entry?.status !== 'waiting'
    return isOpen && isWorthIt && canBeSent(values) && this.isDirty()
  }

  #dispatch(event: SessionEvent, part: { error?: unknown } = {}) {
    const next = TRANSITIONS[this.#state][event]
    if (this.#isClosed || !next) return
    this.#cancelTimer()
    this.#state = next
    if ('error' in part) this.#fail(part.error)
    this.#show()
    this.#enter(next)
  }

  /** What a state does when it is entered. */
  #enter(state: SessionState) {
    if (state === 'clean') this.#goOn()
    else if (state === 'changed') this.#awaitRest()
    else if (state === 'uploading') this.#awaitFiles()
    else if (state === 'sending') void this.#send()
    else {
      if (state === 'unanswered') this.#awaitRetry()
      if (state === 'ended') this.forget()
      const waiting = this.#waiting
      this.#waiting = []
      for (const resolve of waiting) resolve()
    }
  }

  /** After a request the next follows, if there is one. */
  #goOn() {
    if (this.#goal === 'discarded') this.#dispatch('discard')
    else if (this.#goal === 'published') this.#dispatch('publish')
    else if (this.#isDue()) this.#dispatch('edit')
  }

  #awaitRest() {
    if (!this.#isDue()) return
    const unnamed = this.attachments.list().filter(({ phase }) => phase === 'uploaded').length
    this.#after(unnamed >= UNNAMED ? 0 : REST_MS, 'rest')
  }

  #awaitRetry() {
    // What the user published is sent again by the user.
    if (this.#record.pending?.publishes || this.#goal !== 'draft') return
    const last = Math.min(this.#failures, RETRY_MS.length) - 1
    this.#after(RETRY_MS[last] ?? RETRY_MS[0], 'retry')
  }

  #after(ms: number, event: SessionEvent) {
    this.#cancelTimer = this.#options.clock.after(ms, () => this.#dispatch(event))
  }

  /** Publishes when all files are ready; names some if the others wait for that. */
  #awaitFiles() {
    if (!this.attachments.isDone()) {
      if (this.attachments.isHeldUp() && this.isDirty()) this.#dispatch('filesReady')
      return
    }
    const failed = this.attachments.list().find(({ phase }) => phase === 'failed')
    if (failed) this.#dispatch('filesFailed', { error: failed.error })
    else this.#dispatch('filesReady')
  }

  #filesChanged() {
    this.#retryFilesLater()
    const stored = this.attachments.list().map(storedOf)
    if (!isDeepEqual(this.#record.attachments, stored)) this.#keep()
    const ready = this.#readyIds().join()
    if (this.#state === 'uploading') this.#awaitFiles()
    else if (ready !== this.#lastReady) this.#touch()
    this.#lastReady = ready
    this.#show()
  }

  /** Tries files again that could not be sent, unless the user does so before. */
  #retryFilesLater() {
    if (this.#cancelFileRetry || this.#state === 'uploading' || !this.attachments.hasLost()) return
    this.#cancelFileRetry = this.#options.clock.after(FILE_RETRY_MS, () => {
      this.#cancelFileRetry = null
      if (!this.#isClosed && this.#state !== 'uploading') this.attachments.retry()
    })
  }

  /** After a change that is not worth an autosave the state stays. */
  #touch() {
    if (this.#state !== 'clean' || this.#isDue()) this.#dispatch('edit')
  }

  #fail(reason: unknown) {
    this.#error = reason
    this.#hasFailed = this.#goal === 'published'
    if (this.#goal === 'published') this.#goal = 'draft'
  }

  #forgive() {
    this.#error = undefined
    this.#hasFailed = false
  }

  #attempt(event: SessionEvent): Promise<void> {
    const settled = new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
    })
    const isRunning = this.#state === 'sending' || this.#state === 'uploading'
    if (TRANSITIONS[this.#state][event]) this.#dispatch(event)
    else if (!isRunning) this.#enter(this.#state)
    return settled
  }

  /** Sends what had no response, else what is next. */
  async #send(): Promise<void> {
    this.#controller = new AbortController()
    const { api, target = 'published' } = this.#options
    try {
      if (!this.#record.pending && this.#goal === 'discarded') {
        await discardDraft(api, this.#record)
        this.forget()
        return this.#dispatch('ended')
      }
      const request = this.#record.pending ?? this.#newRequest()
      if (!this.#record.pending) this.#keep({ pending: request })
      const entry = await writeEntry(api, request, {
        record: this.#record,
        attachments: this.attachments,
        storedOrder: this.#storedOrder,
        target,
        signal: this.#controller.signal,
      })
      this.#acknowledge(request, entry)
      const isQueued = entry.queued === true && request.publishes
      if (this.#isPublished(request) || isQueued) this.forget()
      this.#dispatch(this.#isOver ? 'ended' : 'saved')
    } catch (reason) {
      this.#refuse(reason)
    }
  }

  #newRequest(): PendingRequest {
    const ids = this.#fittingIds()
    const isWhole = this.attachments.isDone() && ids.length === this.#readyIds().length
    const { values } = this.#record
    const publishes = this.#goal === 'published' && isWhole
    return { key: freshKey(), publishes, values, attachments: ids }
  }

  /** Returns the files that fit into one request; the others follow before it is published. */
  #fittingIds(): string[] {
    let carried = 0
    return this.#readyIds().filter((id) => {
      const one = this.attachments.find(id)
      if (one?.phase !== 'carried') return true
      const { size = 0 } = this.attachments.preparedFile(id) ?? {}
      const fits = carried === 0 || carried + size <= MAX_CARRIED
      carried += fits ? size : MAX_CARRIED
      return fits
    })
  }

  /** Whether it is published, and nothing was written meanwhile. */
  #isPublished({ publishes, attachments: ids }: PendingRequest): boolean {
    return publishes && this.#ids().every((id) => ids.includes(id)) && !this.isDirty()
  }

  /** Notes what the server has now. */
  #acknowledge({ attachments: ids, values }: PendingRequest, entry: Entry) {
    const files = filesIn(entry)
    const stored = new Map<string, EntryFile>()
    ids.forEach((id, index) => {
      const file = files[index]
      if (file) stored.set(id, file)
    })
    this.#failures = 0
    this.#forgive()
    // Before the files, whose listeners may look.
    this.#record = { ...this.#record, pending: null, entry, acknowledged: values }
    this.#storedOrder = [...stored.keys()]
    this.attachments.note(stored)
    this.#keep()
  }

  /** Goes on after a request that did not succeed. */
  #refuse(reason: unknown) {
    const status = reason instanceof ApiError ? reason.status : 0
    const isLost = status === 0 || status === 429 || status >= 500
    if (isLost) this.#failures += 1
    if (isLost) return this.#dispatch('lost', { error: reason })
    if (status === 401) return this.#dispatch('signedOut', { error: reason })
    const { pending } = this.#record
    const fresh = (pending?.attachments ?? []).filter((id) => !this.attachments.find(id)?.stored)
    this.#keep({ pending: null })
    if (status === 410) {
      this.attachments.renew(fresh)
      return this.#dispatch('saved')
    }
    if (status === 409 || status === 404) return this.#dispatch('conflict', { error: reason })
    const text = reason instanceof ApiError ? reason.fields.file : undefined
    if (text !== undefined) this.attachments.fail(namedIn(this.attachments, fresh, text), reason)
    // What it says of a file does not concern the text.
    if (text !== undefined && this.#goal === 'draft') return this.#dispatch('saved')
    this.#dispatch('refused', { error: reason })
  }
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

const isDeepEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
