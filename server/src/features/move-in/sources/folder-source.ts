import path from 'node:path/posix'
import { fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import { proposeCollection } from '@bidyaloy/shared/features/move-in/proposals'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import * as z from 'zod'
import { isPictureName, webAddress } from './addresses.ts'
import type { CsvRow } from './csv-rows.ts'
import { dayInName, isOtherYear } from './file-days.ts'
import { readDocuments } from './folder-documents.ts'
import { grouped } from './grouped.ts'
import type { LocalFile, LocalFiles } from './local-files.ts'
import type { Reader } from './reader.ts'
import { createFetchers, type SiteFetcher } from './site-fetcher.ts'
import {
  type Found,
  NO_ITEM,
  type Source,
  SourceError,
  type SourceFile,
  type SourceItem,
} from './source.ts'
import { titleFromName } from './zip-names.ts'

const COLUMNS = 'title, date and file, or text instead of file'

/** Number of units that were looked at. */
const Cursor = z.object({ at: z.int().nonnegative() })
const PART = 200
/** Of all lists. */
const MAX_CSV_BYTES = 20 * 1024 * 1024
const MAX_ROWS = 20_000
const MAX_ALBUM = 200
/** Pictures from which a folder that has nothing else is an album. */
const MIN_ALBUM = 6

/** What becomes one entry. */
type Unit =
  | { kind: 'row'; list: LocalFile; row: CsvRow }
  | { kind: 'album'; files: LocalFile[] }
  | { kind: 'file'; file: LocalFile }
  | { kind: 'read'; found: Found }

interface FolderOptions {
  reader: Reader
  /** Path of the list that alone is meant, with its files. */
  only?: string | null
  /** Fetches what the posts of a feed show of their site. */
  createFetcher(site: string, reader: Reader): SiteFetcher
}

/** Opens files of a folder or zip, perhaps with lists (CSV) that have their titles and days. */
export function openFolder(
  local: LocalFiles,
  { reader, only = null, createFetcher }: FolderOptions,
): Source {
  const fetchers = createFetchers((site) => createFetcher(site, reader))
  let units: Promise<Unit[]> | null = null
  const twins = createTwins(local)
  return {
    async look(from, signal) {
      const { at } = from === null ? { at: 0 } : Cursor.parse(JSON.parse(from))
      units ??= unitsOf(local, reader, only)
      const all = await units
      const found: Found[] = at === 0 ? [...local.refused] : []
      for (const unit of all.slice(at, at + PART)) {
        signal.throwIfAborted()
        found.push(await itemOf(unit, local, twins))
      }
      const end = at + PART
      const isEnd = end >= all.length
      return {
        found,
        next: isEnd ? null : JSON.stringify({ at: end }),
        progress: isEnd ? 1 : end / all.length,
      }
    },
    async read(item) {
      return item
    },
    async file({ key }, target, signal) {
      const file = local.at(key)
      if (file) return local.copy(file, target, signal)
      const url = webAddress(key)
      return url ? fetchers.of(url).download(url, target, signal) : { reason: 'source-gone' }
    },
    async close() {
      fetchers.close()
      reader.close()
      await local.close()
    },
  }
}

async function unitsOf(local: LocalFiles, reader: Reader, only: string | null): Promise<Unit[]> {
  const rows: Unit[] = []
  const listed = new Set<LocalFile>()
  let bytes = 0
  for (const list of local.files) {
    if (only !== null && list.path !== only) continue
    const isList = /\.csv$/i.test(list.path) && bytes + list.size <= MAX_CSV_BYTES
    const read = isList ? await rowsOf(list, reader) : null
    if (!read) continue
    listed.add(list)
    bytes += list.size
    if (rows.length + read.length > MAX_ROWS) throw new SourceError('too-many', list.path)
    for (const row of read) {
      rows.push({ kind: 'row', list, row })
      const file = fileOfRow(local, list, row)
      if (file) listed.add(file)
    }
  }
  if (only !== null) {
    if (listed.size > 0) return rows
    throw new SourceError(
      'unknown-source',
      `${only}: its first line must name the columns ${COLUMNS}`,
    )
  }
  const documents = await readDocuments(local, reader, (file) => !listed.has(file))
  const read = documents.found.map((found): Unit => ({ kind: 'read', found }))
  const rest = local.files.filter((file) => !listed.has(file) && !documents.used.has(file))
  return [...rows, ...read, ...albumsAndFiles(rest, documents.hasPages)]
}

async function rowsOf(list: LocalFile, reader: Reader): Promise<CsvRow[] | null> {
  const bytes = await list.head(list.size).catch(() => null)
  return bytes && reader.read('csv', { bytes })
}

/** A file of a list is in its folder or below it. */
function fileOfRow(local: LocalFiles, list: LocalFile, row: CsvRow): LocalFile | null {
  const below = path.join(path.dirname(list.path), row.file.replaceAll('\\', '/')).normalize('NFC')
  // Addresses of the older site end in the names of the files.
  const beside = path.join(path.dirname(list.path), path.basename(below))
  return (row.file && (local.at(below) ?? local.at(beside))) || null
}

/** @param isSite whether there are pages; pictures beside pages are not entries of their own */
function albumsAndFiles(files: readonly LocalFile[], isSite: boolean): Unit[] {
  const folders = grouped(files, (file) => path.dirname(file.path))
  return [...folders].flatMap(([folder, inside]): Unit[] => {
    if (!isAlbum(folder, inside, isSite)) return inside.map((file) => fileUnit(file, isSite))
    const albums: Unit[] = []
    for (let at = 0; at < inside.length; at += MAX_ALBUM) {
      albums.push({ kind: 'album', files: inside.slice(at, at + MAX_ALBUM) })
    }
    return albums
  })
}

function fileUnit(file: LocalFile, isSite: boolean): Unit {
  if (!isSite || !isPictureName(file.path)) return { kind: 'file', file }
  const [key, title] = [file.path, path.basename(file.path)]
  return { kind: 'read', found: { key, title, reason: 'no-content' } }
}

function isAlbum(folder: string, files: readonly LocalFile[], isSite: boolean): boolean {
  if (folder === '.' || !files.every(({ path: name }) => isPictureName(name))) return false
  const named = proposeCollection(...namesOf(folder))
  return named === 'albums' || (!isSite && files.length >= MIN_ALBUM && named !== 'notices')
}

/** The names of a folder and those around it. */
const namesOf = (folder: string) => folder.split('/').reverse().map(titleFromName)

async function itemOf(unit: Unit, local: LocalFiles, twins: Twins): Promise<Found> {
  if (unit.kind === 'read') return unit.found
  if (unit.kind === 'row') return itemOfRow(unit.row, unit.list, local)
  if (unit.kind === 'album') return itemOfAlbum(unit.files)
  return itemOfFile(unit.file, twins)
}

function itemOfRow(row: CsvRow, list: LocalFile, local: LocalFiles): Found {
  const { line, title, day, text, properties } = row
  const key = `${list.path}#${line}`
  const refused = { key, title }
  if (!title) return { ...refused, reason: 'no-title' }
  if (!day) return { ...refused, reason: 'no-day', ...(row.date && { detail: `“${row.date}”` }) }
  const file = fileOfRow(local, list, row)
  if (row.file && !file) return { ...refused, reason: 'gone', detail: row.file }
  if (!file && !text) return { ...refused, reason: 'empty' }
  return {
    ...itemWith(file ? [fileFor(file)] : []),
    key,
    title,
    day,
    categories: typeof properties.kind === 'string' ? [properties.kind] : [],
    proposed: proposeCollection(path.basename(list.path)) ?? 'notices',
    body: text,
    properties,
  }
}

function itemOfAlbum(files: readonly LocalFile[]): Found {
  const folder = path.dirname(files[0]?.path ?? '')
  const name = path.basename(folder)
  const times = files.flatMap((file) => timeOf(file) ?? [])
  const days = times.map((time) => dhakaTime(time).iso).sort()
  const dated = dayInName(name)
  return {
    ...itemWith(files.map(fileFor)),
    key: files[0]?.path ?? folder,
    title: titleFromName(dated?.rest ?? name) || name,
    day: dated?.day ?? days[0] ?? null,
    categories: [titleFromName(path.basename(path.dirname(folder)))].filter(Boolean),
    proposed: 'albums',
  }
}

async function itemOfFile(file: LocalFile, twins: Twins): Promise<Found> {
  const name = path.basename(file.path)
  const extension = path.extname(name)
  const bare = path.basename(name, extension).normalize('NFC')
  const dated = dayInName(bare)
  const title = titleFromName(dated?.rest ?? bare) || titleFromName(bare)
  const refused = { key: file.path, title: title || name, detail: name }
  if (extension && !isTaken(extension.slice(1))) return { ...refused, reason: 'wrong-type' }
  if (file.size === 0) return { ...refused, reason: 'empty' }
  if (!title) return { ...refused, reason: 'no-title' }
  if (await twins.isSecond(file)) return { ...refused, reason: 'duplicate' }
  const names = namesOf(path.dirname(file.path))
  const time = timeOf(file)
  return {
    ...itemWith([fileFor(file)]),
    key: file.path,
    title,
    day: dated?.day ?? (time ? dhakaTime(time).iso : null),
    at: dated || !time ? null : time.toISOString(),
    // A folder of a year says nothing of what is in it.
    categories: names.filter((one) => /[^\d০-৯\s.-]/.test(one)).slice(0, 1),
    proposed: proposeCollection(...names, title) ?? 'notices',
  }
}

/** The time of a file, unless its name or folder speaks of another year. */
const timeOf = ({ path: name, at }: LocalFile) => (at && !isOtherYear(name, at) ? at : null)

const isTaken = (extension: string) =>
  fileKindByExtension(extension) !== undefined || /^jpe?g?$/i.test(extension)

const itemWith = (files: readonly SourceFile[]): SourceItem => ({ ...NO_ITEM, files })

const fileFor = ({ path: key, size }: LocalFile): SourceFile => ({
  key,
  name: path.basename(key),
  addresses: [],
  size,
})

interface Twins {
  /** Whether a file before it has the same bytes. */
  isSecond(file: LocalFile): Promise<boolean>
}

function createTwins({ files }: LocalFiles): Twins {
  const alike = grouped(files, ({ likeness }) => likeness)
  const seconds = new Map<string, Promise<ReadonlySet<LocalFile>>>()
  return {
    async isSecond(file) {
      const { likeness } = file
      const group = alike.get(likeness) ?? []
      if (group.length < 2) return false
      const found = seconds.get(likeness) ?? secondsOf(group)
      seconds.set(likeness, found)
      return (await found).has(file)
    },
  }
}

/** Returns the files whose bytes one before them has. */
async function secondsOf(group: readonly LocalFile[]): Promise<ReadonlySet<LocalFile>> {
  const hashes = new Set<string>()
  const seconds = new Set<LocalFile>()
  for (const file of group) {
    // A damaged one is like no other, and refused when it is brought.
    const hash = await file.hash().catch(() => file.path)
    if (hashes.has(hash)) seconds.add(file)
    hashes.add(hash)
  }
  return seconds
}
