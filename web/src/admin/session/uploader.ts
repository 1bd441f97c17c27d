import { ApiError } from '@bidyaloy/shared/api/api'
import { errorOf } from '@bidyaloy/shared/api/http-api'
import { removeUpload, resumeUpload, type SendUpload } from '@bidyaloy/shared/api/resume-upload'
import { LARGE_BYTES, uploadIdIn } from '@bidyaloy/shared/api/uploads'

/** Milliseconds before each retry; progress resets the count. */
const RETRY_DELAYS = [0, 1000, 3000, 5000, 10_000, 20_000]
/** Retries of a small file, which is cheap to send again. */
const SMALL_FILE_RETRIES = 2

/** Limit of uploads that no request has used yet. It is below the server's limit for an account. */
export const MAX_UNUSED = 12

export interface UploadOptions {
  /** Path of the upload that an earlier attempt started. */
  location?: string | undefined
  onStart(location: string): void
  onProgress(sent: number, total: number): void
  signal: AbortSignal
}

/** How a request includes a file. */
export type Uploaded =
  /** By the id of its upload. */
  | { kind: 'uploaded'; id: string }
  /** In its body, where uploads are not supported. */
  | { kind: 'carried' }

export interface Uploader {
  /**
   * Uploads a file, after those before it.
   * @throws ApiError `aborted`, `offline`, or the server's refusal
   */
  upload(file: File, options: UploadOptions): Promise<Uploaded>
  /** Stops counting an upload that a request has used, or that is resumed later. */
  release(location: string): void
  /** Removes an upload from the server. */
  remove(location: string): void
  /** Whether files wait until a request has used others. */
  isFull(): boolean
}

interface UploaderOptions {
  /** Null in the desktop app, whose outbox sends files later, in the body of the request. */
  send: SendUpload | null
  /** Asks for a new sign-in. Resolves to whether the user signed in. */
  signIn(): Promise<boolean>
  retryDelays?: readonly number[]
}

/** Creates the uploader that all forms of a page share, so that they upload one file at a time. */
export function createUploader({
  send,
  signIn,
  retryDelays = RETRY_DELAYS,
}: UploaderOptions): Uploader {
  let queue: Promise<unknown> = Promise.resolve()
  const unused = new Set<string>()
  let waiting: (() => void)[] = []

  const release = (location: string) => {
    unused.delete(uploadIdIn(location) ?? '')
    const resumed = waiting
    waiting = []
    for (const resume of resumed) resume()
  }

  const waitBelowLimit = async (signal: AbortSignal) => {
    while (unused.size >= MAX_UNUSED && !signal.aborted) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    if (signal.aborted) throw new ApiError(0, 'aborted', 'Cancelled before sending')
  }

  const uploadFile = async (
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
        retryDelays:
          file.size < LARGE_BYTES ? retryDelays.slice(0, SMALL_FILE_RETRIES) : retryDelays,
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
      // A resumed upload is counted already.
      if (!known || !unused.has(known)) await waitBelowLimit(options.signal)
      const previous = queue
      let done = () => {}
      queue = new Promise<void>((resolve) => {
        done = resolve
      })
      await previous
      try {
        const result = await uploadFile(send, file, options)
        if (result.kind === 'uploaded') unused.add(result.id)
        return result
      } finally {
        done()
      }
    },
    release,
    remove(location) {
      release(location)
      if (send) void removeUpload(location, send).catch(() => undefined)
    },
    isFull: () => unused.size >= MAX_UNUSED,
  }
}
