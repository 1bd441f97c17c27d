import type { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import type { Entry, ZipFile } from 'yauzl'
import { errorCode, messageOf } from '../../lib/node-error.ts'
import { openZipFile } from '../../lib/zip-file.ts'
import { BackupError, damaged, newerThanThis, unsafe } from './backup-error.ts'
import {
  DATABASE_NAME,
  FILE_PATH,
  FORMAT,
  MANIFEST_NAME,
  MAX_FILES,
  MAX_MANIFEST_BYTES,
  type Manifest,
  readManifest,
} from './backup-format.ts'

/** An open backup whose entries match its manifest; contents are not verified yet. */
export interface OpenBackup {
  manifest: Manifest
  /** Unpacks one entry. More bytes than its declared size are an error. */
  read(name: string): Promise<Readable>
  close(): void
}

/** The files, the database and the manifest. */
const MAX_ENTRIES = MAX_FILES + 2
/** The extra fields contain a time, and sizes above 4 GB. */
const MAX_EXTRA_BYTES = 64
const [STORED, DEFLATED] = [0, 8]

/**
 * Opens a zip and checks that its entries are exactly those of its manifest: no path outside the data
 * folder, no link, no duplicate.
 * @throws BackupError `no-backup`, `unsafe`, `damaged`, `newer`
 */
export async function openBackup(file: string): Promise<OpenBackup> {
  const zip = await openZipFile(file, {
    autoClose: false,
    lazyEntries: true,
    strictFileNames: true,
    validateEntrySizes: true,
  }).catch((error: unknown) => {
    if (errorCode(error) !== '') throw error
    throw notABackup('it is not a zip file, or its end is missing', error)
  })
  try {
    const entries = await listEntries(zip)
    const manifest = await readManifestOf(zip, entries.get(MANIFEST_NAME))
    assertListed(manifest, entries)
    return {
      manifest,
      async read(name) {
        const entry = entries.get(name)
        if (!entry) throw damaged(`${name} is missing`)
        return zip.openReadStreamPromise(entry)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  if (zip.entryCount > MAX_ENTRIES) throw unsafe('It has too many entries')
  let packed = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry
      if (name !== MANIFEST_NAME && name !== DATABASE_NAME && !FILE_PATH.test(name)) {
        throw unsafe(`It contains ${JSON.stringify(name)}, which is not part of a backup`)
      }
      if (entries.has(name)) throw unsafe(`It contains ${name} twice`)
      if (entry.extraFieldLength > MAX_EXTRA_BYTES || entry.fileCommentLength > 0) {
        throw unsafe(`${name} has a comment or a long extra field`)
      }
      if (isSpecial(entry)) throw unsafe(`${name} is not a regular file`)
      if (entry.isEncrypted()) throw unsafe(`${name} is encrypted`)
      if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
        throw unsafe(`${name} has an unknown compression method`)
      }
      packed += entry.compressedSize
      // Overlapping entries can unpack to far more than the size of the file.
      if (packed > zip.fileSize) throw unsafe('Its entries overlap')
      entries.set(name, entry)
    }
  } catch (error) {
    if (error instanceof BackupError || errorCode(error) !== '') throw error
    const message = messageOf(error)
    const paths = /^(absolute path|invalid relative path|invalid characters in fileName)/
    throw paths.test(message) ? unsafe(message) : damaged(message, error)
  }
  return entries
}

const UNIX = 3
const TYPE_BITS = 0o170000
const REGULAR_FILE = 0o100000

/** Whether the Unix mode of an entry is that of a link, folder or device. */
function isSpecial({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  const type = (externalFileAttributes >>> 16) & TYPE_BITS
  return versionMadeBy >>> 8 === UNIX && type !== 0 && type !== REGULAR_FILE
}

async function readManifestOf(zip: ZipFile, entry: Entry | undefined): Promise<Manifest> {
  if (!entry) throw notABackup('the zip has no manifest')
  if (entry.uncompressedSize > MAX_MANIFEST_BYTES) throw unsafe('Its manifest is too long')
  let text: string
  try {
    text = await readText(await zip.openReadStreamPromise(entry))
  } catch (error) {
    throw damaged(`Its manifest cannot be read: ${messageOf(error)}`, error)
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw damaged('Its manifest is not JSON', error)
  }
  const manifest = readManifest(json)
  if (!manifest) throw notABackup('its manifest is that of something else')
  if (manifest.version > FORMAT) throw newerThanThis(manifest.program)
  if (manifest.withoutFiles && manifest.files.length > 0)
    throw unsafe('It has files, but states that it has none')
  return manifest
}

const notABackup = (why: string, cause?: unknown) =>
  new BackupError('no-backup', `This is not a backup of Bidyaloy: ${why}`, cause)

function assertListed({ files, database }: Manifest, entries: ReadonlyMap<string, Entry>): void {
  const listed = new Map(files.map(({ path, size }) => [path, size]))
  if (listed.size < files.length) throw unsafe('Its manifest lists a file twice')
  listed.set(DATABASE_NAME, database.size)
  for (const [name, size] of listed) {
    const entry = entries.get(name)
    if (!entry) throw damaged(`${name} is missing`)
    if (entry.uncompressedSize !== size) throw damaged(`${name} has another size than listed`)
  }
  for (const name of entries.keys()) {
    if (name !== MANIFEST_NAME && !listed.has(name)) throw unsafe(`${name} is not in its manifest`)
  }
}
