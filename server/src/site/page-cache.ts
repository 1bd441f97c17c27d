import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts'
import type { CacheValidity, Moment, ValidityPeriod } from './cache-validity.ts'
import {
  addVariant,
  type CachedResponse,
  cachedResponse,
  type Encoding,
  encodingsOf,
  type RenderedResponse,
} from './cached-response.ts'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** Takes 1 ms per page; the best quality takes a hundred times as long and saves a tenth. */
const QUICK_BROTLI = 5
const BEST_BROTLI = 11

/** Renders a response from the current data. */
export type Render = () => Promise<RenderedResponse>

interface CacheEntry extends CachedResponse, ValidityPeriod {
  /** Number of requests. Halved by `renew`. */
  hits: number
  /** Renders it again; absent if only its request can. */
  renew: Render | undefined
  /** Compressions in progress, shared by concurrent requests. */
  compressing: Partial<Record<Encoding, Promise<void>>>
  /** Whether the best compression was scheduled. */
  isBestScheduled: boolean
}

/** Memory of a process for cached responses. */
const MAX_BYTES = 64 * 1024 * 1024
/** Share of the memory that one response may take: few large lists would fill it. */
const MAX_SHARE = 1 / 8
/** Smaller responses are not compressed: they fit in one packet anyway. */
const MIN_COMPRESSED = 512
/** Approximate memory of an entry beside its key and bytes: headers, ETags, map slots. */
const ENTRY_BYTES = 6144
/** Longest time for which a request waits for a response. */
const MAX_WAIT_MS = MINUTE_MS
/** Number of requests after which a response gets the best compression. */
const HITS_FOR_BEST = 5
/** Larger responses do not get it. */
const MAX_BEST_BYTES = 512 * 1024
/** Number of responses that are rendered again after a write. */
const MAX_RENEWED = 8

interface RenderOptions {
  /** Whether the response may be rendered again without its request. */
  isRenewable: boolean
  /** In which its bytes are made at once. */
  encodings: readonly Encoding[]
}

/** A rendering in progress, shared by concurrent requests. */
interface Rendering {
  /** The response contains at least the commits of this revision. */
  revision: number
  done: Promise<CacheEntry>
}

/** Memory of a process for the responses of all caches; evicts the least recently used. */
export class PageMemory {
  /** Entries of all caches, each with the function that removes it from its cache. */
  #entries: LRUCache<CacheEntry, () => void>

  constructor(maxBytes = MAX_BYTES) {
    this.#entries = new LRUCache<CacheEntry, () => void>({
      maxSize: maxBytes,
      maxEntrySize: maxBytes * MAX_SHARE,
      disposeAfter: (remove, _, reason) => {
        if (reason === 'evict') remove()
      },
    })
  }

  /** @returns false if the entry is too large */
  add(entry: CacheEntry, bytes: number, remove: () => void): boolean {
    this.#entries.set(entry, remove, { size: bytes })
    return this.#entries.has(entry)
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
 * Cache of rendered responses as ready bytes. Each entry has the revision that it contains at least,
 * and the time until which it is valid. An entry older than the revision of a request is never
 * served, so no explicit invalidation is needed.
 */
export class PageCache {
  /** Also outdated ones, until they are rendered again. */
  #entries = new Map<string, CacheEntry>()
  #rendering = new Map<string, Rendering>()
  #oneAtATime = pLimit(1)
  #validity: CacheValidity
  #memory: PageMemory
  #bestAfterMs: number
  #closed = false

  /**
   * @param options `memory` that several caches share; milliseconds between the fifth request of a response
   *   and its best compression
   */
  constructor({
    validity,
    memory = new PageMemory(),
    bestAfterMs = 3000,
  }: {
    validity: CacheValidity
    memory?: PageMemory
    bestAfterMs?: number
  }) {
    this.#validity = validity
    this.#memory = memory
    this.#bestAfterMs = bestAfterMs
  }

  /** Stops rendering in advance and gives the memory back. */
  close(): void {
    this.#closed = true
    for (const key of this.#entries.keys()) this.#remove(key)
  }

  /**
   * Returns the response for `key`, rendered and compressed on first use.
   * @param moment of the request
   * @param isRenewable whether `render` may be called again, without the request
   */
  async get(
    moment: Moment,
    key: string,
    render: Render,
    {
      encoding = 'identity',
      isRenewable = false,
    }: { encoding?: Encoding; isRenewable?: boolean } = {},
  ): Promise<CachedResponse> {
    const entry = await this.#rendered(moment, key, render, { isRenewable, encodings: [encoding] })
    entry.hits += 1
    if (needsCompression(entry, encoding)) {
      entry.compressing[encoding] ??= this.#compress(key, entry, encoding)
      await entry.compressing[encoding]
    }
    return entry
  }

  /**
   * Renders each key at most once at a time. Requests that need newer data than the present rendering
   * has wait for it and share the next one. Fast successive writes therefore cost one rendering at a
   * time per page.
   */
  async #rendered(
    moment: Moment,
    key: string,
    render: Render,
    options: RenderOptions,
  ): Promise<CacheEntry> {
    for (;;) {
      const cached = this.#entries.get(key)
      if (cached && isValid(cached, moment)) return cached
      const rendering = this.#rendering.get(key)
      if (!rendering) return this.#startRendering(key, render, options)
      const shared = await rendering.done.catch((error: unknown) => {
        if (rendering.revision >= moment.revision) throw error
      })
      if (shared && isValid(shared, moment)) return shared
    }
  }

  /**
   * Returns the response if it is cached in `encoding` and valid at that time; never renders. Counts as
   * a request.
   */
  getCached(
    moment: Moment,
    key: string,
    encoding: Encoding = 'identity',
  ): CachedResponse | undefined {
    const cached = this.#entries.get(key)
    if (!cached || !isValid(cached, moment) || needsCompression(cached, encoding)) return undefined
    cached.hits += 1
    this.#memory.use(cached)
    if (cached.hits >= HITS_FOR_BEST && !cached.isBestScheduled) this.#compressBest(key, cached)
    return cached
  }

  /**
   * Renders the most used responses again, the most used first, so that visitors need not wait. Stops
   * early when `isWanted` does not hold any more.
   * @param onError called with errors of rendering
   */
  async renew(
    moment: Moment,
    { isWanted, onError }: { isWanted: () => boolean; onError: (error: unknown) => void },
  ): Promise<void> {
    const used = [...this.#entries].filter(([, { hits, renew }]) => hits > 1 && renew)
    used.sort(([, one], [, other]) => other.hits - one.hits)
    for (const [, entry] of used) entry.hits = Math.floor(entry.hits / 2)
    for (const [key, { renew, variants }] of used.slice(0, MAX_RENEWED)) {
      await yieldToEventLoop()
      if (this.#closed || !isWanted()) return
      if (!renew) continue
      const encodings = encodingsOf(variants)
      await this.#rendered(moment, key, renew, { isRenewable: true, encodings }).catch(onError)
    }
  }

  /** Returns the last response for `key`, also a stale one: for the time without a database. */
  last(key: string): CachedResponse | undefined {
    return this.#entries.get(key)
  }

  #startRendering(key: string, render: Render, options: RenderOptions): Promise<CacheEntry> {
    const { revision } = this.#validity
    const done = this.#render(key, render, options).finally(() => this.#rendering.delete(key))
    this.#rendering.set(key, { revision, done })
    return done
  }

  async #render(
    key: string,
    render: Render,
    { isRenewable, encodings }: RenderOptions,
  ): Promise<CacheEntry> {
    const period = await this.#validity.currentPeriod()
    const response = await render()
    const hits = this.#entries.get(key)?.hits ?? 0
    const renew = isRenewable ? render : undefined
    const ready = cachedResponse(response)
    const entry: CacheEntry = {
      ...ready,
      ...period,
      hits,
      renew,
      compressing: {},
      isBestScheduled: false,
    }
    // Before it replaces the former response, which is complete.
    for (const encoding of encodings) {
      if (needsCompression(entry, encoding)) await this.#compress(key, entry, encoding)
    }
    if (isCacheable(response)) this.#store(key, entry)
    else this.#remove(key)
    return entry
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
    addVariant(entry, variant, bytes)
    // Its size has changed.
    if (this.#entries.get(key) === entry) this.#store(key, entry)
  }

  #store(key: string, entry: CacheEntry): void {
    this.#remove(key)
    if (this.#closed) return
    const remove = () => this.#entries.delete(key)
    if (this.#memory.add(entry, sizeOf(key, entry), remove)) this.#entries.set(key, entry)
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#memory.delete(entry)
  }

  /**
   * Compresses with the best quality after a while, if the response is still in use; one at a time, so
   * that a core stays free.
   */
  #compressBest(key: string, entry: CacheEntry): void {
    entry.isBestScheduled = true
    const compress = async () => {
      const quick = entry.variants.br
      if (this.#entries.get(key) !== entry || !quick || entry.body.length > MAX_BEST_BYTES) return
      const br = copyBytes(await brotli(entry.body, BEST_BROTLI))
      if (br.length < quick.bytes.length) {
        this.#addVariant(key, entry, { encoding: 'br', mark: 'best' }, br)
      }
    }
    setTimeout(() => void this.#oneAtATime(compress), this.#bestAfterMs).unref()
  }
}

/** Before its period a response is valid for requests that wait for it, not after a clock that was ahead. */
function isValid({ revision, from, until }: ValidityPeriod, moment: Moment): boolean {
  return revision >= moment.revision && from - MAX_WAIT_MS <= moment.now && moment.now < until
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
