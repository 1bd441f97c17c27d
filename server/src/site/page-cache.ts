import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { createBoundedCache } from '../bounded-cache.ts'
import type { Moment, ValidityPeriod } from './cache-validity.ts'
import {
  addVariant,
  type CachedResponse,
  cachedResponse,
  type Encoding,
  type RenderedResponse,
} from './cached-response.ts'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** Takes 1 ms per page; the best quality takes a hundred times as long and saves a tenth. */
const QUICK_BROTLI = 5
const BEST_BROTLI = 11

/** Renders a response from the current data. */
export type Render = () => Promise<RenderedResponse>

interface CacheEntry extends CachedResponse {
  /** Valid until this time (milliseconds since 1970) if nothing is written. */
  until: number
  /** Number of cache hits. */
  hits: number
  render: Render
  /** Compressions in progress, shared by concurrent requests. */
  compressing: Partial<Record<Encoding, Promise<void>>>
}

const MAX_BYTES = 32 * 1024 * 1024
/** Larger responses are cached from their second request on: few of them would fill the cache. */
const LARGE_BYTES = 512 * 1024
/** Number of large responses whose first request is remembered. */
const MAX_LARGE_KEYS = 500
/** Number of responses of one revision that outlive it until they are rendered again. */
const MAX_FORMER = 8
/** Smaller responses are not compressed: they fit in one packet anyway. */
const MIN_COMPRESSED = 512
/** Approximate memory of an entry beside its key and bytes: headers, ETags, map slots. */
const ENTRY_BYTES = 6144
/** Number of hits after which a response gets the best compression. */
const HITS_FOR_BEST = 4

/** A rendering in progress, shared by concurrent requests. */
interface Rendering {
  period: ValidityPeriod
  done: Promise<CacheEntry>
}

/** The rendering that follows it, for the newest of the waiting requests. */
interface NextRendering extends Rendering {
  render: Render
}

function isNewer(one: ValidityPeriod, other: ValidityPeriod): boolean {
  return one.revision === other.revision ? one.until > other.until : one.revision > other.revision
}

/** Memory for the responses of several caches; the one that was used longest ago is dropped. */
export class PageMemory {
  /** Removes an entry from its cache. */
  #entries: LRUCache<CacheEntry, () => void>

  constructor(maxBytes: number) {
    this.#entries = new LRUCache<CacheEntry, () => void>({
      maxSize: maxBytes,
      disposeAfter: (remove, _, reason) => {
        if (reason === 'evict') remove()
      },
    })
  }

  add(entry: CacheEntry, bytes: number, remove: () => void): void {
    this.#entries.set(entry, remove, { size: bytes })
  }

  use(entry: CacheEntry): void {
    this.#entries.get(entry)
  }

  delete(entry: CacheEntry): void {
    this.#entries.delete(entry)
  }

  /** Bytes of all entries. */
  get bytes(): number {
    return this.#entries.calculatedSize
  }
}

/**
 * LRU cache of rendered responses as ready bytes. Each entry belongs to a revision of the database
 * and to a validity period, so no explicit invalidation is needed.
 */
export class PageCache {
  #entries = new LRUCache<string, CacheEntry>({
    maxSize: MAX_BYTES,
    sizeCalculation: (entry, key) => sizeOf(key, entry),
    dispose: (entry) => this.#memory?.delete(entry),
  })
  /** Keys of large responses. */
  #large = createBoundedCache<string, true>(MAX_LARGE_KEYS)
  #rendering = new Map<string, Rendering>()
  #nextRendering = new Map<string, NextRendering>()
  /** The most used responses of former revisions, for keys that were not rendered since. */
  #former = new Map<string, CacheEntry>()
  #revision = 0
  #bestAfterMs: number
  #memory: PageMemory | undefined
  #oneAtATime = pLimit(1)

  /**
   * @param options age in milliseconds at which a frequently used response is compressed best;
   *   memory that several caches share
   */
  constructor({
    bestAfterMs = 3000,
    memory,
  }: {
    bestAfterMs?: number
    memory?: PageMemory | undefined
  } = {}) {
    this.#bestAfterMs = bestAfterMs
    this.#memory = memory
  }

  /** Gives the memory back. */
  close(): void {
    this.#entries.clear()
  }

  /**
   * Returns the entry for `key`, with its bytes in `encoding` compressed on first use.
   * @param period of the request; a newer revision than any before empties the cache
   */
  async get(
    period: ValidityPeriod,
    key: string,
    render: Render,
    encoding: Encoding = 'identity',
  ): Promise<CachedResponse> {
    const entry = await this.#rendered(period, key, render)
    if (needsCompression(entry, encoding)) {
      entry.compressing[encoding] ??= this.#compress(key, entry, encoding)
      await entry.compressing[encoding]
    }
    return entry
  }

  /**
   * Renders each key at most once at a time. A request with a newer period waits for the current
   * rendering and shares the next one with all requests that arrive until then. Fast successive
   * writes therefore cost one rendering at a time per page.
   */
  async #rendered(period: ValidityPeriod, key: string, render: Render): Promise<CacheEntry> {
    this.#startRevision(period.revision)
    const cached = period.revision === this.#revision ? this.#entries.get(key) : undefined
    if (cached?.until === period.until) return cached
    const rendering = this.#rendering.get(key)
    if (!rendering) return this.#startRendering(period, key, render)
    if (!isNewer(period, rendering.period)) return rendering.done
    const next = this.#nextRendering.get(key)
    if (next) {
      // Its own render function, too: the former one may have read older data.
      if (isNewer(period, next.period)) Object.assign(next, { period, render })
      return next.done
    }
    const done: Promise<CacheEntry> = rendering.done
      .catch(() => undefined)
      .then(() => {
        this.#nextRendering.delete(key)
        return this.#rendered(following.period, key, following.render)
      })
    const following: NextRendering = { period, render, done }
    this.#nextRendering.set(key, following)
    return done
  }

  /** Returns the entry if it is cached in `encoding` and valid at that time; never renders. */
  peek(
    { revision, now }: Moment,
    key: string,
    encoding: Encoding = 'identity',
  ): CachedResponse | undefined {
    const cached = revision === this.#revision ? this.#entries.get(key) : undefined
    if (!cached || now >= cached.until || needsCompression(cached, encoding)) return undefined
    cached.hits += 1
    this.#memory?.use(cached)
    if (cached.hits === HITS_FOR_BEST) this.#compressBest(key)
    return cached
  }

  /** Returns the render functions of the entries with the most hits in this revision. */
  mostUsed(limit: number): Map<string, Render> {
    const used = this.#byHits().filter(([, entry]) => entry.hits > 0)
    return new Map(used.slice(0, limit).map(([key, { render }]) => [key, render]))
  }

  /** Returns the entries with the most hits first, of equal ones the latest. */
  #byHits(): [string, CacheEntry][] {
    return [...this.#entries.entries()].sort(([, one], [, other]) => other.hits - one.hits)
  }

  /** Returns the last response for `key`, also a stale one: for the time without a database. */
  last(key: string): CachedResponse | undefined {
    return this.#entries.get(key) ?? this.#former.get(key)
  }

  #startRendering(period: ValidityPeriod, key: string, render: Render): Promise<CacheEntry> {
    const rendering: Rendering = { period, done: this.#render(period, key, render) }
    this.#rendering.set(key, rendering)
    rendering.done = rendering.done.finally(() => {
      if (this.#rendering.get(key) === rendering) this.#rendering.delete(key)
    })
    return rendering.done
  }

  async #render(
    { revision, until }: ValidityPeriod,
    key: string,
    render: Render,
  ): Promise<CacheEntry> {
    const response = await render()
    const entry: CacheEntry = {
      ...cachedResponse(response),
      until,
      hits: 0,
      render,
      compressing: {},
    }
    // After a concurrent write the entry is valid only for the requests that wait for it.
    const isCurrent = revision === this.#revision
    if (isCurrent && isCacheable(response) && this.#isWorthCaching(key, entry)) {
      this.#store(key, entry)
    }
    return entry
  }

  #isWorthCaching(key: string, { body }: CacheEntry): boolean {
    if (body.length <= LARGE_BYTES || this.#large.has(key)) return true
    this.#large.set(key, true)
    return false
  }

  async #compress(key: string, entry: CacheEntry, encoding: Encoding): Promise<void> {
    const { body } = entry
    this.#addVariant(key, entry, { encoding }, copyBytes(await compressQuickly(body, encoding)))
  }

  #addVariant(
    key: string,
    entry: CacheEntry,
    variant: { encoding: Encoding; mark?: string },
    bytes: Buffer,
  ): void {
    const isCached = this.#entries.peek(key) === entry
    // Removed and inserted again, because its size changes.
    if (isCached) this.#entries.delete(key)
    addVariant(entry, variant, bytes)
    if (isCached) this.#store(key, entry)
  }

  #store(key: string, entry: CacheEntry): void {
    this.#former.delete(key)
    this.#entries.set(key, entry)
    // Larger than the whole cache.
    if (!this.#memory || this.#entries.peek(key) !== entry) return
    this.#memory.add(entry, sizeOf(key, entry), () => this.#entries.delete(key))
  }

  #startRevision(revision: number): void {
    if (revision <= this.#revision) return
    this.#revision = revision
    // Also those without a hit: after fast successive writes even the front page has none.
    const latest = this.#byHits().slice(0, MAX_FORMER)
    this.#former = new Map([...latest, ...[...this.#former].slice(0, MAX_FORMER)])
    this.#entries.clear()
  }

  /** Compresses with the best quality; one response at a time, so that a core stays free. */
  #compressBest(key: string): void {
    const compress = async () => {
      const entry = this.#entries.peek(key)
      const quick = entry?.variants.br
      if (!entry || !quick || entry.body.length > LARGE_BYTES) return
      const br = copyBytes(await brotli(entry.body, BEST_BROTLI))
      if (br.length < quick.bytes.length) {
        this.#addVariant(key, entry, { encoding: 'br', mark: 'best' }, br)
      }
    }
    setTimeout(() => void this.#oneAtATime(compress), this.#bestAfterMs).unref()
  }
}

/** Whether a response is a page, a redirect to a file, or a 404 page. */
function isCacheable({ status, body }: RenderedResponse): boolean {
  return status === 200 || status === 302 || (status === 404 && body.length > 0)
}

/** Whether an entry must first be compressed for clients that accept `encoding`. */
function needsCompression(entry: CacheEntry, encoding: Encoding): boolean {
  return (
    entry.variants[encoding] === undefined &&
    isCacheable(entry) &&
    entry.body.length >= MIN_COMPRESSED
  )
}

/** Compresses a page, except for `identity`. */
export async function compressQuickly(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body
  return encoding === 'br' ? brotli(body, QUICK_BROTLI) : compressGzip(body, { level: 6 })
}

function brotli(body: Buffer, quality: number): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants
  const params = {
    [BROTLI_PARAM_QUALITY]: quality,
    [BROTLI_PARAM_SIZE_HINT]: body.length,
    // A window of the page's size: the default of 4 MB takes 40 MB of memory.
    [BROTLI_PARAM_LGWIN]: Math.max(16, Math.min(22, Math.ceil(Math.log2(body.length + 16)))),
  }
  return compressBrotli(body, { params })
}

/** Copies bytes out of zlib's 16 kB output buffer, which would otherwise stay in memory. */
function copyBytes(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Memory in bytes, including the key: thousands of long URLs may share a short response. */
function sizeOf(key: string, { variants }: CachedResponse): number {
  const bodies = Object.values(variants).reduce((sum, { bytes }) => sum + bytes.length, 0)
  return bodies + 2 * key.length + ENTRY_BYTES
}
