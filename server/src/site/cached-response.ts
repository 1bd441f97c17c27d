import type { IncomingMessage, ServerResponse } from 'node:http'
import { contentHash, hasCredentials, memoize } from '../http/request.ts'
import { framedPolicy } from '../http/security-headers.ts'

/** May be cached but must be revalidated; the response is 304 until the next write. */
export const REVALIDATE = 'public, max-age=0, must-revalidate'

/**
 * For pages, which are the same for everyone: browsers revalidate, while a proxy or CDN may respond
 * from its cache for a few seconds, and a little longer while it revalidates.
 */
export const PAGE_CACHE_CONTROL =
  'public, max-age=0, s-maxage=5, stale-while-revalidate=30, must-revalidate'

/** A complete response, before compression. */
export interface RenderedResponse {
  status: number
  contentType: string
  /** Headers other than type, length, encoding and ETag. */
  headers: Readonly<Record<string, string>>
  /** Request headers other than `Accept-Encoding` on which the response depends. */
  vary?: string
  /**
   * For a missing page: the address whose 404 response is shared by all addresses like it. See
   * `Missing` in web/src/site/routes.tsx.
   */
  missingAt?: string
  /** Of pages with status 200: the id of the entry that it shows, or an empty text. */
  entryId?: string
  body: Buffer
}

const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The bytes of a response in one encoding, with headers as flat lists for `writeHead`. */
interface Variant {
  bytes: Buffer
  etag: string
  /** Headers of the full response. */
  headers: string[]
  /** Headers of a 304. */
  unchanged: string[]
}

/** A response that is ready to send. */
export interface CachedResponse extends RenderedResponse {
  /** ETag of the uncompressed bytes; the ETags of other encodings extend it. */
  etag: string
  variants: { identity: Variant } & Partial<Record<Encoding, Variant>>
}

/** Returns the encodings in which a response is ready. */
export function encodingsOf(variants: CachedResponse['variants']): Encoding[] {
  return ENCODINGS.filter((encoding) => variants[encoding])
}

/** Creates the response with its uncompressed bytes. */
export function cachedResponse(response: RenderedResponse): CachedResponse {
  const etag = `"${contentHash(response.body)}"`
  return { ...response, etag, variants: { identity: variantOf(response, response.body, { etag }) } }
}

/**
 * Adds or replaces the response's bytes in an encoding.
 * @param mark distinguishes these bytes in the ETag, as RFC 9110 requires of strong ETags
 */
export function addVariant(
  response: CachedResponse,
  { encoding, mark = encoding }: { encoding: Encoding; mark?: string },
  bytes: Buffer,
): void {
  const etag = `${response.etag.slice(0, -1)}-${mark}"`
  response.variants[encoding] = variantOf(response, bytes, { etag, encoding })
}

function variantOf(
  { headers, vary, contentType }: RenderedResponse,
  bytes: Buffer,
  { etag, encoding }: { etag: string; encoding?: Encoding },
): Variant {
  const always = { ETag: etag, Vary: vary ? `Accept-Encoding, ${vary}` : 'Accept-Encoding' }
  const { 'Cache-Control': cacheControl } = headers
  const whole = {
    ...headers,
    ...always,
    'Content-Type': contentType,
    'Content-Length': String(bytes.length),
    ...(encoding && { 'Content-Encoding': encoding }),
  }
  return {
    bytes,
    etag,
    headers: Object.entries(whole).flat(),
    // The client has the other headers (RFC 9110, 15.4.5).
    unchanged: Object.entries({
      ...always,
      ...(cacheControl && { 'Cache-Control': cacheControl }),
    }).flat(),
  }
}

/**
 * Sends 304 if the client has the content in any encoding, else the best variant. Responses to
 * requests with credentials are `no-store` unless `forAll`.
 */
export function sendResponse(
  req: IncomingMessage,
  res: ServerResponse,
  response: CachedResponse,
  { forAll = false } = {},
): void {
  const { variants, status } = response
  const variant = variants[encodingFor(req)] ?? variants.identity
  const known = status === 200 && knownTag(req.headers['if-none-match'], response, variant)
  let headers = known ? variant.unchanged : variant.headers
  // Names the client's variant that is still valid.
  if (known && known !== variant.etag) headers = withHeader(headers, 'ETag', known)
  if (!forAll && hasCredentials(req)) {
    headers = withHeader(headers, 'Cache-Control', 'no-store')
    // The dashboard shows the site as it is set up. No cache keeps it for others.
    if (isFramedHere(req)) headers = headers.map(framedPolicy)
  }
  if (known) for (const name of res.getHeaderNames()) res.removeHeader(name)
  res.writeHead(known ? 304 : status, headers)
  res.end(known || req.method === 'HEAD' ? undefined : variant.bytes)
}

function isFramedHere({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'same-origin'
}

function withHeader(headers: readonly string[], name: string, value: string): string[] {
  const others = headers.filter((_, at) => headers[at - (at % 2)] !== name)
  return [...others, name, value]
}

/** Returns the client's ETag that identifies this content, in any encoding, or undefined. */
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

/** Returns the best encoding that the client accepts. */
export function encodingFor({ headers }: IncomingMessage): Encoding {
  return bestEncoding(headers['accept-encoding'] ?? '')
}

const NOT_ACCEPTED = /;\s*q=0(\.0*)?\s*(;|$)/

/** Memoized: clients send few different values. */
const bestEncoding = memoize((accepted: string): Encoding => {
  const offers = accepted.split(',').map((offer) => offer.trim())
  for (const encoding of ['br', 'gzip'] as const) {
    if (offers.some((offer) => offer.split(';')[0] === encoding && !NOT_ACCEPTED.test(offer))) {
      return encoding
    }
  }
  return 'identity'
})
