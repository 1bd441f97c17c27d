import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { endOfDay } from '@bidyaloy/shared/bengali/dates'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { nextChangeAt } from '../db/entry-times.ts'
import {
  addVariant,
  type CachedResponse,
  cachedResponse,
  type Encoding,
  type RenderedResponse,
} from './cached-response.ts'

/** A moment at a revision of the database. */
interface Moment {
  revision: number
  /** Milliseconds since 1970. */
  now: number
}

/** A stretch of time in which nothing that visitors see changes unless something is written. */
export interface ValidityPeriod {
  revision: number
  /** When it ends, in milliseconds since 1970. */
  until: number
}

/** Tells the caches how long what is read now stays right. */
export interface CacheValidity {
  moment(): Moment
  /** That of the present moment. It is read from the database once for each stretch. */
  present(): Promise<ValidityPeriod>
}

/**
 * A stretch ends when an entry appears, goes or falls in line, and at midnight in Dhaka («নতুন»
 * marks, today's date).
 */
export function createCacheValidity({ db, clock }: { db: Database; clock: Clock }): CacheValidity {
  let known: (ValidityPeriod & { from: number }) | undefined
  return {
    moment: () => ({ revision: db.revision, now: clock().getTime() }),
    async present() {
      const { revision } = db
      const now = clock()
      const from = now.getTime()
      if (known?.revision === revision && known.from <= from && from < known.until) return known
      const changeAt = await nextChangeAt(db.read, now)
      const dayEnds = endOfDay(now).getTime()
      const until = changeAt ? Math.min(changeAt.getTime(), dayEnds) : dayEnds
      const stretch = { revision, from, until }
      // A write may have come meanwhile: this is still true of what was read before it.
      if (revision === db.revision) known = stretch
      return stretch
    },
  }
}

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** A thousandth of a second for a page; the best takes a hundred times as long and saves a tenth. */
const QUICK_BROTLI = 5
const BEST_BROTLI = 11

/** Draws an answer as things are now. */
type Render = () => Promise<RenderedResponse>

interface CacheEntry extends CachedResponse {
  /** It is good before this moment (milliseconds since 1970), if nothing is written. */
  until: number
  /** How often it was asked for. */
  asked: number
  render: Render
  /** Encodings that are being made for all who wait for them. */
  compressing: Partial<Record<Encoding, Promise<void>>>
}

const MAX_BYTES = 32 * 1024 * 1024
/** A larger answer is kept only if it is asked for again: few of them would fill the cache. */
const LARGE_BYTES = 512 * 1024
/** Of so many large answers it is known that they were asked for before. */
const MOST_LARGE = 500
/** Below this many bytes compressing saves nothing: an answer travels in one packet anyway. */
const MIN_COMPRESSED = 512
/** About what an entry takes beside its key and its bytes: headers, ETags, places in the maps. */
const ENTRY_BYTES = 6144
/** What so many ask for is worth the best compression; of a large answer that would take seconds. */
const WORTH_ASKED = 4

/** What is being rendered for all who wait for it. */
interface Drawing {
  stretch: ValidityPeriod
  done: Promise<CacheEntry>
}

/** What will be rendered after that: as the newest of those asks who wait. */
interface NextDrawing extends Drawing {
  render: Render
}

function isNewer(one: ValidityPeriod, other: ValidityPeriod): boolean {
  return one.revision === other.revision ? one.until > other.until : one.revision > other.revision
}

interface PageCacheOptions {
  /** Milliseconds that an answer must have lasted before it is compressed as well as can be. */
  lastingMs?: number
}

/**
 * Keeps rendered answers as ready bytes, the least recently asked for going first. Each belongs to a
 * revision of the database and to a stretch of time, so nothing has to be invalidated.
 */
export class PageCache {
  #entries = new LRUCache<string, CacheEntry>({
    maxSize: MAX_BYTES,
    sizeCalculation: (entry, key) => sizeOf(key, entry),
  })
  /** Keys of large answers. */
  #large = new LRUCache<string, true>({ max: MOST_LARGE })
  #drawing = new Map<string, Drawing>()
  #drawnNext = new Map<string, NextDrawing>()
  #revision = 0
  #lastingMs: number
  #oneAtATime = pLimit(1)

  constructor({ lastingMs = 3000 }: PageCacheOptions = {}) {
    this.#lastingMs = lastingMs
  }

  /**
   * The entry for `key` with its bytes in `encoding`, which are made when they are first asked for.
   * @param stretch that of the asker's moment; a newer revision than ever before empties the cache
   */
  async get(
    stretch: ValidityPeriod,
    key: string,
    render: Render,
    encoding: Encoding = 'identity',
  ): Promise<CachedResponse> {
    const entry = await this.#rendered(stretch, key, render)
    if (!hasEncoding(entry, encoding)) {
      entry.compressing[encoding] ??= this.#compress(key, entry, encoding)
      await entry.compressing[encoding]
    }
    return entry
  }

  /**
   * Renders once at a time: who comes with a newer stretch waits for what is being rendered and shares
   * the next one with all who come until then. However fast writes follow each other, a page takes no
   * more of the processor than one at a time.
   */
  async #rendered(stretch: ValidityPeriod, key: string, render: Render): Promise<CacheEntry> {
    this.#startRevision(stretch.revision)
    const kept = stretch.revision === this.#revision ? this.#entries.get(key) : undefined
    if (kept?.until === stretch.until) return kept
    const drawing = this.#drawing.get(key)
    if (!drawing) return this.#draw(stretch, key, render)
    if (!isNewer(stretch, drawing.stretch)) return drawing.done
    const next = this.#drawnNext.get(key)
    if (next) {
      // Its own way of rendering, too: another's may have read everything before this one came.
      if (isNewer(stretch, next.stretch)) Object.assign(next, { stretch, render })
      return next.done
    }
    const turn: Promise<CacheEntry> = drawing.done
      .catch(() => undefined)
      .then(() => {
        this.#drawnNext.delete(key)
        return this.#rendered(following.stretch, key, following.render)
      })
    const following: NextDrawing = { stretch, render, done: turn }
    this.#drawnNext.set(key, following)
    return turn
  }

  /** The entry if it is there in `encoding` and good at that moment, without rendering. */
  peek(
    { revision, now }: Moment,
    key: string,
    encoding: Encoding = 'identity',
  ): CachedResponse | undefined {
    const kept = revision === this.#revision ? this.#entries.get(key) : undefined
    if (!kept || now >= kept.until || !hasEncoding(kept, encoding)) return undefined
    kept.asked += 1
    if (kept.asked === WORTH_ASKED) this.#compressWell(key)
    return kept
  }

  /** What was asked for most while nothing was written, and how it is drawn. */
  mostAsked(most: number): Map<string, Render> {
    const asked = [...this.#entries.entries()].filter(([, entry]) => entry.asked > 0)
    asked.sort(([, one], [, other]) => other.asked - one.asked)
    return new Map(asked.slice(0, most).map(([key, { render }]) => [key, render]))
  }

  #draw(stretch: ValidityPeriod, key: string, render: Render): Promise<CacheEntry> {
    const drawing: Drawing = { stretch, done: this.#render(stretch, key, render) }
    this.#drawing.set(key, drawing)
    drawing.done = drawing.done.finally(() => {
      if (this.#drawing.get(key) === drawing) this.#drawing.delete(key)
    })
    return drawing.done
  }

  async #render(
    { revision, until }: ValidityPeriod,
    key: string,
    render: Render,
  ): Promise<CacheEntry> {
    const answer = await render()
    const hash = createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)
    const ready = cachedResponse(answer, `"${hash}"`)
    const entry: CacheEntry = { ...ready, until, asked: 0, render, compressing: {} }
    // A write may have come while this was rendered: then it is good for its readers only.
    const isPresent = revision === this.#revision
    if (isPresent && isKept(answer) && this.#isWorthKeeping(key, entry)) {
      this.#entries.set(key, entry)
    }
    return entry
  }

  #isWorthKeeping(key: string, { body }: CacheEntry): boolean {
    if (body.length <= LARGE_BYTES || this.#large.has(key)) return true
    this.#large.set(key, true)
    return false
  }

  async #compress(key: string, entry: CacheEntry, encoding: Encoding): Promise<void> {
    const { body } = entry
    const bytes = encoding === 'br' ? brotli(body, QUICK_BROTLI) : compressGzip(body, { level: 6 })
    this.#addVariant(key, entry, { encoding }, own(await bytes))
  }

  #addVariant(
    key: string,
    entry: CacheEntry,
    variant: { encoding: Encoding; mark?: string },
    bytes: Buffer,
  ): void {
    const isKept = this.#entries.peek(key) === entry
    // Put in anew, since it weighs something else then.
    if (isKept) this.#entries.delete(key)
    addVariant(entry, variant, bytes)
    if (isKept) this.#entries.set(key, entry)
  }

  #startRevision(revision: number): void {
    if (revision <= this.#revision) return
    this.#revision = revision
    this.#entries.clear()
  }

  /** Once it has lasted; one answer at a time, so that a core stays free for the readers. */
  #compressWell(key: string): void {
    const compress = async () => {
      const entry = this.#entries.peek(key)
      const quick = entry?.variants.br
      if (!entry || !quick || entry.body.length > LARGE_BYTES) return
      const br = own(await brotli(entry.body, BEST_BROTLI))
      if (br.length < quick.bytes.length) {
        this.#addVariant(key, entry, { encoding: 'br', mark: 'best' }, br)
      }
    }
    setTimeout(() => void this.#oneAtATime(compress), this.#lastingMs).unref()
  }
}

/** Pages, and the few that say that there is none. */
function isKept({ status, body }: RenderedResponse): boolean {
  return status === 200 || (status === 404 && body.length > 0)
}

/** Whether nothing has to be made for who accepts `encoding`. */
function hasEncoding(entry: CacheEntry, encoding: Encoding): boolean {
  return (
    entry.variants[encoding] !== undefined || !isKept(entry) || entry.body.length < MIN_COMPRESSED
  )
}

function brotli(body: Buffer, quality: number): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants
  const params = {
    [BROTLI_PARAM_QUALITY]: quality,
    [BROTLI_PARAM_SIZE_HINT]: body.length,
    // A window that the page fills: the usual one of 4 MB takes 40 MB of memory to look about in.
    [BROTLI_PARAM_LGWIN]: Math.max(16, Math.min(22, Math.ceil(Math.log2(body.length + 16)))),
  }
  return compressBrotli(body, { params })
}

/** The same bytes in memory of their own: what zlib gives is a corner of 16 kB of its work room. */
function own(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Bytes of memory, of the key too: thousands of long addresses may all have the same short answer. */
function sizeOf(key: string, { variants }: CachedResponse): number {
  const bodies = Object.values(variants).reduce((sum, { bytes }) => sum + bytes.length, 0)
  return bodies + 2 * key.length + ENTRY_BYTES
}

interface PageWarmerDeps {
  cache: PageCache
  validity: CacheValidity
  onFault: (error: unknown) => void
}

/** Draws anew what readers want most, so that after a write the next one need not wait. */
export interface PageWarmer {
  /** To be called after each write. */
  wake(): void
  /** Ends it, the page in hand included. */
  close(): Promise<void>
}

/** So many addresses are drawn again. */
const MAX_PAGES = 8
/** A write often comes with others: it is waited so long for the next one … */
const QUIET_MS = 20
/** … but with all that come, no longer than this. */
const LATEST_MS = 200

/**
 * Draws nothing before the first `wake`. A page that cannot be drawn is told to `onFault`, not
 * thrown.
 */
export function createPageWarmer({ cache, validity, onFault }: PageWarmerDeps): PageWarmer {
  let hot = new Map<string, Render>()
  let timer: NodeJS.Timeout | undefined
  let latest = 0
  let closed = false
  const oneAtATime = pLimit(1)

  const draw = async () => {
    const { revision } = validity.moment()
    for (const [key, render] of hot) {
      // Readers first, whatever they ask for.
      await setImmediate()
      // Another write has come, and with it another call.
      if (closed || revision !== validity.moment().revision) return
      await cache.get(await validity.present(), key, render, 'br')
    }
  }

  return {
    wake() {
      if (closed) return
      // What was wanted before gives way only to what is wanted more: writes come close together.
      hot = new Map([...cache.mostAsked(MAX_PAGES), ...hot].slice(0, MAX_PAGES))
      if (hot.size === 0) return
      const now = performance.now()
      if (!timer) latest = now + LATEST_MS
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          timer = undefined
          oneAtATime(draw).catch(onFault)
        },
        Math.max(0, Math.min(QUIET_MS, latest - now)),
      ).unref()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await oneAtATime(async () => undefined)
    },
  }
}
