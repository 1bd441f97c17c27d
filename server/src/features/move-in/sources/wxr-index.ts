import { isPictureName } from './addresses.ts'
import { grouped } from './grouped.ts'
import type { Reader } from './reader.ts'
import { type Attachment, type PostToConvert, uploadPath, type WxrEntry } from './wxr-convert.ts'
import { type WxrItem, wxrItems } from './wxr-items.ts'

/** Bounds of a part of an export. */
const MAX_ITEMS = 200
const MAX_BYTES = 4 * 1024 * 1024
/** Pictures of an album that no post has. */
const MAX_ALBUM = 200

/** Yields the items of an export in parts with bounds. @param from position in bytes */
export async function* wxrParts(file: string, from: number): AsyncGenerator<WxrItem[]> {
  let part: WxrItem[] = []
  let bytes = 0
  for await (const item of wxrItems(file, from)) {
    const size = item.bytes.length
    if (part.length >= MAX_ITEMS || (part.length > 0 && bytes + size > MAX_BYTES)) {
      yield part
      part = []
      bytes = 0
    }
    part.push(item)
    bytes += size
  }
  if (part.length > 0) yield part
}

/** What the items of an export refer to. */
export interface WxrIndex {
  /** Returns an item with what it needs to be converted. */
  prepare(item: WxrItem): PostToConvert
}

/** Reads an export once, to know what refers to what before its texts are converted. */
export async function readIndex(
  file: string,
  reader: Reader,
  signal: AbortSignal,
): Promise<WxrIndex> {
  const entries = new Map<number, WxrEntry>()
  for await (const items of wxrParts(file, 0)) {
    signal.throwIfAborted()
    const bytes = items.map((item) => item.bytes)
    const part = await inHalves(bytes, (some) => reader.read('wxrIndex', { items: some }))
    for (const [at, entry] of part.entries()) {
      const end = items[at]?.end
      if (entry && end !== undefined) entries.set(end, entry)
    }
  }
  return indexOf(entries)
}

/** @param entries by the position of their end */
function indexOf(entries: ReadonlyMap<number, WxrEntry>): WxrIndex {
  const all = [...entries.values()].flatMap(({ attachment }) => attachment ?? [])
  const byId = new Map(all.map((one) => [one.id, one]))
  const byPath = new Map(all.map((one) => [uploadPath(one.url), one]))
  const children = grouped(all, ({ parent }) => parent)
  const shownBy = ({ ids, paths }: WxrEntry) => [
    ...ids.flatMap((id) => byId.get(id) ?? []),
    ...paths.flatMap((path) => byPath.get(path) ?? []),
  ]
  const used = new Set<Attachment>()
  for (const entry of entries.values()) {
    for (const one of shownBy(entry)) used.add(one)
    if (!entry.hasText) continue
    // Documents of a post come with it; pictures only where it shows them.
    for (const one of children.get(entry.id) ?? []) if (!isPictureName(one.url)) used.add(one)
  }
  const albums = albumsOf(all.filter((one) => !used.has(one) && isPictureName(one.url)))
  const use = (attachment: Attachment): PostToConvert['use'] => {
    if (used.has(attachment)) return 'post'
    if (!isPictureName(attachment.url)) return 'alone'
    return albums.has(attachment) ? 'album' : 'post'
  }
  return {
    prepare({ bytes, isCut, end }) {
      const entry = entries.get(end)
      if (!entry) return { bytes, isCut, attachments: [], use: 'alone' }
      const { attachment } = entry
      if (attachment) {
        const attachments = albums.get(attachment) ?? []
        return { bytes, isCut, attachments, use: use(attachment) }
      }
      const own = entry.hasText ? (children.get(entry.id) ?? []) : []
      const attachments = [...new Set([...shownBy(entry), ...own])]
      return { bytes, isCut, attachments, use: 'post' }
    },
  }
}

/** Returns the pictures of each month, by the first of them. */
function albumsOf(pictures: readonly Attachment[]): Map<Attachment, Attachment[]> {
  const months = grouped(pictures, ({ url }) => /\d{4}\/\d\d/.exec(uploadPath(url))?.[0] ?? '')
  const albums = new Map<Attachment, Attachment[]>()
  for (const month of months.values()) {
    for (let at = 0; at < month.length; at += MAX_ALBUM) {
      const album = month.slice(at, at + MAX_ALBUM)
      if (album[0]) albums.set(album[0], album)
    }
  }
  return albums
}

/**
 * Reads items together; those which together take too much, in halves.
 * @returns null for an item that cannot be read
 */
export async function inHalves<T, R>(
  items: readonly T[],
  read: (some: readonly T[]) => Promise<readonly R[] | null>,
): Promise<(R | null)[]> {
  const made = await read(items)
  if (made) return [...made]
  if (items.length <= 1) return items.map(() => null)
  const half = Math.ceil(items.length / 2)
  return [
    ...(await inHalves(items.slice(0, half), read)),
    ...(await inHalves(items.slice(half), read)),
  ]
}
