import fs from 'node:fs/promises'
import * as z from 'zod'
import type { LocalFiles } from './local-files.ts'
import type { Reader } from './reader.ts'
import type { SiteFetcher } from './site-fetcher.ts'
import { type Found, type Source, SourceError } from './source.ts'
import { uploadPath } from './wxr-convert.ts'
import { inHalves, readIndex, type WxrIndex, wxrParts } from './wxr-index.ts'
import { type WxrItem, wxrHead } from './wxr-items.ts'

/** Position in the export, in bytes. */
const Cursor = z.object({ at: z.int().nonnegative() })

interface WordPressOptions {
  /** Path of the export. */
  file: string
  /** Its uploads, as far as they were given. */
  uploads: LocalFiles
  reader: Reader
  /** Fetches from the host of the export what is not among the uploads. */
  createFetcher(site: string, reader: Reader): SiteFetcher
}

/**
 * Opens a WordPress export (WXR). It is read twice, in parts: first what refers to what, then the texts.
 * @throws SourceError if it is none
 */
export async function openWordPress(options: WordPressOptions): Promise<Source> {
  const { file, reader, uploads } = options
  const site = await reader.read('wxrHead', { bytes: await wxrHead(file) })
  if (!site?.url) throw new SourceError('unknown-source', `${file}: it is no WordPress export`)
  const { size } = await fs.stat(file)
  const fetcher = options.createFetcher(site.url, reader)
  let known: WxrIndex | null = null
  return {
    async look(from, signal) {
      const { at } = from === null ? { at: 0 } : Cursor.parse(JSON.parse(from))
      known ??= await readIndex(file, reader, signal)
      for await (const items of wxrParts(file, at)) {
        signal.throwIfAborted()
        const found = await convert(items, known, site.url, reader)
        const end = items.at(-1)?.end ?? size
        return { found, next: JSON.stringify({ at: end }), progress: Math.min(1, end / size) }
      }
      return { found: [], next: null, progress: 1 }
    },
    async read(item) {
      return item
    },
    async file({ key }, target, signal) {
      const local = uploads.find(key) ?? uploads.find(uploadPath(key))
      return local
        ? uploads.copy(local, target, signal)
        : fetcher.download(new URL(key), target, signal)
    },
    async close() {
      fetcher.close()
      reader.close()
      await uploads.close()
    },
  }
}

async function convert(
  items: readonly WxrItem[],
  index: WxrIndex,
  site: string,
  reader: Reader,
): Promise<Found[]> {
  const posts = items.map((item) => index.prepare(item))
  // An item that cannot be read is told from one that comes with another entry.
  const read = async (some: typeof posts | readonly (typeof posts)[number][]) => {
    const made = await reader.read('wxrPosts', { site, posts: some })
    return made?.map((found) => ({ found })) ?? null
  }
  const converted = await inHalves(posts, read)
  return converted.flatMap((one, at): Found[] => {
    if (one) return one.found ? [one.found] : []
    const key = `${site}#${items[at]?.end}`
    return [{ key, title: key, reason: 'damaged' }]
  })
}
