import { DEVICE_HEADER } from '@bidyaloy/shared/school/admin-session'

/** Sends a request to a school's server. Resolves to null without a response. */
export type Forward = (request: ForwardedRequest) => Promise<Response | null>

interface ForwardedRequest {
  method: string
  /** Path and query, beginning with `/`. */
  path: string
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array<ArrayBuffer> | null
  signal?: AbortSignal
  /** Omits the token, for public endpoints. */
  withoutToken?: true
  /** Further response headers, for callers that are not the page, and for uploads. */
  keepHeaders?: readonly string[]
}

interface ForwardOptions {
  /** Origin of the server, without a trailing slash. */
  address: string
  /** Token of the signed-in admin, or null. */
  token: () => Promise<string | null>
  fetch?: typeof fetch | undefined
}

/** Time-out for the response headers, in milliseconds. */
const TIMEOUT_MS = 20_000
/** Minimum upload rate; a slower connection counts as offline. */
const MIN_BYTES_PER_MS = 2

/** Request headers sent to the server; others, such as cookies and origin, are dropped. */
const REQUEST_HEADERS = [
  'accept',
  'accept-language',
  DEVICE_HEADER,
  'content-type',
  'idempotency-key',
  'if-none-match',
  'range',
  'if-range',
  'tus-resumable',
  'upload-length',
  'upload-metadata',
  'upload-offset',
]

/**
 * Response headers passed to the page. Others are dropped: cookies, policies, `refresh`, and the
 * headers that only the desktop app itself may set.
 */
const RESPONSE_HEADERS = [
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
 * Sends with the admin's token, without cookies, and with listed headers only. The response must
 * start within 20 s plus time for a large body. A redirect resolves to null.
 * @throws whatever `token` throws
 */
export function createForward({ address, token, fetch: send = fetch }: ForwardOptions): Forward {
  return async ({ method, path, headers = {}, body, signal, withoutToken, keepHeaders = [] }) => {
    const sent = new Headers()
    for (const name of REQUEST_HEADERS) {
      const value = headers[name]
      if (value) sent.set(name, value)
    }
    const bearer = withoutToken ? null : await token()
    if (bearer) sent.set('authorization', `Bearer ${bearer}`)
    const allowance = Math.ceil((body?.byteLength ?? 0) / MIN_BYTES_PER_MS)
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS + allowance)
    try {
      const response = await send(address + path, {
        method,
        headers: sent,
        ...(body && { body }),
        redirect: 'error',
        cache: 'no-store',
        credentials: 'omit',
        signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      })
      const received = new Headers()
      for (const name of [...RESPONSE_HEADERS, ...keepHeaders]) {
        const value = response.headers.get(name)
        if (value !== null) received.set(name, value)
      }
      const { status, statusText } = response
      return new Response(hasBody(status) ? response.body : null, {
        status,
        statusText,
        headers: received,
      })
    } catch {
      return null
    } finally {
      // The body has its own time-out, in `readBody`.
      clearTimeout(timer)
    }
  }
}

function hasBody(status: number): boolean {
  return ![101, 204, 205, 304].includes(status)
}

/** Time-out between two chunks of a body, in milliseconds. */
const BODY_TIMEOUT_MS = 20_000

/**
 * Reads a whole response body. Resolves to null if it exceeds `max` bytes, breaks off or stalls, so
 * that no server can exhaust memory or block the app.
 */
export async function readBody(
  response: Response,
  max: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = response.body?.getReader()
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

/** Parses UTF-8 JSON; undefined if it is invalid. */
export function parseJson(bytes: Uint8Array | null): unknown {
  try {
    return bytes ? JSON.parse(new TextDecoder().decode(bytes)) : undefined
  } catch {
    return undefined
  }
}

/** Reads the JSON of a 200 response; undefined for other responses and invalid or larger bodies. */
export async function readJson(response: Response, max: number): Promise<unknown> {
  return response.status === 200 ? parseJson(await readBody(response, max)) : undefined
}

/** A request of the page with its body in memory. */
export interface PageRequest {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body: Uint8Array<ArrayBuffer> | null
  signal: AbortSignal
}

/** Reads the whole body into memory. @throws whatever `request.arrayBuffer` throws */
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

/** Builds an uncacheable JSON response. */
export function jsonResponse(body: unknown, status = 200, headers: HeadersInit = {}): Response {
  const all = new Headers(headers)
  all.set('content-type', 'application/json; charset=utf-8')
  all.set('cache-control', 'no-store')
  return new Response(JSON.stringify(body), { status, headers: all })
}

/** Builds an error response in the server's format. */
export function problemResponse(status: number, code: string, sentence: string): Response {
  return jsonResponse({ error: sentence, code }, status)
}
