import path from 'node:path'
import { parseUrl } from '@bidyaloy/shared/web-address'
import * as z from 'zod'
import { fileExtension } from './addresses.ts'
import type { LocalFile, LocalFiles } from './local-files.ts'
import type { Reader } from './reader.ts'
import type { SiteFetcher } from './site-fetcher.ts'
import { type Found, NO_ITEM, type Source, SourceError } from './source.ts'
import { uploadPath } from './wxr-convert.ts'
import { inHalves, readIndex, type WxrIndex, wxrParts } from './wxr-index.ts'
import { type WxrItem, wxrHead } from './wxr-items.ts'
import { titleFromName } from './zip-names.ts'

/** Position in the export. */
const Cursor = z.object({ file: z.int().nonnegative().default(0), at: z.int().nonnegative() })

interface WordPressOptions {
  /** Paths of the files of the export. */
  exports: readonly string[]
  /** Its uploads, as far as they were given. */
  uploads: LocalFiles
  reader: Reader
  /** Fetches from the host of the export what is not among the uploads. */
  createFetcher(site: string, reader: Reader): SiteFetcher
}

/**
 * Opens a WordPress export (WXR), which may have several files. It is read twice, in parts: first what refers to
 * what, then the texts.
 * @throws SourceError if it is none
 */
export async function openWordPress(options: WordPressOptions): Promise<Source> {
  const { exports, reader, uploads } = options
  const sites = await sitesOf(exports, reader)
  const fetchers = new Map(sites.map((site) => [site, options.createFetcher(site, reader)]))
  let known: WxrIndex | null = null
  return {
    async look(from, signal) {
      const position = from === null ? { file: 0, at: 0 } : Cursor.parse(JSON.parse(from))
      known ??= await readIndex(exports, reader, signal)
      for await (const { items, file } of wxrParts(exports, position)) {
        signal.throwIfAborted()
        const prepared = items.map((item) => known?.prepare(item, file) ?? [])
        const found = await convert(items, prepared.flat(), sites[file] ?? '', reader)
        const at = items.at(-1)?.end ?? 0
        const progress = Math.min(1, (file + 0.5) / exports.length)
        return { found, next: JSON.stringify({ file, at }), progress }
      }
      return { found: besides(uploads, known), next: null, progress: 1 }
    },
    async read(item) {
      return item
    },
    async file({ key }, target, signal) {
      const local = uploads.at(key) ?? uploads.find(uploadPath(key)) ?? uploads.find(key)
      if (local) return uploads.copy(local, target, signal)
      const url = parseUrl(key)
      const fetcher = [...fetchers.values()].find((one) => url && one.isOwn(url))
      if (!url || !fetcher) return { reason: url ? 'other-host' : 'source-gone' }
      return fetcher.download(url, target, signal)
    },
    async close() {
      for (const fetcher of fetchers.values()) fetcher.close()
      reader.close()
      await uploads.close()
    },
  }
}

/** Returns the site of each file. @throws SourceError */
async function sitesOf(exports: readonly string[], reader: Reader): Promise<string[]> {
  const sites: string[] = []
  for (const file of exports) {
    const head = await reader.read('wxrHead', { bytes: await wxrHead(file) })
    const site = head?.url || sites[0]
    if (!site) throw new SourceError('unknown-source', `${file}: it is no WordPress export`)
    sites.push(site)
  }
  return sites
}

async function convert(
  items: readonly WxrItem[],
  posts: readonly ReturnType<WxrIndex['prepare']>[],
  site: string,
  reader: Reader,
): Promise<Found[]> {
  // An item that cannot be read is told from one that comes with another entry.
  const read = async (some: typeof posts) => {
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

/** Documents, apart from pictures, of which there are smaller copies and those of themes. */
const DOCUMENT = /^(pdf|docx?|xlsx?)$/

/** Documents among the given files that the export does not know of: drafts, since nobody may have seen them. */
function besides({ files, refused }: LocalFiles, index: WxrIndex | null): Found[] {
  const isUnknown = (file: LocalFile) =>
    DOCUMENT.test(fileExtension(file.path)) &&
    !index?.hasFile(uploadPath(`/uploads/${belowUploads(file.path)}`))
  const found = files.filter(isUnknown).map((file): Found => {
    const name = path.basename(file.path)
    const title = titleFromName(path.basename(name, path.extname(name))) || name
    const { path: key, size } = file
    const files = [{ key, name, addresses: [], size }]
    return { ...NO_ITEM, key, title, proposed: 'downloads', isDraft: true, files }
  })
  return [...refused, ...found]
}

const belowUploads = (name: string) => name.replace(/^.*?\buploads\//, '')
