import { ApiError, type CallOptions } from '@bidyaloy/shared/api/api'
import { useEffect, useRef, useState } from 'react'
import { ContentKey } from '../api/idempotency-key.ts'
import { prepareFile } from './prepare-file.ts'

/** One entry to be: its title, and its file where it has one. */
export interface Upload {
  readonly id: string
  readonly title: string
  /** The title as its file proposed it; while it is still the same, the next file proposes anew. */
  readonly proposed: string
  readonly file: File | null
  readonly phase: 'waiting' | 'preparing' | 'sending' | 'done' | 'failed'
  /** Bytes gone up, and of how many; while it is being sent. */
  readonly sent: number
  readonly total: number
  /** Why it failed. */
  readonly error?: unknown
}

/** How one upload is carried out. */
export interface UploadWork {
  /** Makes the file ready to go. Its result is kept for another try. */
  prepare: (file: File) => Promise<File>
  send: (upload: { title: string; file: File | null }, options: CallOptions) => Promise<unknown>
  /** What is sent with every upload: changed, the next try is another request. */
  sentAlong: string
}

/** Sends one upload after the other. There is always one at least, be it empty. */
interface UploadQueue {
  list(): readonly Upload[]
  isRunning(): boolean
  subscribe(changed: () => void): () => void
  /** Adds files behind the others; an upload without a file takes the first. */
  add(files: readonly { file: File; title: string }[]): void
  /** Puts another file in the place of an upload's. @param title what it proposes */
  replace(id: string, file: File, title: string): void
  /** Takes an upload away; of the last one only its file. */
  remove(id: string): void
  retitle(id: string, title: string): void
  /** Lets what failed wait for another try. */
  resetFailed(id: string): void
  /** Sends all that are not done. One that fails lets the others go on, unless all would fail. */
  run(work: UploadWork): Promise<void>
  /** Stops the upload under way; the others go on. */
  stopCurrent(): void
  stopAll(): void
  clear(): void
}

interface Kept {
  key: ContentKey<[string, string, File | null]>
  prepared?: { of: File; file: File }
}

/** After these every further upload would fail as well. */
const HOPELESS: readonly string[] = ['offline', 'unauthenticated', 'storage_full', 'unavailable']

let lastId = 0
const blank = (file: File | null = null, title = ''): Upload => {
  lastId += 1
  return { id: `u${lastId}`, title, proposed: title, file, phase: 'waiting', sent: 0, total: 0 }
}

/** Puts what another file proposes in the place of a title that no person has touched. */
function proposing({ title, proposed }: Upload, next: string): Pick<Upload, 'title' | 'proposed'> {
  const untouched = title.trim() === '' || title === proposed
  return { title: untouched ? next : title, proposed: next }
}

/**
 * A queue with one upload, still without a file.
 * @param title what its title begins with
 * @param isProposed whether a file proposed it, so that the next one may change it
 */
export function createUploadQueue(title = '', isProposed = false): UploadQueue {
  let uploads: readonly Upload[] = [{ ...blank(null, title), proposed: isProposed ? title : '' }]
  let running = false
  let stopped = false
  let controller: AbortController | null = null
  const kept = new Map<string, Kept>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const changed of listeners) changed()
  }
  const set = (next: readonly Upload[]) => {
    uploads = next
    tell()
  }
  const change = (id: string, part: Partial<Upload>) =>
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))
  const keptOf = (id: string): Kept => {
    const found = kept.get(id) ?? { key: new ContentKey() }
    kept.set(id, found)
    return found
  }

  const sendOne = async ({ id, title, file }: Upload, { prepare, send, sentAlong }: UploadWork) => {
    const own = keptOf(id)
    controller = new AbortController()
    const { signal } = controller
    try {
      if (file && own.prepared?.of !== file) {
        change(id, { phase: 'preparing' })
        own.prepared = { of: file, file: await prepare(file) }
      }
      if (signal.aborted) throw new ApiError(0, 'aborted', 'Stopped before it was sent')
      const ready = file && own.prepared ? own.prepared.file : null
      change(id, { phase: 'sending', sent: 0, total: ready?.size ?? 0 })
      await send(
        { title, file: ready },
        {
          signal,
          idempotencyKey: own.key.for([title, sentAlong, ready]),
          onProgress: (sent, total) => change(id, { sent, total }),
        },
      )
      change(id, { phase: 'done' })
    } catch (error) {
      change(id, { phase: 'failed', error })
      if (error instanceof ApiError && HOPELESS.includes(error.code)) stopped = true
    }
  }

  return {
    list: () => uploads,
    isRunning: () => running,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    add: (files) => {
      const [first, ...rest] = files
      const [only] = uploads
      if (!first || !only) return
      const takesFirst = uploads.length === 1 && only.file === null
      const head = takesFirst
        ? [{ ...only, ...proposing(only, first.title), file: first.file }]
        : [...uploads, blank(first.file, first.title)]
      set([...head, ...rest.map(({ file, title }) => blank(file, title))])
    },
    replace: (id, file, title) => {
      const upload = uploads.find((other) => other.id === id)
      if (!upload) return
      change(id, { ...proposing(upload, title), file, phase: 'waiting', error: undefined })
    },
    remove: (id) => {
      const left = uploads.filter((upload) => upload.id !== id)
      if (left.length > 0) set(left)
      else {
        const emptied = uploads.map((upload) => ({ ...upload, ...proposing(upload, '') }))
        set(emptied.map((upload) => ({ ...upload, file: null, phase: 'waiting' })))
      }
    },
    retitle: (id, title) => change(id, { title }),
    resetFailed: (id) => change(id, { phase: 'waiting', error: undefined }),
    run: async (work) => {
      if (running) return
      running = true
      stopped = false
      set(
        uploads.map((upload) =>
          upload.phase === 'failed' ? { ...upload, phase: 'waiting', error: undefined } : upload,
        ),
      )
      for (;;) {
        const next = uploads.find(({ phase }) => phase === 'waiting')
        if (!next || stopped) break
        await sendOne(next, work)
      }
      running = false
      tell()
    },
    stopCurrent: () => controller?.abort(),
    stopAll: () => {
      stopped = true
      controller?.abort()
    },
    clear: () => {
      kept.clear()
      set([blank()])
    },
  }
}

/** How far an upload is. */
export interface UploadProgress {
  phase: 'preparing' | 'sending'
  /** Bytes. */
  sent: number
  total: number
}

/** Follows one upload at a time, and can stop it. */
export function useUpload() {
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const follow = async <T>(
    file: File,
    send: (ready: File, options: Pick<CallOptions, 'signal' | 'onProgress'>) => Promise<T>,
  ): Promise<T> => {
    controller.current = new AbortController()
    const { signal } = controller.current
    setProgress({ phase: 'preparing', sent: 0, total: file.size })
    try {
      const ready = await prepareFile(file)
      setProgress({ phase: 'sending', sent: 0, total: ready.size })
      return await send(ready, {
        signal,
        onProgress: (sent, total) => setProgress({ phase: 'sending', sent, total }),
      })
    } finally {
      setProgress(null)
    }
  }
  return { progress, follow, cancel: () => controller.current?.abort() }
}
