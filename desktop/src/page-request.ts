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
