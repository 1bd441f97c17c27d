import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { hasCredentials } from '../http/request.ts'

/** What readers may keep, but ask about each time: the answer is 304 until something is written. */
export const REVALIDATE = 'public, max-age=0, must-revalidate'

/**
 * Of pages, which are the same for everyone: browsers ask each time, too, while a proxy or CDN in
 * front of the server may answer by itself for a few seconds, and a little longer while it asks.
 */
export const PAGE_CACHE_CONTROL =
  'public, max-age=0, s-maxage=5, stale-while-revalidate=30, must-revalidate'

const MAX_RESULTS = 2000
/** Of longer texts nobody could send many without making them up. */
const MAX_KEY_LENGTH = 300

/** Works out once what `work` gives for a text, and remembers it for as many as fit. */
export function memoize<T>(work: (text: string) => T): (text: string) => T {
  const known = new LRUCache<string, { result: T }>({ max: MAX_RESULTS })
  return (text) => {
    const found = known.get(text)
    if (found) return found.result
    const result = work(text)
    if (text.length > MAX_KEY_LENGTH) return result
    known.set(text, { result })
    return result
  }
}

/** What is answered at an address. */
export interface RenderedResponse {
  status: number
  contentType: string
  /** Headers beside type, length, encoding, ETag. */
  headers: Readonly<Record<string, string>>
  /** The request headers beside `Accept-Encoding` on which the answer depends. */
  vary?: string
  /** There is nothing: the answer is drawn at this address, for all addresses like it. */
  missingAt?: string
  body: Buffer
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** The bytes of an answer in one encoding, with their headers as flat lists, ready to be written. */
interface Variant {
  bytes: Buffer
  etag: string
  /** Headers of the whole answer. */
  headers: string[]
  /** Headers of a 304. */
  unchanged: string[]
}

/** An answer with nothing left to do. */
export interface CachedResponse extends RenderedResponse {
  /** ETag of the plain bytes. Those of other encodings begin with the same letters. */
  etag: string
  variants: { identity: Variant } & Partial<Record<Encoding, Variant>>
}

/** @param etag of the plain bytes, in quotes */
export function cachedResponse(answer: RenderedResponse, etag: string): CachedResponse {
  return { ...answer, etag, variants: { identity: variantOf(answer, answer.body, { etag }) } }
}

/**
 * Adds the answer's bytes in an encoding, or puts others in their place.
 * @param mark tells these bytes from others of the same content, as RFC 9110 asks of strong ETags
 */
export function addVariant(
  answer: CachedResponse,
  { encoding, mark = encoding }: { encoding: Encoding; mark?: string },
  bytes: Buffer,
): void {
  const etag = `${answer.etag.slice(0, -1)}-${mark}"`
  answer.variants[encoding] = variantOf(answer, bytes, { etag, encoding })
}

function variantOf(
  { headers, vary, contentType }: RenderedResponse,
  bytes: Buffer,
  { etag, encoding }: { etag: string; encoding?: Encoding },
): Variant {
  const always = {
    ...headers,
    ETag: etag,
    Vary: vary ? `Accept-Encoding, ${vary}` : 'Accept-Encoding',
  }
  const whole = {
    ...always,
    'Content-Type': contentType,
    'Content-Length': String(bytes.length),
    ...(encoding && { 'Content-Encoding': encoding }),
  }
  return {
    ...{ bytes, etag },
    headers: Object.entries(whole).flat(),
    unchanged: Object.entries(always).flat(),
  }
}

/**
 * Answers: 304 where the reader has the content in whatever encoding, else the best bytes. Nobody
 * is to keep what was sent to a signed-in admin, unless it is `forAll`.
 */
export function sendResponse(
  req: IncomingMessage,
  res: ServerResponse,
  answer: CachedResponse,
  { forAll = false } = {},
): void {
  const { variants, status } = answer
  const variant = variants[encodingFor(req)] ?? variants.identity
  const known = status === 200 && knownTag(req.headers['if-none-match'], answer, variant)
  let headers = known ? variant.unchanged : variant.headers
  // The reader is told which of its copies still holds.
  if (known && known !== variant.etag) headers = withHeader(headers, 'ETag', known)
  if (!forAll && hasCredentials(req)) headers = withHeader(headers, 'Cache-Control', 'no-store')
  res.writeHead(known ? 304 : status, headers)
  res.end(known || req.method === 'HEAD' ? undefined : variant.bytes)
}

function withHeader(headers: readonly string[], name: string, value: string): string[] {
  const others = headers.filter((_, at) => headers[at - (at % 2)] !== name)
  return [...others, name, value]
}

/**
 * The tag among those that the reader knows that stands for this very content, or undefined. Which
 * of our encodings it has does not matter: its content is the same.
 */
function knownTag(
  header: string | undefined,
  { etag }: CachedResponse,
  variant: Variant,
): string | undefined {
  if (!header) return undefined
  if (header === variant.etag || header.trim() === '*') return variant.etag
  const content = etag.slice(0, -1)
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .find((tag) => tag === etag || tag.startsWith(`${content}-`))
}

/** The encoding that the reader likes best of those that we make. */
export function encodingFor({ headers }: IncomingMessage): Encoding {
  return bestEncoding(headers['accept-encoding'] ?? '')
}

const REFUSED = /;\s*q=0(\.0*)?\s*(;|$)/

/** Readers say this in a few ways only. */
const bestEncoding = memoize((accepted: string): Encoding => {
  const offers = accepted.split(',').map((offer) => offer.trim())
  for (const encoding of ['br', 'gzip'] as const) {
    if (offers.some((offer) => offer.split(';')[0] === encoding && !REFUSED.test(offer))) {
      return encoding
    }
  }
  return 'identity'
})
