import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { carriesToken } from '../http/carries-token.ts'
import type { Moment, Stretch } from './stretches.ts'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** A page or list, rendered. */
export interface RenderedAnswer {
  status: number
  contentType: string
  /** Headers beside type, length, encoding, ETag. */
  headers: Readonly<Record<string, string>>
  /** The request headers beside `Accept-Encoding` on which the answer depends. */
  vary?: string
  body: Buffer
}

/** What visitors may keep, but ask about each time: the answer is 304 until something is written. */
export const REVALIDATED = 'public, max-age=0, must-revalidate'

type Encoding = 'br' | 'gzip' | 'identity'

export interface CacheEntry extends RenderedAnswer {
  etag: string
  encoded: Partial<Record<Encoding, Buffer>>
  /** It is good before this moment (milliseconds since 1970), if nothing is written. */
  until: number
}

const MAX_BYTES = 32 * 1024 * 1024
/** Below this many bytes compressing saves nothing: an answer travels in one packet anyway. */
const MIN_COMPRESSED = 512
/** About what an entry takes beside its key and its bytes: headers, ETag, places in the maps. */
const ENTRY_BYTES = 2048

/**
 * Keeps rendered answers as ready bytes. Each belongs to a revision of the database and to a stretch
 * of time, so nothing has to be invalidated. Concurrent misses share one render.
 */
export class PageCache {
  #entries = new Map<string, CacheEntry>()
  #pending = new Map<string, Promise<CacheEntry>>()
  #bytes = 0
  #revision = 0

  /**
   * The entry for `key`, rendered at most once at a time.
   * @param stretch that of the asker's moment; a newer revision than ever before empties the cache
   */
  async get(
    stretch: Stretch,
    key: string,
    render: () => Promise<RenderedAnswer>,
  ): Promise<CacheEntry> {
    const { revision, until } = stretch
    this.#startRevision(revision)
    const kept = revision === this.#revision ? this.#entries.get(key) : undefined
    if (kept?.until === until) return kept
    const full = `${revision} ${until} ${key}`
    const pending = this.#pending.get(full)
    if (pending) return pending
    const rendering = this.#render(stretch, key, render)
    this.#pending.set(full, rendering)
    try {
      return await rendering
    } finally {
      this.#pending.delete(full)
    }
  }

  /** The entry if it is there already and good at that moment, without rendering. */
  peek({ revision, now }: Moment, key: string): CacheEntry | undefined {
    const kept = revision === this.#revision ? this.#entries.get(key) : undefined
    return kept && now < kept.until ? kept : undefined
  }

  async #render(
    { revision, until }: Stretch,
    key: string,
    render: () => Promise<RenderedAnswer>,
  ): Promise<CacheEntry> {
    const answer = await render()
    const entry: CacheEntry = {
      ...answer,
      etag: `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)}"`,
      encoded: { identity: answer.body },
      until,
    }
    if (answer.status === 200) {
      if (answer.body.length >= MIN_COMPRESSED) {
        ;[entry.encoded.br, entry.encoded.gzip] = await Promise.all([
          compressBrotli(answer.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).then(
            own,
          ),
          compressGzip(answer.body, { level: 6 }).then(own),
        ])
      }
      this.#keep(revision, key, entry)
    }
    return entry
  }

  #keep(revision: number, key: string, entry: CacheEntry): void {
    // A write may have come while this was rendered: then it is good for its readers only.
    if (revision !== this.#revision) return
    const size = sizeOf(key, entry)
    if (size > MAX_BYTES) return
    this.#drop(key)
    this.#entries.set(key, entry)
    this.#bytes += size
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= MAX_BYTES) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= sizeOf(key, entry)
  }

  #startRevision(revision: number): void {
    if (revision <= this.#revision) return
    this.#revision = revision
    this.#entries.clear()
    this.#bytes = 0
  }
}

/** The same bytes in memory of their own: what zlib gives is a corner of 16 kB of its work room. */
function own(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Bytes of memory, of the key too: thousands of long addresses may all have the same short answer. */
function sizeOf(key: string, { encoded }: CacheEntry): number {
  const bodies = Object.values(encoded).reduce((sum, bytes) => sum + bytes.length, 0)
  return bodies + 2 * key.length + ENTRY_BYTES
}

/** Answers with an entry: 304 where the reader has it, else the bytes in the best encoding. */
export function sendEntry(req: IncomingMessage, res: ServerResponse, entry: CacheEntry): void {
  const encoding = bestEncoding(req.headers['accept-encoding'])
  const body = entry.encoded[encoding]
  const used = body ? encoding : 'identity'
  const bytes = body ?? entry.body
  // The ETag differs by encoding, as RFC 9110 asks of a strong one.
  const etag = used === 'identity' ? entry.etag : `${entry.etag.slice(0, -1)}-${used}"`
  const headers: Record<string, string | number> = {
    ...entry.headers,
    ETag: etag,
    Vary: entry.vary ? `Accept-Encoding, ${entry.vary}` : 'Accept-Encoding',
    ...(carriesToken(req) && { 'Cache-Control': 'no-store' }),
  }
  if (entry.status === 200 && matches(req.headers['if-none-match'], etag)) {
    res.writeHead(304, headers)
    res.end()
    return
  }
  headers['Content-Type'] = entry.contentType
  headers['Content-Length'] = bytes.length
  if (used !== 'identity') headers['Content-Encoding'] = used
  res.writeHead(entry.status, headers)
  res.end(req.method === 'HEAD' ? undefined : bytes)
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

const REFUSED = /;\s*q=0(\.0*)?\s*(;|$)/

function bestEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const offers = accepted.split(',').map((offer) => offer.trim())
  for (const encoding of ['br', 'gzip'] as const) {
    if (offers.some((offer) => offer.split(';')[0] === encoding && !REFUSED.test(offer))) {
      return encoding
    }
  }
  return 'identity'
}
