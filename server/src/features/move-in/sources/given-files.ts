import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { createLocalFiles, type LocalFile, type LocalFiles } from './local-files.ts'
import { type RefusedItem, SourceError } from './source.ts'
import { decodeZipName, safePath } from './zip-names.ts'

/** Files of systems and programs, which nobody wrote. */
const IGNORED = /(?:^|\/)(?:__MACOSX\/|\.|~\$|Thumbs\.db$|desktop\.ini$)/i
const MAX_FILES = 20_000
const MAX_DEPTH = 12

interface GivenOptions {
  maxFileBytes: number
}

interface Listed {
  files: LocalFile[]
  paths: Set<string>
  refused: RefusedItem[]
  zips: ZipFile[]
}

/**
 * Lists what was given: files, folders with all that is below them, and what is in zips.
 * @throws SourceError `source-gone`, `unsafe-zip`, `too-many`
 */
export async function listGiven(
  given: readonly { path: string; name: string }[],
  { maxFileBytes }: GivenOptions,
): Promise<LocalFiles> {
  const listed: Listed = { files: [], paths: new Set(), refused: [], zips: [] }
  const close = async () => {
    for (const zip of listed.zips) zip.close()
  }
  try {
    for (const one of given) await addGiven(listed, one.path, safePath(one.name) ?? 'file', 0)
  } catch (error) {
    await close()
    throw error
  }
  return createLocalFiles({ ...listed, maxFileBytes, close })
}

async function addGiven(listed: Listed, file: string, name: string, depth: number): Promise<void> {
  const stat = await fs.lstat(file).catch(() => null)
  if (!stat) throw new SourceError('source-gone', `${name}: it is not there`)
  if (stat.isDirectory()) {
    if (depth > MAX_DEPTH) return
    const names = (await fs.readdir(file)).sort()
    for (const one of names) {
      const below = depth === 0 && name === '' ? one : `${name}/${one}`
      if (!IGNORED.test(below)) await addGiven(listed, path.join(file, one), below, depth + 1)
    }
    return
  }
  if (!stat.isFile()) {
    listed.refused.push({ key: name, title: path.basename(name), reason: 'wrong-type' })
    return
  }
  if (await isZip(file, name)) return addZip(listed, file, name, stat.size)
  add(listed, {
    path: name.normalize('NFC'),
    size: stat.size,
    at: stat.mtime,
    likeness: `${stat.size}`,
    disk: file,
    open: async () => createReadStream(file),
  })
}

function add({ files, paths, refused }: Listed, file: LocalFile): void {
  if (files.length >= MAX_FILES) throw new SourceError('too-many', `more than ${MAX_FILES} files`)
  if (paths.has(file.path))
    refused.push({ key: file.path, title: path.basename(file.path), reason: 'duplicate' })
  else files.push(file)
  paths.add(file.path)
}

/** Documents of Office are zips too. */
async function isZip(file: string, name: string): Promise<boolean> {
  if (!/\.zip$/i.test(name)) return false
  const handle = await fs.open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('latin1') === 'PK'
  } finally {
    await handle.close()
  }
}

/** Unpacked bytes that are a bomb rather than files: in total, and as a factor of the zip's size. */
const MAX_UNPACKED = 50 * 2 ** 30
const MAX_EXPANSION = 300

async function addZip(listed: Listed, file: string, name: string, size: number): Promise<void> {
  const zip = await openPromise(file, {
    autoClose: false,
    lazyEntries: true,
    decodeStrings: false,
    validateEntrySizes: true,
  }).catch(() => null)
  if (!zip) throw new SourceError('damaged', `${name}: it is not a zip, or its end is missing`)
  listed.zips.push(zip)
  const unsafe = (why: string) => new SourceError('unsafe-zip', `${name}: ${why}`)
  if (zip.entryCount > MAX_FILES * 2) throw unsafe('it has too many entries')
  let packed = 0
  let unpacked = 0
  try {
    for await (const entry of zip.eachEntry()) {
      packed += entry.compressedSize
      unpacked += entry.uncompressedSize
      if (packed > size) throw unsafe('its entries overlap')
      if (unpacked > Math.min(MAX_UNPACKED, size * MAX_EXPANSION + 2 ** 20)) {
        throw unsafe('it unpacks to far more than its size')
      }
      addEntry(listed, zip, entry)
    }
  } catch (error) {
    if (error instanceof SourceError) throw error
    throw new SourceError('damaged', `${name}: its list of files cannot be read`)
  }
}

const UTF8 = 0x800
const UNIX = 3
const TYPE_BITS = 0o170000
const REGULAR_FILE = 0o100000

function addEntry(listed: Listed, zip: ZipFile, entry: Entry): void {
  const isUtf8 = (entry.generalPurposeBitFlag & UTF8) !== 0
  const written = decodeZipName(entry.fileNameRaw, isUtf8)
  if (/[/\\]$/.test(written)) return
  const safe = safePath(written)
  const type = (entry.externalFileAttributes >>> 16) & TYPE_BITS
  const isSpecial = entry.versionMadeBy >>> 8 === UNIX && type !== 0 && type !== REGULAR_FILE
  const key = safe ?? written.replace(/\p{Cc}/gu, ' ').slice(0, 300)
  const title = path.posix.basename(key)
  if (safe !== null && IGNORED.test(safe)) return
  if (safe === null || isSpecial) {
    listed.refused.push({ key, title, reason: 'unsafe-zip' })
  } else if (entry.isEncrypted()) {
    listed.refused.push({ key, title, reason: 'forbidden' })
  } else {
    add(listed, {
      path: safe,
      size: entry.uncompressedSize,
      at: timeOf(entry),
      likeness: `${entry.crc32}-${entry.uncompressedSize}`,
      disk: null,
      open: () => zip.openReadStreamPromise(entry),
    })
  }
}

/** The time of DOS is that of the place where the zip was made. */
function timeOf(entry: Entry): Date | null {
  const date = entry.getLastModDate()
  const year = date.getFullYear()
  return Number.isNaN(date.getTime()) || year < 1981 ? null : date
}
