import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { errorCode } from '../../node-error.ts'
import { BackupError } from './backup-error.ts'
import {
  DATABASE_NAME,
  FILE_PATH,
  MANIFEST_NAME,
  MAX_MANIFEST_BYTES,
  type Manifest,
  MOST_FILES,
  readManifest,
} from './backup-format.ts'

/** A backup whose list agrees with what lies in it; its contents have not been read yet. */
export interface OpenBackup {
  manifest: Manifest
  /** Unpacks one part; more bytes than its entry tells are an error. */
  read(name: string): Promise<Readable>
  close(): void
}

/** The files, the database and the list. */
const MOST_ENTRIES = MOST_FILES + 2
/** Ours say the time of a file, and sizes beyond 4 GB, in their extra field. */
const MAX_EXTRA_BYTES = 64
const [STORED, DEFLATED] = [0, 8]

/**
 * Opens a zip and makes sure that it holds what its list names, under the names that backups have,
 * and nothing else: no paths that lead out, no links, nothing twice.
 * @throws BackupError `no-backup`, `unsafe`, `damaged`, `newer`
 */
export async function openBackup(file: string): Promise<OpenBackup> {
  const zip = await openPromise(file, {
    autoClose: false,
    lazyEntries: true,
    strictFileNames: true,
    validateEntrySizes: true,
  }).catch((error: unknown) => {
    if (errorCode(error) !== '') throw error
    throw new BackupError('no-backup', `This is not a zip file: ${text(error)}`, error)
  })
  try {
    const entries = await listEntries(zip)
    const manifest = await readList(zip, entries.get(MANIFEST_NAME))
    assertSame(manifest, entries)
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
  if (zip.entryCount > MOST_ENTRIES) throw unsafe('It has too many parts')
  let packed = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry
      if (name !== MANIFEST_NAME && name !== DATABASE_NAME && !FILE_PATH.test(name)) {
        throw unsafe(`It holds ${JSON.stringify(name)}, which no backup does`)
      }
      if (entries.has(name)) throw unsafe(`It holds ${name} twice`)
      if (entry.extraFieldLength > MAX_EXTRA_BYTES || entry.fileCommentLength > 0) {
        throw unsafe(`${name} brings more along than its content`)
      }
      if (isSpecial(entry)) throw unsafe(`${name} is not a plain file`)
      if (entry.isEncrypted()) throw unsafe(`${name} is locked`)
      if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
        throw unsafe(`${name} is packed in an unknown way`)
      }
      packed += entry.compressedSize
      // Parts that lie over one another unpack to far more than the file weighs.
      if (packed > zip.fileSize) throw unsafe('Its parts lie over one another')
      entries.set(name, entry)
    }
  } catch (error) {
    if (error instanceof BackupError || errorCode(error) !== '') throw error
    const said = text(error)
    const paths = /^(absolute path|invalid relative path|invalid characters in fileName)/
    throw paths.test(said) ? unsafe(said) : damaged(said, error)
  }
  return entries
}

const UNIX = 3
const TYPE_BITS = 0o170000
const PLAIN_FILE = 0o100000

/** Links, folders and devices say so in the mode that Unix programs keep beside the name. */
function isSpecial({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  const type = (externalFileAttributes >>> 16) & TYPE_BITS
  return versionMadeBy >>> 8 === UNIX && type !== 0 && type !== PLAIN_FILE
}

async function readList(zip: ZipFile, entry: Entry | undefined): Promise<Manifest> {
  if (!entry) throw new BackupError('no-backup', 'This zip is not a backup of this program')
  if (entry.uncompressedSize > MAX_MANIFEST_BYTES) throw unsafe('Its list is too long')
  const pieces: Buffer[] = []
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece)
  } catch (error) {
    throw damaged(`Its list cannot be read: ${text(error)}`, error)
  }
  let json: unknown
  try {
    json = JSON.parse(Buffer.concat(pieces).toString('utf8'))
  } catch (error) {
    throw damaged('Its list cannot be read', error)
  }
  const manifest = readManifest(json)
  if (manifest) return manifest
  throw new BackupError('no-backup', 'This zip is not a backup of this program')
}

function assertSame({ files, database }: Manifest, entries: ReadonlyMap<string, Entry>): void {
  const listed = new Map(files.map(({ path, size }) => [path, size]))
  if (listed.size < files.length) throw unsafe('Its list names a file twice')
  listed.set(DATABASE_NAME, database.size)
  for (const [name, size] of listed) {
    const entry = entries.get(name)
    if (!entry) throw damaged(`${name} is missing`)
    if (entry.uncompressedSize !== size) throw damaged(`${name} has another size than listed`)
  }
  for (const name of entries.keys()) {
    if (name !== MANIFEST_NAME && !listed.has(name)) throw unsafe(`${name} is not in its list`)
  }
}

/** The refusal of what no backup of ours holds. @param what goes to the log, not to the page */
export function unsafe(what: string): BackupError {
  return new BackupError('unsafe', what)
}

/** The refusal of a backup that is not whole. @param what goes to the log, not to the page */
export function damaged(what: string, cause?: unknown): BackupError {
  return new BackupError('damaged', what, cause)
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
