import { ApiError } from '@bidyaloy/shared/api/api'
import type { DraftStatus, Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { createListeners } from '../../lib/listeners.ts'
import { type Attachment, type Attachments, isOfFile } from './attachments.ts'
import {
  discardDraft,
  isAbout,
  namedIn,
  readCurrent,
  type SessionApi,
  writeEntry,
} from './entry-requests.ts'
import { canBeSent, type EntryValues } from './entry-values.ts'
import { SessionContent } from './session-content.ts'
import { type SessionEvent, type SessionState, TRANSITIONS } from './session-states.ts'
import type { Proposed, SessionRecord, SessionStore } from './session-store.ts'

/** Time between the last edit and the autosave. */
const AUTOSAVE_DELAY_MS = 2000
/** Delays before an autosave without a response is retried; the last one repeats. */
const RETRY_DELAYS_MS = [5000, 10_000, 30_000, 60_000] as const
/** Delay before uploads that failed for want of a connection are retried. */
const UPLOAD_RETRY_DELAY_MS = 15_000
/** With this many uploads that no request has used yet, the autosave does not wait. */
const MAX_UNUSED_UPLOADS = 8

/** Timers; tests pass their own. */
export interface SessionClock {
  /** Runs a callback after a delay. @returns a function that cancels it */
  after(ms: number, run: () => void): () => void
}

export interface SessionOptions {
  api: SessionApi
  store: Pick<SessionStore, 'put' | 'remove'>
  attachments: Attachments
  clock: SessionClock
  record: SessionRecord
  /** Whether edits are saved on the server. The desktop app stores drafts itself. */
  autosaves(): boolean
  /** Status after publishing: `published`, unless a draft is to stay one. */
  targetStatus?: 'published' | DraftStatus
}

/** What a form shows of an entry that is being written. */
export interface SessionView {
  state: SessionState
  /** What the user asked for; `draft` again after a failure. */
  goal: 'draft' | 'published' | 'discarded'
  collection: CollectionName
  /** What the user has chosen; the rest follows the proposals. Undefined if nothing is proposed. */
  chosen: readonly Proposed[] | undefined
  values: EntryValues
  files: readonly Attachment[]
  /** Whether an autosave is due. */
  isDue: boolean
  /** As the server returned it last. */
  entry: Entry | null
  /** Why the last attempt failed. */
  error: unknown
  /** Whether the last attempt to publish failed. */
  publishFailed: boolean
}

const noTimer = () => {}

/**
 * One entry from its first keystroke until it is published or discarded. Every edit is stored in the
 * browser at once, and on the server two seconds after the last one. A request without a response is
 * sent again unchanged.
 */
export class EntrySession {
  readonly key: string
  readonly attachments: Attachments
  readonly #options: SessionOptions
  readonly #content: SessionContent
  #state: SessionState
  #goal: SessionView['goal'] = 'draft'
  #error: unknown
  #publishFailed = false
  /** Consecutive requests without a response, or with status 429 or 5xx. */
  #failures = 0
  #isClosed = false
  #cancelTimer = noTimer
  #cancelUploadRetry: (() => void) | null = null
  #controller = new AbortController()
  /** Ids of the files that a request could include when they last changed. */
  #lastReady = ''
  /** Resolvers of the calls that wait for an attempt to succeed or fail. */
  #waiting: (() => void)[] = []
  #view: SessionView | null = null
  readonly #listeners = createListeners()
  readonly #unsubscribe: () => void

  constructor(options: SessionOptions) {
    const { record, attachments } = options
    this.key = record.key
    this.attachments = attachments
    this.#options = options
    this.#content = new SessionContent(options)
    this.#state = record.pending ? 'unanswered' : 'clean'
    this.#unsubscribe = attachments.subscribe(() => this.#handleFileChange())
    this.#requestAutosave()
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.subscribe(listener)

  readonly view = (): SessionView => {
    this.#view ??= this.#newView()
    return this.#view
  }

  /** Whether there is neither text nor file, here or on the server. */
  isEmpty(): boolean {
    return this.#content.isEmpty()
  }

  /** Whether something is not on the server yet. */
  isDirty(): boolean {
    return this.#content.isDirty()
  }

  edit(part: Partial<EntryValues>) {
    this.#content.setValues(part)
    if (isAbout(this.#error, part)) this.#clearError()
    this.#requestAutosave()
    this.#notify()
  }

  /** Notes what the user has chosen, which no proposal changes any more. */
  markChosen(...names: Proposed[]) {
    this.#content.markChosen(names)
    this.#notify()
  }

  /** Moves a new entry or a draft to another collection. */
  setCollection(collection: CollectionName) {
    if (collection === this.#content.record.collection) return
    this.#content.setCollection(collection)
    this.#clearError()
    this.#requestAutosave()
    this.#notify()
  }

  /** Reorders, removes or restores files, and renumbers the pictures of the text. */
  arrange(ids: readonly string[]) {
    this.#content.arrange(ids)
    this.#notify()
  }

  /** Replaces a file by another at the same position. */
  replace(id: string, file: File) {
    this.#content.replace(id, file)
  }

  /** Publishes, or sends for approval. Resolves when that has succeeded or failed. */
  async publish(): Promise<void> {
    // An entry that was deleted elsewhere is published as a new one.
    if (this.#state === 'conflict' && isNotFound(this.#error)) await this.reload()
    this.#goal = 'published'
    if (this.#state === 'conflict') {
      this.#setError(this.#error)
      return this.#notify()
    }
    this.attachments.retry()
    await this.#attempt('publish')
  }

  /** Discards the entry, with its draft on the server. Resolves when that has succeeded or failed. */
  discard(): Promise<void> {
    this.#goal = 'discarded'
    if (this.#content.record.pending?.publishes) this.#content.abandonRequest()
    return this.#attempt('discard')
  }

  /** Interrupts publishing. */
  readonly stop = () => {
    this.attachments.stop()
    this.#controller.abort()
    this.#dispatch('stop', { error: new ApiError(0, 'aborted', 'Stopped by the user') })
  }

  /** Continues when the connection or the session of the account is back. */
  resume() {
    this.attachments.retry()
    // Only the user retries publishing.
    if (this.#state === 'unanswered' && this.#content.record.pending?.publishes) return
    this.#requestAutosave()
    this.#dispatch('retry')
  }

  /**
   * Merges what others have changed; edits that were made here stay.
   * @returns the entry as the server has it, or null if it was deleted
   * @throws ApiError
   */
  readonly reload = async (): Promise<Entry | null> => {
    const read = await readCurrent(this.#options.api, this.#content.record)
    this.#content.mergeCurrent(read)
    this.#clearError()
    this.#dispatch('reloaded')
    this.#requestAutosave()
    this.#notify()
    return read.newer ?? read.current
  }

  /** Removes the entry from the browser's storage. Later changes are not stored. */
  removeStored() {
    this.#content.removeStored()
  }

  /** Stops all work, except discarding. What is stored in the browser stays. */
  close() {
    this.#isClosed = this.#goal !== 'discarded'
    this.#cancelTimer()
    this.#cancelUploadRetry?.()
    this.#unsubscribe()
    const isWanted = !this.#content.isRemoved && this.#goal !== 'discarded'
    this.attachments.close({ isWanted })
  }

  #newView(): SessionView {
    const files = this.attachments.list()
    const { collection, chosen, values, entry } = this.#content.record
    // An error about a file is outdated once no file has failed.
    const isOutdated = isOfFile(this.#error) && !files.some(({ phase }) => phase === 'failed')
    return {
      state: this.#state,
      goal: this.#goal,
      collection,
      chosen,
      values,
      files,
      isDue: this.#isDue(),
      entry,
      error: isOutdated ? undefined : this.#error,
      publishFailed: this.#publishFailed && !isOutdated,
    }
  }

  #notify() {
    this.#view = null
    this.#listeners.notify()
  }

  /** Whether an autosave is due. */
  #isDue(): boolean {
    const { values, entry } = this.#content.record
    const isEnabled = this.#options.autosaves() && entry?.status !== 'waiting'
    return isEnabled && this.#content.isWorthSaving() && canBeSent(values) && this.isDirty()
  }

  #dispatch(event: SessionEvent, part: { error?: unknown } = {}) {
    const next = TRANSITIONS[this.#state][event]
    if (this.#isClosed || !next) return
    this.#cancelTimer()
    this.#state = next
    if ('error' in part) this.#setError(part.error)
    this.#notify()
    this.#enter(next)
  }

  /** Runs what belongs to a state when it is entered. */
  #enter(state: SessionState) {
    if (state === 'clean') this.#startNext()
    else if (state === 'changed') this.#scheduleAutosave()
    else if (state === 'uploading') this.#publishWhenUploaded()
    else if (state === 'sending') void this.#send()
    else {
      if (state === 'unanswered') this.#scheduleRetry()
      if (state === 'finished') this.removeStored()
      const waiting = this.#waiting
      this.#waiting = []
      for (const resolve of waiting) resolve()
    }
  }

  /** Starts the next request, if one is due. */
  #startNext() {
    if (this.#goal === 'discarded') this.#dispatch('discard')
    else if (this.#goal === 'published') this.#dispatch('publish')
    else if (this.#isDue()) this.#dispatch('edit')
  }

  #scheduleAutosave() {
    if (!this.#isDue()) return
    const unused = this.attachments.list().filter(({ phase }) => phase === 'uploaded').length
    this.#dispatchAfter(unused >= MAX_UNUSED_UPLOADS ? 0 : AUTOSAVE_DELAY_MS, 'autosave')
  }

  #scheduleRetry() {
    // Only the user retries publishing.
    if (this.#content.record.pending?.publishes || this.#goal !== 'draft') return
    const last = Math.min(this.#failures, RETRY_DELAYS_MS.length) - 1
    this.#dispatchAfter(RETRY_DELAYS_MS[last] ?? RETRY_DELAYS_MS[0], 'retry')
  }

  #dispatchAfter(ms: number, event: SessionEvent) {
    this.#cancelTimer = this.#options.clock.after(ms, () => this.#dispatch(event))
  }

  /** Sends the request when all files are uploaded, or earlier if the limit of uploads blocks the rest. */
  #publishWhenUploaded() {
    if (!this.attachments.isDone()) {
      if (this.attachments.isBlocked() && this.isDirty()) this.#dispatch('filesReady')
      return
    }
    const failed = this.attachments.list().find(({ phase }) => phase === 'failed')
    if (failed) this.#dispatch('filesFailed', { error: failed.error })
    else this.#dispatch('filesReady')
  }

  #handleFileChange() {
    this.#scheduleUploadRetry()
    this.#content.saveFiles()
    const ready = this.#content.readyIds().join()
    if (this.#state === 'uploading') this.#publishWhenUploaded()
    else if (ready !== this.#lastReady) this.#requestAutosave()
    this.#lastReady = ready
    this.#notify()
  }

  /** Retries failed uploads after a while. Publishing retries them itself. */
  #scheduleUploadRetry() {
    const hasFailed = this.attachments.hasConnectionFailure()
    if (this.#cancelUploadRetry || this.#state === 'uploading' || !hasFailed) return
    this.#cancelUploadRetry = this.#options.clock.after(UPLOAD_RETRY_DELAY_MS, () => {
      this.#cancelUploadRetry = null
      if (!this.#isClosed && this.#state !== 'uploading') this.attachments.retry()
    })
  }

  /** Dispatches `edit`, unless everything is saved and no autosave is due. */
  #requestAutosave() {
    if (this.#state !== 'clean' || this.#isDue()) this.#dispatch('edit')
  }

  #setError(reason: unknown) {
    this.#error = reason
    this.#publishFailed = this.#goal === 'published'
    if (this.#publishFailed) this.#goal = 'draft'
  }

  #clearError() {
    this.#error = undefined
    this.#publishFailed = false
  }

  /** Resolves when the attempt that an event starts has succeeded or failed. */
  #attempt(event: SessionEvent): Promise<void> {
    const settled = new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
    })
    const isRunning = this.#state === 'sending' || this.#state === 'uploading'
    if (TRANSITIONS[this.#state][event]) this.#dispatch(event)
    else if (!isRunning) this.#enter(this.#state)
    return settled
  }

  /** Repeats the request that had no response; otherwise discards, saves or publishes. */
  async #send(): Promise<void> {
    this.#controller = new AbortController()
    const content = this.#content
    const { api, targetStatus = 'published' } = this.#options
    try {
      if (!content.record.pending && this.#goal === 'discarded') {
        await discardDraft(api, content.record)
        this.removeStored()
        return this.#dispatch('finished')
      }
      const request = content.record.pending ?? content.newRequest(this.#goal === 'published')
      if (!content.record.pending) content.save({ pending: request })
      const { signal } = this.#controller
      const entry = await writeEntry(api, request, { content, targetStatus, signal })
      this.#failures = 0
      this.#clearError()
      content.acknowledge(request, entry)
      const isQueued = entry.queued === true && request.publishes
      if (content.isPublishedBy(request) || isQueued) this.removeStored()
      this.#dispatch(content.isRemoved ? 'finished' : 'saved')
    } catch (reason) {
      this.#handleFailure(reason)
    }
  }

  #handleFailure(reason: unknown) {
    const { status, code } = reason instanceof ApiError ? reason : new ApiError(0, 'offline', '')
    // A success that is no answer of the API, or a 404 that is none, is of a proxy or somebody else's server.
    const isForeign = status < 400 || (status === 404 && code !== 'not_found')
    const isRetryable = isForeign || status === 429 || status >= 500
    if (isRetryable) this.#failures += 1
    if (isRetryable) return this.#dispatch('lost', { error: reason })
    if (status === 401) return this.#dispatch('signedOut', { error: reason })
    const { pending } = this.#content.record
    const added = (pending?.attachments ?? []).filter((id) => !this.attachments.find(id)?.stored)
    this.#content.save({ pending: null })
    // The server has removed the uploads that the request names.
    if (status === 410) {
      this.attachments.uploadAgain(added)
      return this.#dispatch('saved')
    }
    if (status === 409 || status === 404) return this.#dispatch('conflict', { error: reason })
    const text = reason instanceof ApiError ? reason.fields.file : undefined
    if (text !== undefined) this.attachments.fail(namedIn(this.attachments, added, text), reason)
    // A refused file does not stop autosaves of the text.
    if (text !== undefined && this.#goal === 'draft') return this.#dispatch('saved')
    this.#dispatch('refused', { error: reason })
  }
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.code === 'not_found'
