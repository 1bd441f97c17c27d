import { DEVICE_HEADER } from '@bidyaloy/shared/school/admin-session'

/** Passes a request on to a school's server. Null: no answer came. */
export type Forward = (request: ForwardedRequest) => Promise<Response | null>

interface ForwardedRequest {
  method: string
  /** Path and query, beginning with `/`. */
  path: string
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array<ArrayBuffer> | null
  signal?: AbortSignal
  /** Asks what anybody may ask: the token stays here. */
  withoutToken?: true
}

interface ForwardOptions {
  /** Origin of the server, without a trailing slash. */
  address: string
  /** The token of the signed-in admin, if there is one. */
  token: () => Promise<string | null>
  fetch?: typeof fetch
}

/** How long the server may take to begin its answer, in milliseconds. */
const TIMEOUT_MS = 20_000
/** A line slower than this many bytes in a millisecond counts as none. */
const MIN_BYTES_PER_SECOND = 2

/** What of a page's request the server needs; all else (cookies, origin) speaks of the page. */
const PASSED_ON = [
  'accept',
  'accept-language',
  DEVICE_HEADER,
  'content-type',
  'idempotency-key',
  'if-none-match',
  'range',
  'if-range',
]

/**
 * What of an answer the page needs. All else is the server's own affair, or could speak for the
 * program: cookies, policies, reloads, and the headers by which the program itself answers.
 */
const RECEIVED = [
  'accept-ranges',
  DEVICE_HEADER,
  'cache-control',
  'content-disposition',
  'content-language',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'x-total-count',
]

/**
 * Sends with the admin's token, without cookies, and only the headers that the other side needs. An
 * answer has to begin within 20 s, with more time for a large body; a redirect counts as none.
 * @throws what `token` throws
 */
export function createForward({ address, token, fetch: send = fetch }: ForwardOptions): Forward {
  return async ({ method, path, headers = {}, body, signal, withoutToken }) => {
    const sent = new Headers()
    for (const name of PASSED_ON) {
      const value = headers[name]
      if (value) sent.set(name, value)
    }
    const bearer = withoutToken ? null : await token()
    if (bearer) sent.set('authorization', `Bearer ${bearer}`)
    const allowance = Math.ceil((body?.byteLength ?? 0) / MIN_BYTES_PER_SECOND)
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), TIMEOUT_MS + allowance)
    try {
      const answer = await send(address + path, {
        method,
        headers: sent,
        ...(body && { body }),
        redirect: 'error',
        cache: 'no-store',
        credentials: 'omit',
        signal: signal ? AbortSignal.any([signal, patience.signal]) : patience.signal,
      })
      const received = new Headers()
      for (const name of RECEIVED) {
        const value = answer.headers.get(name)
        if (value !== null) received.set(name, value)
      }
      const { status, statusText } = answer
      return new Response(hasBody(status) ? answer.body : null, {
        status,
        statusText,
        headers: received,
      })
    } catch {
      return null
    } finally {
      // What has begun may take its time.
      clearTimeout(timer)
    }
  }
}

function hasBody(status: number): boolean {
  return ![101, 204, 205, 304].includes(status)
}

/** A body of which nothing more comes for so long has ended, in milliseconds. */
const BODY_TIMEOUT_MS = 20_000

/**
 * All of an answer's body. Null where it has more than `max` bytes, breaks off or stops coming: no
 * server can fill the memory or keep the program waiting.
 */
export async function readBody(
  answer: Response,
  max: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = answer.body?.getReader()
  if (!reader) return new Uint8Array()
  const parts: Uint8Array[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined
  try {
    for (;;) {
      const stalled = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, BODY_TIMEOUT_MS, null)
      })
      const part = await Promise.race([reader.read(), stalled])
      clearTimeout(timer)
      if (part?.done) return new Uint8Array(Buffer.concat(parts))
      size += part?.value.byteLength ?? 0
      if (!part || size > max) {
        await reader.cancel().catch(() => undefined)
        return null
      }
      parts.push(part.value)
    }
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** A request of the page, its body read. */
export interface PageRequest {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body: Uint8Array<ArrayBuffer> | null
  signal: AbortSignal
}

/** Takes the whole body into memory. @throws what reading the request's body throws */
export async function readPageRequest(request: Request): Promise<PageRequest> {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const bytes = hasBody ? new Uint8Array(await request.arrayBuffer()) : null
  return {
    method: request.method,
    url: new URL(request.url),
    headers: Object.fromEntries(request.headers),
    body: bytes && bytes.byteLength > 0 ? bytes : null,
    signal: request.signal,
  }
}

/** An answer in JSON that nobody keeps. */
export function jsonAnswer(body: unknown, status = 200, headers: HeadersInit = {}): Response {
  const all = new Headers(headers)
  all.set('content-type', 'application/json; charset=utf-8')
  all.set('cache-control', 'no-store')
  return new Response(JSON.stringify(body), { status, headers: all })
}

/** A refusal in the form in which the server gives them. */
export function problemAnswer(status: number, code: string, sentence: string): Response {
  return jsonAnswer({ error: sentence, code }, status)
}
