import { ApiError } from '@bidyaloy/shared/api/api'
import { uploadIdIn } from '@bidyaloy/shared/api/uploads'
import type { EntryFile } from '@bidyaloy/shared/collections/entry'
import * as z from 'zod'
import { createListeners } from '../../ui/listeners.ts'
import { freshKey } from '../api/idempotency-key.ts'
import type { SessionStore } from './session-store.ts'
import type { Uploader } from './uploader.ts'

/**
 * - `waiting`: chosen, and not begun
 * - `preparing`, `sending`: on its way
 * - `uploaded`: at the server, and no write has named it
 * - `carried`: ready, the write has to carry it
 * - `stored`: part of the entry
 * - `failed`: refused, unreadable or stopped; a retry begins again
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
  /** As the server stores it; null until a write has named it. */
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

/** What is stored of an attachment beside its file. */
export const StoredAttachment = z.object({
  id: z.string(),
  location: z.string().nullable(),
  path: z.string().nullable(),
  /** Whether the stored file is what is sent of it. */
  isPrepared: z.boolean(),
})
export type StoredAttachment = z.infer<typeof StoredAttachment>

interface AttachmentsOptions {
  /** Name of the session, under which the files are stored. */
  key: string
  uploader: Uploader
  store: Pick<SessionStore, 'putFile' | 'removeFile'>
  /** Makes a file smaller. @throws ApiError if it cannot be used */
  prepare(file: File): Promise<File>
  /** Returns why a file is not to be sent, or null. */
  refusal(file: File): string | null
}

export type Attachments = ReturnType<typeof createAttachments>

const isRunning = ({ phase }: Attachment) => phase === 'preparing' || phase === 'sending'
/** Whether a write can name or carry it. */
export const isReady = ({ phase }: Attachment) =>
  phase === 'uploaded' || phase === 'carried' || phase === 'stored'

/** The files of one entry, in order. Each begins to travel when it is chosen. */
export function createAttachments({ key, uploader, store, prepare, refusal }: AttachmentsOptions) {
  let list: readonly Attachment[] = []
  const { subscribe, notify } = createListeners()
  /** What is sent of each file. */
  const prepared = new Map<string, File>()
  const running = new Map<string, AbortController>()
  /** May come back by undo. */
  const leftOut = new Map<string, Attachment>()
  const set = (next: readonly Attachment[]) => {
    list = next
    notify()
  }
  const find = (id: string) => list.find((one) => one.id === id)
  const change = (id: string, part: Partial<Attachment>) =>
    set(list.map((one) => (one.id === id ? { ...one, ...part } : one)))

  const travel = async (id: string, file: File) => {
    const refused = refusal(file)
    if (refused) {
      const error = new ApiError(0, 'validation_failed', refused, { file: refused })
      return change(id, { phase: 'failed', error })
    }
    const controller = new AbortController()
    running.set(id, controller)
    const { signal } = controller
    try {
      const known = prepared.get(id) ?? (find(id)?.isPrepared ? file : undefined)
      const ready = known ?? (await prepare(file))
      if (signal.aborted) throw new ApiError(0, 'aborted', 'Cancelled before sending')
      // After a reload the same bytes have to go on.
      if (!known && ready !== file) store.putFile(key, id, ready)
      prepared.set(id, ready)
      change(id, { total: ready.size, isPrepared: true })
      const result = await uploader.upload(ready, {
        location: find(id)?.location ?? undefined,
        onStart: (location) => change(id, { location }),
        onProgress: (sent, total) => change(id, { phase: 'sending', sent, total }),
        signal,
      })
      change(id, { phase: result.kind, sent: 0, error: undefined })
    } catch (error) {
      // One that was removed is not there any more.
      if (running.get(id) === controller) change(id, { phase: 'failed', error })
    } finally {
      if (running.get(id) === controller) running.delete(id)
    }
  }
  const begin = (ids: readonly string[]) => {
    for (const id of ids) {
      const one = find(id)
      if (!one?.file || one.phase !== 'waiting') continue
      change(id, { phase: 'preparing', sent: 0, total: one.file.size, error: undefined })
      void travel(id, one.file)
    }
  }
  const letGo = ({ id, location }: Attachment) => {
    running.get(id)?.abort()
    running.delete(id)
    prepared.delete(id)
    const upload = location && uploadIdIn(location)
    if (upload) uploader.release(upload)
  }
  const chosen = (file: File): Attachment => {
    const id = freshKey()
    store.putFile(key, id, file)
    const blank = { stored: null, phase: 'waiting', sent: 0, location: null } as const
    return { id, file, ...blank, total: file.size, isPrepared: false }
  }

  return {
    subscribe,
    list: () => list,
    /** Appends files, which begin to travel. */
    add(files: readonly File[]) {
      const added = files.map(chosen)
      set([...list, ...added])
      begin(added.map(({ id }) => id))
    },
    /** Takes a file over from another session. */
    adopt({ file, location, isPrepared }: Attachment) {
      if (!file) return
      const one = { ...chosen(file), location, isPrepared }
      set([...list, one])
      begin([one.id])
    },
    /** Notes how much of the files that a write carries has gone. @param share from 0 to 1 */
    advance(ids: readonly string[], share: number) {
      set(list.map((one) => (ids.includes(one.id) ? { ...one, sent: one.total * share } : one)))
    },
    /** Puts a file in the place of another. */
    replace(id: string, file: File) {
      const next = chosen(file)
      for (const one of list) if (one.id === id) letGo(one)
      set(list.map((one) => (one.id === id ? next : one)))
      store.removeFile(key, id)
      begin([next.id])
    },
    /** Takes another order, leaves some out, or brings back what was left out. */
    arrange(ids: readonly string[]) {
      for (const one of list) {
        if (ids.includes(one.id)) continue
        letGo(one)
        store.removeFile(key, one.id)
        leftOut.set(one.id, one)
      }
      const back = ids.flatMap((id) => (find(id) ? [] : (leftOut.get(id) ?? [])))
      for (const { id, file } of back) if (file) store.putFile(key, id, file)
      const next = ids.flatMap((id) => find(id) ?? leftOut.get(id) ?? [])
      const isNew = (one: Attachment) => back.includes(one) && !one.stored
      set(next.map((one) => (isNew(one) ? { ...one, phase: 'waiting', location: null } : one)))
      begin(ids)
    },
    /** Takes over what another visit or the server has. Unfinished files go on. */
    put(next: readonly Attachment[]) {
      for (const one of list) if (!next.some(({ id }) => id === one.id)) letGo(one)
      set(next)
      begin(next.flatMap(({ id, phase }) => (phase === 'waiting' ? id : [])))
    },
    /** Whether some failed for another reason than themselves. */
    hasLost: () => list.some(isLost),
    /** Begins again with those that failed, unless the file itself is refused. */
    retry() {
      set(list.map((one) => (isLost(one) ? { ...one, phase: 'waiting' } : one)))
      begin(list.map(({ id }) => id))
    },
    stop() {
      for (const controller of running.values()) controller.abort()
    },
    /** Marks files as refused by the server. */
    fail(ids: readonly string[], error: unknown) {
      for (const one of list) if (ids.includes(one.id)) letGo(one)
      set(
        list.map((one) =>
          ids.includes(one.id) ? { ...one, phase: 'failed', error, location: null } : one,
        ),
      )
    },
    /** Sends files once more of whose uploads the server knows nothing any more. */
    renew(ids: readonly string[]) {
      for (const one of list) if (ids.includes(one.id)) letGo(one)
      set(
        list.map((one) =>
          ids.includes(one.id) ? { ...one, phase: 'waiting', stored: null, location: null } : one,
        ),
      )
      begin(ids)
    },
    /** Notes where a write has stored files, by their ids. */
    note(files: ReadonlyMap<string, EntryFile>) {
      for (const one of list) {
        const upload = files.has(one.id) && one.location && uploadIdIn(one.location)
        if (upload) uploader.release(upload)
      }
      set(
        list.map((one) => {
          const stored = files.get(one.id)
          return stored ? { ...one, stored, phase: 'stored', location: null } : one
        }),
      )
    },
    find,
    /** Returns what is sent of a file; undefined until it is prepared. */
    preparedFile: (id: string): File | undefined => {
      const one = find(id)
      return prepared.get(id) ?? (one?.isPrepared && one.file ? one.file : undefined)
    },
    /** Whether none is on its way. */
    isDone: () => !list.some((one) => isRunning(one) || one.phase === 'waiting'),
    /** Whether some wait until a write names others. */
    isHeldUp: () => uploader.isFull() && list.some(({ phase }) => phase === 'uploaded'),
    close() {
      for (const one of list) letGo(one)
    },
  }
}

const isLost = ({ phase, error }: Attachment) => phase === 'failed' && !isOfFile(error)

/** Whether an error is about the file: it has to be replaced. */
export function isOfFile(error: unknown): boolean {
  return error instanceof ApiError && error.fields.file !== undefined
}

/** Returns the id of the upload that a write names; null for a file that it carries. */
export function uploadOf({ phase, location }: Attachment): string | null {
  return (phase === 'uploaded' && location && uploadIdIn(location)) || null
}
