import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { addVariant, type ReadyAnswer, type RenderedAnswer, readyAnswer } from './ready-answer.ts'
import type { Moment, Stretch } from './stretches.ts'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** A thousandth of a second for a page; the best takes a hundred times as long and saves a tenth. */
const QUICK_BROTLI = 5
const BEST_BROTLI = 11

/** Draws an answer as things are now. */
export type Render = () => Promise<RenderedAnswer>

interface CacheEntry extends ReadyAnswer {
  /** It is good before this moment (milliseconds since 1970), if nothing is written. */
  until: number
  /** How often it was asked for. */
  asked: number
  render: Render
}

const MAX_BYTES = 32 * 1024 * 1024
/** Below this many bytes compressing saves nothing: an answer travels in one packet anyway. */
const MIN_COMPRESSED = 512
/** About what an entry takes beside its key and its bytes: headers, ETags, places in the maps. */
const ENTRY_BYTES = 6144
/** What so many ask for is worth the best compression. */
const WORTH_ASKED = 4

/** What is being rendered for all who wait for it. */
interface Drawing {
  stretch: Stretch
  done: Promise<ReadyAnswer>
}

/** What will be rendered after that: as the newest of those asks who wait. */
interface NextDrawing extends Drawing {
  render: Render
}

function isNewer(one: Stretch, other: Stretch): boolean {
  return one.revision === other.revision ? one.until > other.until : one.revision > other.revision
}

interface PageCacheOptions {
  /** Milliseconds that an answer must have lasted before it is compressed as well as can be. */
  lastingMs?: number
}

/**
 * Keeps rendered answers as ready bytes. Each belongs to a revision of the database and to a stretch
 * of time, so nothing has to be invalidated.
 */
export class PageCache {
  #entries = new Map<string, CacheEntry>()
  #drawing = new Map<string, Drawing>()
  #drawnNext = new Map<string, NextDrawing>()
  #bytes = 0
  #revision = 0
  #lastingMs: number
  #compressing: Promise<void> = Promise.resolve()

  constructor({ lastingMs = 3000 }: PageCacheOptions = {}) {
    this.#lastingMs = lastingMs
  }

  /**
   * The entry for `key`, rendered once at a time: who comes with a newer stretch waits for what is
   * being rendered and shares the next one with all who come until then. However fast writes follow
   * each other, a page takes no more of the processor than one at a time.
   * @param stretch that of the asker's moment; a newer revision than ever before empties the cache
   */
  async get(stretch: Stretch, key: string, render: Render): Promise<ReadyAnswer> {
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
    const turn = drawing.done
      .catch(() => undefined)
      .then(() => {
        this.#drawnNext.delete(key)
        return this.get(following.stretch, key, following.render)
      })
    const following: NextDrawing = { stretch, render, done: turn }
    this.#drawnNext.set(key, following)
    return turn
  }

  /** The entry if it is there already and good at that moment, without rendering. */
  peek({ revision, now }: Moment, key: string): ReadyAnswer | undefined {
    const kept = revision === this.#revision ? this.#entries.get(key) : undefined
    if (!kept || now >= kept.until) return undefined
    kept.asked += 1
    if (kept.asked === WORTH_ASKED) this.#compressWell(key, kept)
    return kept
  }

  /** What was asked for most while nothing was written, and how it is drawn. */
  mostAsked(most: number): Map<string, Render> {
    const asked = [...this.#entries].filter(([, entry]) => entry.asked > 0)
    asked.sort(([, one], [, other]) => other.asked - one.asked)
    return new Map(asked.slice(0, most).map(([key, { render }]) => [key, render]))
  }

  #draw(stretch: Stretch, key: string, render: Render): Promise<ReadyAnswer> {
    const drawing: Drawing = { stretch, done: this.#render(stretch, key, render) }
    this.#drawing.set(key, drawing)
    drawing.done = drawing.done.finally(() => {
      if (this.#drawing.get(key) === drawing) this.#drawing.delete(key)
    })
    return drawing.done
  }

  async #render({ revision, until }: Stretch, key: string, render: Render): Promise<CacheEntry> {
    const answer = await render()
    const hash = createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)
    const entry = { ...readyAnswer(answer, `"${hash}"`), until, asked: 0, render }
    if (isKept(answer)) {
      if (answer.body.length >= MIN_COMPRESSED) {
        const [br, gzipped] = await Promise.all([
          brotli(answer.body, QUICK_BROTLI),
          compressGzip(answer.body, { level: 6 }).then(own),
        ])
        addVariant(entry, { encoding: 'br' }, br)
        addVariant(entry, { encoding: 'gzip' }, gzipped)
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

  /** Once it has lasted; one answer at a time, so that a core stays free for the readers. */
  #compressWell(key: string, entry: CacheEntry): void {
    if (!entry.variants.br) return
    const isKept = () => this.#entries.get(key) === entry
    const compress = async () => {
      if (!isKept()) return
      const br = await brotli(entry.body, BEST_BROTLI)
      if (!isKept() || br.length >= (entry.variants.br?.bytes.length ?? 0)) return
      this.#bytes -= sizeOf(key, entry)
      addVariant(entry, { encoding: 'br', mark: 'best' }, br)
      this.#bytes += sizeOf(key, entry)
    }
    setTimeout(() => {
      this.#compressing = this.#compressing.then(compress, compress)
    }, this.#lastingMs).unref()
  }
}

/** Pages, and the few that say that there is none. */
function isKept({ status, body }: RenderedAnswer): boolean {
  return status === 200 || (status === 404 && body.length > 0)
}

async function brotli(body: Buffer, quality: number): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants
  const params = {
    [BROTLI_PARAM_QUALITY]: quality,
    [BROTLI_PARAM_SIZE_HINT]: body.length,
    // A window that the page fills: the usual one of 4 MB takes 40 MB of memory to look about in.
    [BROTLI_PARAM_LGWIN]: Math.max(16, Math.min(22, Math.ceil(Math.log2(body.length + 16)))),
  }
  return own(await compressBrotli(body, { params }))
}

/** The same bytes in memory of their own: what zlib gives is a corner of 16 kB of its work room. */
function own(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Bytes of memory, of the key too: thousands of long addresses may all have the same short answer. */
function sizeOf(key: string, { variants }: ReadyAnswer): number {
  const bodies = Object.values(variants).reduce((sum, { bytes }) => sum + bytes.length, 0)
  return bodies + 2 * key.length + ENTRY_BYTES
}
