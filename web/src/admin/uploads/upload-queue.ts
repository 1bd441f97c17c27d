import { ApiError, type CallOptions } from '@bidyaloy/shared/api/api'
import { createListeners } from '../../ui/listeners.ts'
import { ContentKey } from '../api/idempotency-key.ts'
import type { UploadProgress } from './upload-file.ts'

/** An entry to publish: a title, and optionally a file. */
export interface Upload {
  readonly id: string
  readonly title: string
  /** The title proposed by the file. The next file may replace it while it is unchanged. */
  readonly proposed: string
  readonly file: File | null
  readonly phase: 'waiting' | 'preparing' | 'sending' | 'done' | 'failed'
  /** Bytes, while preparing or sending. */
  readonly sent: number
  readonly total: number
  /** The reason, if it failed. */
  readonly error?: unknown
}

/** The steps of one upload. */
export interface UploadWork {
  /** Prepares the file. The result is reused by retries. */
  prepare: (file: File) => Promise<File>
  /** @param upload `files` are the prepared `sources` */
  send: (
    upload: { title: string; files: File[]; sources: readonly File[] },
    options: CallOptions,
  ) => Promise<unknown>
  /** The other fields, equal for all uploads, as JSON. A change gives the next try a new idempotency key. */
  sharedFields: string
  /** Sends all files in one request, with the title of the first. */
  together?: boolean
  /** With `together`: larger files than this many bytes in total go in several requests, one after the other. */
  maxRequestBytes?: number
}

/** What a retry reuses. */
interface Retry {
  key: ContentKey<[title: string, sharedFields: string, count: number, ...files: File[]]>
  prepared?: { of: File; file: File }
}

/** After these codes further uploads would fail as well. */
const STOPPING_CODES: readonly string[] = [
  'offline',
  'unauthenticated',
  'storage_full',
  'unavailable',
]

let lastId = 0
const blank = (file: File | null = null, title = ''): Upload => {
  lastId += 1
  return { id: `u${lastId}`, title, proposed: title, file, phase: 'waiting', sent: 0, total: 0 }
}

/** Replaces the title by what another file proposes, unless the user has edited it. */
function proposeTitle(
  { title, proposed }: Upload,
  next: string,
): Pick<Upload, 'title' | 'proposed'> {
  const untouched = title.trim() === '' || title === proposed
  return { title: untouched ? next : title, proposed: next }
}

/**
 * Creates a queue that sends uploads one after the other. It always contains at least one upload,
 * at first one without a file.
 * @param title its first title
 * @param isProposed whether a file proposed the title, so that the next file may replace it
 */
export function createUploadQueue(title = '', isProposed = false) {
  let uploads: readonly Upload[] = [{ ...blank(null, title), proposed: isProposed ? title : '' }]
  let running = false
  let stopped = false
  let controller: AbortController | null = null
  const retries = new Map<string, Retry>()
  const { subscribe, notify } = createListeners()
  const set = (next: readonly Upload[]) => {
    uploads = next
    notify()
  }
  const change = (id: string, part: Partial<Upload>) =>
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))
  const retryOf = (id: string): Retry => {
    const found = retries.get(id) ?? { key: new ContentKey() }
    retries.set(id, found)
    return found
  }

  const changeAll = (group: readonly Upload[], part: Partial<Upload>) =>
    set(
      uploads.map((each) => (group.some(({ id }) => id === each.id) ? { ...each, ...part } : each)),
    )

  const prepareOnce = async (id: string, file: File, prepare: UploadWork['prepare']) => {
    const retry = retryOf(id)
    if (retry.prepared?.of !== file) retry.prepared = { of: file, file: await prepare(file) }
    return retry.prepared.file
  }

  /** Sends the files of a group in one request, or as many of the first as fit into it. */
  const sendGroup = async (
    group: readonly Upload[],
    { id: first, title }: Upload,
    {
      prepare,
      send,
      sharedFields,
      together,
      maxRequestBytes = Number.POSITIVE_INFINITY,
    }: UploadWork,
  ) => {
    const part: Upload[] = []
    controller = new AbortController()
    const { signal } = controller
    const onProgress = (progress: UploadProgress) => changeAll(part, progress)
    try {
      const files: File[] = []
      let total = 0
      for (const upload of group) {
        const { id, file } = upload
        part.push(upload)
        if (!file) continue
        onProgress({ phase: 'preparing', sent: 0, total: file.size })
        const prepared = await prepareOnce(id, file, prepare)
        if (signal.aborted) throw new ApiError(0, 'aborted', 'Cancelled before sending')
        if (files.length > 0 && total + prepared.size > maxRequestBytes) {
          changeAll([upload], { phase: 'waiting' })
          part.pop()
          break
        }
        files.push(prepared)
        total += prepared.size
      }
      onProgress({ phase: 'sending', sent: 0, total })
      const sources = part.flatMap(({ file }) => file ?? [])
      await send(
        { title, files, sources },
        {
          signal,
          ...(files.length > 0 && {
            onProgress: (sent, all) => onProgress({ phase: 'sending', sent, total: all }),
          }),
          idempotencyKey: retryOf(first).key.for([title, sharedFields, files.length, ...files]),
        },
      )
      changeAll(part, { phase: 'done' })
    } catch (error) {
      changeAll(part, { phase: 'failed', error })
      // The next part of the same entry must not come before this one.
      const stops = error instanceof ApiError && STOPPING_CODES.includes(error.code)
      if (together || stops) stopped = true
    }
  }

  return {
    list: () => uploads,
    isRunning: () => running,
    subscribe,
    /** Appends files. A single upload without a file takes the first. */
    add: (files: readonly { file: File; title: string }[]): void => {
      const [first, ...rest] = files
      const [only] = uploads
      if (!first || !only) return
      const takesFirst = uploads.length === 1 && only.file === null
      const head = takesFirst
        ? [{ ...only, ...proposeTitle(only, first.title), file: first.file }]
        : [...uploads, blank(first.file, first.title)]
      set([...head, ...rest.map(({ file, title }) => blank(file, title))])
    },
    /** Replaces the file of an upload. @param title proposed by the new file */
    replace: (id: string, file: File, title: string): void => {
      const upload = uploads.find((other) => other.id === id)
      if (!upload) return
      change(id, { ...proposeTitle(upload, title), file, phase: 'waiting', error: undefined })
    },
    /** Removes an upload; from the last one only its file. */
    remove: (id: string): void => {
      const left = uploads.filter((upload) => upload.id !== id)
      if (left.length > 0) set(left)
      else {
        const emptied = uploads.map((upload) => ({ ...upload, ...proposeTitle(upload, '') }))
        set(emptied.map((upload) => ({ ...upload, file: null, phase: 'waiting' })))
      }
    },
    /** Replaces the list by the same uploads in another order, or by some of them; the title stays first. */
    arrange: (next: readonly Upload[]): void => {
      const { title = '', proposed = '' } = uploads[0] ?? {}
      const [first = blank(), ...rest] = next
      set([{ ...first, title, proposed }, ...rest])
    },
    /** Replaces the list by these files; an upload of the same file stays. */
    put: (files: readonly File[]): void => {
      const next = files.map((file) => uploads.find((one) => one.file === file) ?? blank(file))
      set(next.length > 0 ? next : [blank()])
    },
    retitle: (id: string, title: string): void => change(id, { title }),
    /** Marks uploads that the server has received. */
    finish: (ids: readonly string[]): void =>
      set(
        uploads.map((upload) => (ids.includes(upload.id) ? { ...upload, phase: 'done' } : upload)),
      ),
    /** Makes a failed upload wait for another try. */
    resetFailed: (id: string): void => change(id, { phase: 'waiting', error: undefined }),
    /** Sends all unfinished uploads. A failure stops the rest only if they would fail as well. */
    run: async (work: UploadWork): Promise<void> => {
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
        const group = uploads.filter(({ phase }) => phase === 'waiting')
        const { title } = (work.together && uploads[0]) || next
        await sendGroup(work.together ? group : [next], { ...next, title }, work)
      }
      running = false
      notify()
    },
    /** Cancels the current upload; the others continue. */
    stopCurrent: (): void => controller?.abort(),
    stopAll: (): void => {
      stopped = true
      controller?.abort()
    },
    clear: (): void => {
      retries.clear()
      set([blank()])
    },
  }
}
