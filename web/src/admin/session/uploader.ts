import { ApiError } from '@bidyaloy/shared/api/api'
import { errorOf } from '@bidyaloy/shared/api/http-api'
import { removeUpload, resumeUpload, type SendUpload } from '@bidyaloy/shared/api/resume-upload'
import { LARGE_BYTES, uploadIdIn } from '@bidyaloy/shared/api/uploads'

/** Milliseconds before each try after one that brought nothing further. */
const RETRY_DELAYS = [0, 1000, 3000, 5000, 10_000, 20_000]
/** Tries for a small file, which is soon sent again. */
const SMALL_TRIES = 2

/** Files at the server that no write has named yet: fewer than an account may have. */
export const MAX_UNNAMED = 12

export interface UploadOptions {
  /** Path of the upload from an earlier try. */
  location?: string | undefined
  onStart(location: string): void
  onProgress(sent: number, total: number): void
  signal: AbortSignal
}

/** Where a file is for the write that names it. */
export type Uploaded =
  /** At the server, by its id. */
  | { kind: 'uploaded'; id: string }
  /** The write carries it, since the server takes no uploads. */
  | { kind: 'carried' }

export interface Uploader {
  /**
   * Brings a file to the server, one after the other.
   * @throws ApiError `aborted`, `offline`, or the server's refusal
   */
  upload(file: File, options: UploadOptions): Promise<Uploaded>
  /** Frees the place of an upload that a write has named, or that goes on later. */
  release(location: string): void
  /** Removes an upload that nobody wants any more from the server. */
  remove(location: string): void
  /** Whether files wait until others are named. */
  isFull(): boolean
}

interface UploaderOptions {
  /** Null where writes carry their files: the desktop app's outbox sends them later. */
  send: SendUpload | null
  /** Asks for a new sign-in. Resolves to whether the user signed in. */
  signIn(): Promise<boolean>
  retryDelays?: readonly number[]
}

/** The files of all forms of a page share one uploader, and so one line. */
export function createUploader({
  send,
  signIn,
  retryDelays = RETRY_DELAYS,
}: UploaderOptions): Uploader {
  let line: Promise<unknown> = Promise.resolve()
  const unnamed = new Set<string>()
  let waiting: (() => void)[] = []

  const release = (location: string) => {
    unnamed.delete(uploadIdIn(location) ?? '')
    const resumed = waiting
    waiting = []
    for (const resume of resumed) resume()
  }

  const place = async (signal: AbortSignal) => {
    while (unnamed.size >= MAX_UNNAMED && !signal.aborted) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    if (signal.aborted) throw new ApiError(0, 'aborted', 'Cancelled before sending')
  }

  const bring = async (
    send: SendUpload,
    file: File,
    { location, onStart, onProgress, signal }: UploadOptions,
  ): Promise<Uploaded> => {
    let started = location
    for (;;) {
      const result = await resumeUpload(file, {
        send,
        location: started,
        onStart(next) {
          started = next
          onStart(next)
        },
        onProgress: (bytes) => onProgress(bytes, file.size),
        signal,
        retryDelays: file.size < LARGE_BYTES ? retryDelays.slice(0, SMALL_TRIES) : retryDelays,
      })
      if (result.kind === 'complete') return { kind: 'uploaded', id: result.id }
      if (result.kind === 'unsupported') return { kind: 'carried' }
      const error = result.response
        ? errorOf(result.response)
        : new ApiError(0, 'offline', 'The connection was lost too often')
      if (error.status !== 401 || !(await signIn())) throw error
    }
  }

  return {
    async upload(file, options) {
      if (!send) return { kind: 'carried' }
      const known = options.location && uploadIdIn(options.location)
      // One that goes on has its place already.
      if (!known || !unnamed.has(known)) await place(options.signal)
      const before = line
      let leave = () => {}
      line = new Promise<void>((resolve) => {
        leave = resolve
      })
      await before
      try {
        const result = await bring(send, file, options)
        if (result.kind === 'uploaded') unnamed.add(result.id)
        return result
      } finally {
        leave()
      }
    },
    release,
    remove(location) {
      release(location)
      if (send) void removeUpload(location, send).catch(() => undefined)
    },
    isFull: () => unnamed.size >= MAX_UNNAMED,
  }
}
