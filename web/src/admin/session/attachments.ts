import { ApiError } from '@bidyaloy/shared/api/api'
import { uploadIdIn } from '@bidyaloy/shared/api/uploads'
import type { EntryFile } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { createListeners } from '../../lib/listeners.ts'
import { freshKey } from '../api/idempotency-key.ts'
import type { SessionStore } from './session-store.ts'
import type { Uploader } from './uploader.ts'

/**
 * - `waiting`: chosen, not started
 * - `preparing`, `sending`: in progress
 * - `uploaded`: on the server, and not used by a request yet
 * - `carried`: ready, to be sent in the body of the request
 * - `stored`: part of the entry
 * - `failed`: refused, unreadable or stopped; a retry starts again
 */
export const PHASES = [
  'waiting',
  'preparing',
  'sending',
  'uploaded',
  'carried',
  'stored',
  'failed',
] as const
type Phase = (typeof PHASES)[number]

/** A file of an entry that is being written. */
export interface Attachment {
  readonly id: string
  /** Null if only the server has it. */
  readonly file: File | null
  /** As the server stores it; null until a request has used it. */
  readonly stored: EntryFile | null
  readonly phase: Phase
  /** Bytes, while preparing or sending. */
  readonly sent: number
  readonly total: number
  /** Why it failed. */
  readonly error?: unknown
  /** Path of its upload. */
  readonly location: string | null
  readonly isPrepared: boolean
}

interface AttachmentsOptions {
  /** Name of the session, under which the files are stored. */
  key: string
  /** Of the entry. */
  collection: CollectionName
  uploader: Uploader
  store: Pick<SessionStore, 'putFile' | 'removeFile'>
  /** Makes a file smaller. @throws ApiError if it cannot be used */
  prepare(file: File): Promise<File>
  /** Returns why a file is not to be sent, or null. */
  refusal(file: File, collection: CollectionName): string | null
}

const isRunning = ({ phase }: Attachment) => phase === 'preparing' || phase === 'sending'
/** Whether a request can include it. */
export const isReady = ({ phase }: Attachment) =>
  phase === 'uploaded' || phase === 'carried' || phase === 'stored'

/** Returns the chosen files, without those that only the server has. */
export function chosenIn(files: readonly Attachment[]): (Attachment & { file: File })[] {
  return files.flatMap((one) => (one.file ? [{ ...one, file: one.file }] : []))
}

/** The files of one entry, in order. Each is uploaded as soon as it is chosen. */
export class Attachments {
  readonly #options: AttachmentsOptions
  #collection: CollectionName
  #list: readonly Attachment[] = []
  /** What is sent of each file. */
  readonly #prepared = new Map<string, File>()
  readonly #running = new Map<string, AbortController>()
  /** Removed files, which an undo restores. */
  readonly #removed = new Map<string, Attachment>()
  readonly #listeners = createListeners()

  constructor(options: AttachmentsOptions) {
    this.#options = options
    this.#collection = options.collection
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.subscribe(listener)
  }

  list(): readonly Attachment[] {
    return this.#list
  }

  find(id: string): Attachment | undefined {
    return this.#list.find((one) => one.id === id)
  }

  /** Appends files and starts their uploads. */
  add(files: readonly File[]) {
    const added = files.map((file) => this.#chosen(file))
    this.#set([...this.#list, ...added])
    this.#start(added.map(({ id }) => id))
  }

  /** Refuses the files that another collection does not take, and starts those that it takes. */
  setCollection(collection: CollectionName) {
    this.#collection = collection
    const unsent = chosenIn(this.#list).filter(({ stored }) => !stored)
    const refused = new Map(unsent.map(({ id, file }) => [id, this.#refusal(file)]))
    for (const [id, error] of refused) if (error) this.fail([id], error)
    const taken = unsent.filter(({ id, error }) => isOfFile(error) && !refused.get(id))
    this.#changeAll(
      taken.map(({ id }) => id),
      { phase: 'waiting', error: undefined },
    )
    this.#start(taken.map(({ id }) => id))
  }

  /** Removes a file that another session adopts; its upload stays. */
  take(id: string): Attachment | null {
    const one = this.find(id)
    if (!one) return null
    const file = this.preparedFile(id) ?? one.file
    this.#release([id], { isWanted: true })
    this.#options.store.removeFile(this.#options.key, id)
    this.#set(this.#list.filter((other) => other !== one))
    return { ...one, file }
  }

  /** Adds a file that was taken from another session. */
  adopt(taken: Attachment | null) {
    if (!taken?.file) return
    const { file, location, isPrepared } = taken
    const one = { ...this.#chosen(file), location, isPrepared }
    this.#set([...this.#list, one])
    this.#start([one.id])
  }

  /** Replaces a file by another at the same position. */
  replace(id: string, file: File) {
    const next = this.#chosen(file)
    this.#release([id])
    this.#set(this.#list.map((one) => (one.id === id ? next : one)))
    this.#options.store.removeFile(this.#options.key, id)
    this.#start([next.id])
  }

  /** Reorders files, removes some, or restores removed ones. */
  arrange(ids: readonly string[]) {
    const { key, store } = this.#options
    for (const one of this.#list) {
      if (ids.includes(one.id)) continue
      this.#release([one.id])
      store.removeFile(key, one.id)
      this.#removed.set(one.id, one)
    }
    const next = ids.flatMap((id) => this.find(id) ?? this.#restored(id))
    this.#set(next)
    this.#start(ids)
  }

  /** Replaces the list by files from the browser's storage or the server. Resumes unfinished uploads. */
  put(next: readonly Attachment[]) {
    const left = next.map(({ id }) => id)
    this.#release(this.#list.flatMap(({ id }) => (left.includes(id) ? [] : id)))
    this.#set(next)
    this.#start(left)
  }

  /** Starts failed uploads again, unless the file itself was refused. */
  retry() {
    this.#set(this.#list.map((one) => (isRetryable(one) ? { ...one, phase: 'waiting' } : one)))
    this.#start(this.#list.map(({ id }) => id))
  }

  /** Stops uploads, also those whose file is still being prepared, so that a retry starts them at once. */
  stop() {
    const running = [...this.#running]
    this.#running.clear()
    for (const [, controller] of running) controller.abort()
    const error = new ApiError(0, 'aborted', 'Stopped by the user')
    this.#changeAll(
      running.map(([id]) => id),
      { phase: 'failed', error },
    )
  }

  /** Marks files as refused by the server. */
  fail(ids: readonly string[], error: unknown) {
    this.#release(ids)
    this.#changeAll(ids, { phase: 'failed', error, location: null })
  }

  /** Uploads files again that the server does not have any more. */
  uploadAgain(ids: readonly string[]) {
    this.#release(ids)
    this.#changeAll(ids, { phase: 'waiting', stored: null, location: null })
    this.#start(ids)
  }

  /** Records where a request has stored files, by their ids. */
  markStored(files: ReadonlyMap<string, EntryFile>) {
    const { uploader } = this.#options
    for (const { id, location } of this.#list) {
      if (location && files.has(id)) uploader.release(location)
    }
    this.#set(
      this.#list.map((one) => {
        const stored = files.get(one.id)
        return stored ? { ...one, stored, phase: 'stored', location: null } : one
      }),
    )
  }

  /** Updates the progress of files in the body of a request. @param share from 0 to 1 */
  advance(ids: readonly string[], share: number) {
    this.#set(
      this.#list.map((one) => (ids.includes(one.id) ? { ...one, sent: one.total * share } : one)),
    )
  }

  /** Returns what is sent of a file; undefined until it is prepared. */
  preparedFile(id: string): File | undefined {
    const one = this.find(id)
    return this.#prepared.get(id) ?? (one?.isPrepared && one.file ? one.file : undefined)
  }

  /** Whether no upload is waiting or in progress. */
  isDone(): boolean {
    return !this.#list.some((one) => isRunning(one) || one.phase === 'waiting')
  }

  /** Whether uploads wait until a request has used others. */
  isBlocked(): boolean {
    return this.#options.uploader.isFull() && this.#list.some(({ phase }) => phase === 'uploaded')
  }

  /** Whether an upload failed for want of a connection, and may be retried without the user. */
  hasConnectionFailure(): boolean {
    // The user stopped it or declined to sign in.
    const isForUser = ({ error }: Attachment) =>
      error instanceof ApiError && (error.code === 'aborted' || error.status === 401)
    return this.#list.some((one) => isRetryable(one) && !isForUser(one))
  }

  /** @param isWanted whether uploads are to be resumed later */
  close({ isWanted }: { isWanted: boolean }) {
    const ids = this.#list.map(({ id }) => id)
    this.#release(ids, { isWanted })
  }

  #set(next: readonly Attachment[]) {
    this.#list = next
    this.#listeners.notify()
  }

  #changeAll(ids: readonly string[], part: Partial<Attachment>) {
    this.#set(this.#list.map((one) => (ids.includes(one.id) ? { ...one, ...part } : one)))
  }

  #chosen(file: File): Attachment {
    const { key, store } = this.#options
    const id = freshKey()
    store.putFile(key, id, file)
    const blank = { stored: null, phase: 'waiting', sent: 0, location: null } as const
    return { id, file, ...blank, total: file.size, isPrepared: false }
  }

  #restored(id: string): Attachment[] {
    const { key, store } = this.#options
    const one = this.#removed.get(id)
    if (!one) return []
    if (one.file) store.putFile(key, id, one.file)
    return [one.stored ? one : { ...one, phase: 'waiting', location: null }]
  }

  #start(ids: readonly string[]) {
    for (const id of ids) {
      const one = this.find(id)
      if (!one?.file || one.phase !== 'waiting') continue
      const { file } = one
      this.#changeAll([id], { phase: 'preparing', sent: 0, total: file.size, error: undefined })
      void this.#upload(id, file)
    }
  }

  /** Returns the error of a file that is not to be sent, or null. */
  #refusal(file: File): ApiError | null {
    const text = this.#options.refusal(file, this.#collection)
    return text === null ? null : new ApiError(0, 'validation_failed', text, { file: text })
  }

  async #upload(id: string, file: File): Promise<void> {
    const error = this.#refusal(file)
    if (error) return this.#changeAll([id], { phase: 'failed', error })
    const controller = new AbortController()
    this.#running.set(id, controller)
    const isCurrent = () => this.#running.get(id) === controller
    try {
      const ready = await this.#prepare(id, file, controller.signal)
      const result = await this.#options.uploader.upload(ready, {
        location: this.find(id)?.location ?? undefined,
        onStart: (location) => this.#changeAll([id], { location }),
        onProgress: (sent, total) => this.#changeAll([id], { phase: 'sending', sent, total }),
        signal: controller.signal,
      })
      if (isCurrent()) this.#changeAll([id], { phase: result.kind, sent: 0, error: undefined })
    } catch (error) {
      // Not if the file was removed meanwhile.
      if (isCurrent()) this.#changeAll([id], { phase: 'failed', error })
    } finally {
      if (isCurrent()) this.#running.delete(id)
    }
  }

  async #prepare(id: string, file: File, signal: AbortSignal): Promise<File> {
    const { key, store, prepare } = this.#options
    const known = this.preparedFile(id)
    const ready = known ?? (await prepare(file))
    if (signal.aborted) throw new ApiError(0, 'aborted', 'Cancelled before sending')
    // An upload resumed after a reload needs the same bytes.
    if (!known && ready !== file) store.putFile(key, id, ready)
    this.#prepared.set(id, ready)
    this.#changeAll([id], { total: ready.size, isPrepared: true })
    return ready
  }

  /** Stops uploads. @param isWanted whether to keep what the server has of them */
  #release(ids: readonly string[], { isWanted = false } = {}) {
    const { uploader } = this.#options
    for (const id of ids) {
      this.#running.get(id)?.abort()
      this.#running.delete(id)
      this.#prepared.delete(id)
      const location = this.find(id)?.location
      if (location && isWanted) uploader.release(location)
      else if (location) uploader.remove(location)
    }
  }
}

const isRetryable = ({ phase, error }: Attachment) => phase === 'failed' && !isOfFile(error)

/** Whether an error is about the file itself, which has to be replaced. */
export function isOfFile(error: unknown): boolean {
  return error instanceof ApiError && error.fields.file !== undefined
}

/** Returns the id of a file's upload; null if the request body has to carry the file. */
export function uploadOf({ phase, location }: Attachment): string | null {
  return (phase === 'uploaded' && location && uploadIdIn(location)) || null
}
