import { isPictureName } from './addresses.ts'
import { grouped } from './grouped.ts'
import type { Reader } from './reader.ts'
import { SourceError } from './source.ts'
import {
  type Attachment,
  MAX_SHOWN,
  type PostToConvert,
  uploadPath,
  type WxrEntry,
} from './wxr-convert.ts'
import { type WxrItem, wxrItems } from './wxr-items.ts'

/** Bounds of a part of an export. */
const MAX_ITEMS = 200
const MAX_BYTES = 4 * 1024 * 1024
/** What a school has of twenty years, with the files, menus and former versions. */
const MAX_ENTRIES = 100_000
/** Pictures of an album that no post has. */
const MAX_ALBUM = 200

/** Position in an export, which may have several files: number of the file, and bytes. */
export interface WxrPosition {
  file: number
  at: number
}

/** Items of one file. */
interface WxrPart {
  items: WxrItem[]
  /** Number of the file. */
  file: number
}

/** Yields the items of an export in parts with bounds. */
export async function* wxrParts(
  files: readonly string[],
  from: WxrPosition = { file: 0, at: 0 },
): AsyncGenerator<WxrPart> {
  for (const [file, name] of files.entries()) {
    if (file < from.file) continue
    let items: WxrItem[] = []
    let bytes = 0
    for await (const item of wxrItems(name, file === from.file ? from.at : 0)) {
      const size = item.bytes.length
      if (items.length >= MAX_ITEMS || (items.length > 0 && bytes + size > MAX_BYTES)) {
        yield { items, file }
        items = []
        bytes = 0
      }
      items.push(item)
      bytes += size
    }
    if (items.length > 0) yield { items, file }
  }
}

/** What the items of an export refer to. */
export interface WxrIndex {
  /** Returns an item of a file with what it needs to be converted. */
  prepare(item: WxrItem, file: number): PostToConvert
  /** Whether a post or the media library has the file with this path. */
  hasFile(path: string): boolean
}

const placeOf = ({ end }: WxrItem, file: number) => `${file} ${end}`

/** Reads an export once, to know what refers to what before its texts are converted. */
export async function readIndex(
  files: readonly string[],
  reader: Reader,
  signal: AbortSignal,
): Promise<WxrIndex> {
  const entries = new Map<string, WxrEntry>()
  for await (const { items, file } of wxrParts(files)) {
    signal.throwIfAborted()
    const bytes = items.map((item) => item.bytes)
    const part = await inHalves(bytes, (some) => reader.read('wxrIndex', { items: some }))
    for (const [at, entry] of part.entries()) {
      const item = items[at]
      if (entry && item) entries.set(placeOf(item, file), entry)
    }
    if (entries.size > MAX_ENTRIES) throw new SourceError('too-many', `more than ${MAX_ENTRIES}`)
  }
  return indexOf(entries)
}

/** @param entries by their places */
function indexOf(entries: ReadonlyMap<string, WxrEntry>): WxrIndex {
  const all = [...entries.values()].flatMap(({ attachment }) => attachment ?? [])
  const byId = new Map(all.map((one) => [one.id, one]))
  const byPath = new Map(all.map((one) => [uploadPath(one.url), one]))
  byPath.delete('')
  const children = grouped(all, ({ parent }) => parent)
  const shownBy = ({ ids, paths }: WxrEntry) => [
    ...ids.flatMap((id) => byId.get(id) ?? []),
    ...paths.flatMap((path) => byPath.get(path) ?? []),
  ]
  const paths = new Set([...entries.values()].flatMap((entry) => entry.paths))
  const used = new Set<Attachment>()
  for (const entry of entries.values()) {
    for (const one of shownBy(entry)) used.add(one)
    if (!entry.hasText) continue
    // Documents of a post come with it; pictures only where it shows them.
    for (const one of children.get(entry.id) ?? []) if (!isPictureName(one.url)) used.add(one)
  }
  const hidden = new Set(
    [...entries.values()].flatMap(({ id, isHidden, attachment }) =>
      isHidden && !attachment ? [id] : [],
    ),
  )
  const isOfHidden = ({ parent }: Attachment) => hidden.has(parent)
  const loose = all.filter((one) => !used.has(one) && !isOfHidden(one) && isPictureName(one.url))
  const albums = albumsOf(loose)
  const use = (attachment: Attachment): PostToConvert['use'] => {
    if (used.has(attachment)) return 'post'
    if (isOfHidden(attachment)) return 'hidden'
    if (!isPictureName(attachment.url)) return 'alone'
    return albums.has(attachment) ? 'album' : 'post'
  }
  return {
    hasFile: (path) => byPath.has(path) || paths.has(path),
    prepare(item, file) {
      const { bytes, flaw } = item
      const entry = entries.get(placeOf(item, file))
      if (!entry) return { bytes, flaw, attachments: [], use: 'alone' }
      const { attachment } = entry
      if (attachment) {
        const attachments = albums.get(attachment) ?? []
        return { bytes, flaw, attachments, use: use(attachment) }
      }
      const own = entry.hasText ? (children.get(entry.id) ?? []) : []
      const attachments = [...new Set([...shownBy(entry), ...own])].slice(0, 2 * MAX_SHOWN)
      return { bytes, flaw, attachments, use: 'post' }
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
