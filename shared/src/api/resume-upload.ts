import { ApiError } from './api.ts'
import { LARGE_BYTES, SOURCE_METADATA, TUS_VERSION, UPLOADS_PATH, uploadIdIn } from './uploads.ts'

/* The client of uploads that go on after a lost connection, for the dashboard and the desktop app. */

/** One request of an upload. */
export interface UploadRequest {
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE'
  /** Below `UPLOADS_PATH`. */
  path: string
  headers: Readonly<Record<string, string>>
  body?: Blob
  /** Called with the bytes of `body` that were sent, if the transport knows. */
  onProgress: (sent: number) => void
  signal: AbortSignal | undefined
}

export interface UploadResponse {
  status: number
  text: string
  header(name: string): string | null
}

/** Sends one request. Resolves to null without a response. */
export type SendUpload = (request: UploadRequest) => Promise<UploadResponse | null>

interface ResumeOptions {
  send: SendUpload
  /** Path of the upload from an earlier try. */
  location?: string | undefined
  /** Called with the path of a new upload, by which a later attempt resumes it. */
  onStart(location: string): void
  /** Called with the bytes that have arrived or were sent. */
  onProgress?: ((bytes: number) => void) | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds before each try after one without progress; then it gives up. */
  retryDelays: readonly number[]
  /** Whether it is a file of an older site, which may be larger. */
  isSource?: boolean
  /** Bytes of one request, where the transport does not report progress. */
  chunkBytes?: number | undefined
}

/** Result of an upload. */
type UploadResult =
  /** All of the file is at the server. */
  | { kind: 'complete'; id: string }
  /** The server refused it; null: no response. */
  | { kind: 'failed'; response: UploadResponse | null }
  /** The server takes no uploads, or does not find its own: the form has to carry the file. */
  | { kind: 'unsupported' }

/** Media type of a body that is a part of an upload. */
const BYTES = 'application/offset+octet-stream'
const TUS = { 'tus-resumable': TUS_VERSION }
/** No decision about the upload; the next request may succeed. */
const PASSING = [408, 500, 502, 503, 504]
const CONFLICT = 409
const GONE = [404, 410]
/** Responses to the start of an upload by servers without them, or with too many. */
const NOT_STARTED = [404, 405, 429]

/**
 * Brings a file to the server over as many connections as it takes, beginning with what an earlier
 * try has left there.
 * @throws ApiError `aborted`
 */
export async function resumeUpload(
  file: Blob & { readonly name: string },
  {
    send,
    location,
    onStart,
    onProgress,
    signal,
    retryDelays,
    isSource = false,
    chunkBytes = file.size,
  }: ResumeOptions,
): Promise<UploadResult> {
  let path = location
  /** Bytes at the server; null if unknown. */
  let offset: number | null = null
  let best = 0
  let failures = 0
  let isRenewed = false
  const request = (method: UploadRequest['method'], part: Partial<UploadRequest> = {}) =>
    send({
      method,
      path: path ?? UPLOADS_PATH,
      onProgress: (sent) => onProgress?.((offset ?? 0) + sent),
      signal,
      ...part,
      headers: { ...TUS, ...part.headers },
    })
  const step = (): ReturnType<SendUpload> => {
    if (path === undefined) {
      // A small file is not worth a second request.
      const isWhole = file.size > 0 && file.size < Math.min(LARGE_BYTES, chunkBytes + 1)
      const body = isWhole && { body: file }
      const headers = { ...headersOf(file, isSource), ...(isWhole && { 'content-type': BYTES }) }
      return request('POST', { headers, ...body })
    }
    if (offset === null) return request('HEAD')
    const headers = { 'content-type': BYTES, 'upload-offset': String(offset) }
    return request('PATCH', { headers, body: file.slice(offset, offset + chunkBytes) })
  }
  for (;;) {
    const id = path === undefined ? undefined : uploadIdIn(path)
    if (id !== undefined && offset === file.size) return { kind: 'complete', id }
    const response = await step()
    assertWanted(signal)
    const status = response?.status ?? 0
    if (response && status < 300) {
      const former = path === undefined ? null : offset
      if (path === undefined) {
        path = response.header('location') ?? ''
        if (uploadIdIn(path) === undefined) return { kind: 'unsupported' }
        onStart(path)
        offset = Number(response.header('upload-offset') ?? 0)
      } else offset = Number(response.header('upload-offset') ?? Number.NaN)
      if (!(offset >= 0 && offset <= file.size)) return { kind: 'unsupported' }
      onProgress?.(offset)
      if (offset > best) failures = 0
      best = Math.max(best, offset)
      // Without progress a proxy has dropped the body.
      if (former === null || offset > former) continue
    }
    if (path === undefined && NOT_STARTED.includes(status)) return { kind: 'unsupported' }
    if (GONE.includes(status)) {
      // Old, or at another process; once, since that process may not be found a second time either.
      if (isRenewed || location === undefined) return { kind: 'unsupported' }
      isRenewed = true
      path = undefined
      offset = null
      continue
    }
    const isPassing = !response || status < 300 || PASSING.includes(status) || status === CONFLICT
    const delay = retryDelays[failures]
    if (!isPassing || delay === undefined) {
      // A success without progress would pass for that of the upload.
      return { kind: 'failed', response: status < 300 ? null : response }
    }
    failures += 1
    offset = null
    await pause(delay, signal)
  }
}

/** Removes an upload that nobody wants any more; one that cannot be removed is old tomorrow. */
export async function removeUpload(path: string, send: SendUpload): Promise<void> {
  await send({ method: 'DELETE', path, headers: TUS, onProgress: () => {}, signal: undefined })
}

function headersOf(
  { name, size }: { name: string; size: number },
  isSource: boolean,
): Record<string, string> {
  const bytes = Array.from(new TextEncoder().encode(name), (byte) => String.fromCharCode(byte))
  const purpose = isSource ? `,${SOURCE_METADATA}` : ''
  return {
    'upload-length': String(size),
    'upload-metadata': `filename ${btoa(bytes.join(''))}${purpose}`,
  }
}

/** @throws ApiError `aborted` */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
  assertWanted(signal)
}

function assertWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ApiError(0, 'aborted', 'Cancelled while sending')
}
