import type { FileHandle } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Entry, ZipFile } from 'yauzl'
import { openZipFile } from './zip-file.ts'

const MAX_CONTENT_TYPES_BYTES = 1024 * 1024
/** Far more parts than a document has. */
const MAX_ZIP_ENTRIES = 20_000
/** Limits of the total unpacked size: in bytes, and as a factor of the file's size. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024
const MAX_EXPANSION = 200

const MAIN = /^application\/vnd\.openxmlformats-officedocument\.([a-z.]+)\.main\+xml$/
const EXTENSIONS: Readonly<Record<string, 'docx' | 'xlsx' | 'pptx'>> = {
  'wordprocessingml.document': 'docx',
  'spreadsheetml.sheet': 'xlsx',
  'presentationml.presentation': 'pptx',
}
/** Macros of Word and PowerPoint, and both kinds of Excel. */
const MACROS = /macroEnabled|vbaProject|macrosheet/i
/** Character references, which office software never writes here; used to hide names. */
const CHARACTER_REFERENCE = /&#/

/**
 * Detects the Office document type of a zip from its content types. Returns null for other zips,
 * damaged zips, documents with macros and zip bombs. Unpacks only the list of content types.
 */
export async function ooxmlKind(
  file: string,
  size: number,
): Promise<'docx' | 'xlsx' | 'pptx' | null> {
  const xml = await contentTypes(file, size)
  if (xml === null || MACROS.test(xml) || CHARACTER_REFERENCE.test(xml)) return null
  const types = [...xml.matchAll(/ContentType\s*=\s*["']([^"']+)["']/g)]
  const mains = new Set(types.flatMap(([, type = '']) => MAIN.exec(type.trim())?.[1] ?? []))
  const [main = ''] = mains
  return mains.size === 1 && Object.hasOwn(EXTENSIONS, main) ? (EXTENSIONS[main] ?? null) : null
}

async function contentTypes(file: string, size: number): Promise<string | null> {
  let zip: ZipFile | undefined
  try {
    zip = await openZipFile(file, { autoClose: false, lazyEntries: true })
    const entry = await contentTypesEntry(zip, size)
    return entry && (await text(await zip.openReadStreamPromise(entry)))
  } catch (error) {
    // Only failures of the system, such as EIO, are not the fault of the zip.
    if (error instanceof Error && 'syscall' in error) throw error
    return null
  } finally {
    zip?.close()
  }
}

async function contentTypesEntry(zip: ZipFile, size: number): Promise<Entry | null> {
  if (zip.entryCount > MAX_ZIP_ENTRIES) return null
  let found: Entry | null = null
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    // Not `fileName`, which an extra field may replace.
    const name = entry.fileNameRaw.toString()
    unpacked += entry.uncompressedSize
    if (unpacked > MAX_UNPACKED_BYTES || unpacked > size * MAX_EXPANSION) return null
    if (entry.isEncrypted() || MACROS.test(name)) return null
    if (name !== '[Content_Types].xml') continue
    if (found || entry.uncompressedSize > MAX_CONTENT_TYPES_BYTES) return null
    found = entry
  }
  return found
}

/*
 * Word and Excel up to 2003 wrote compound files: a small file system whose directory lists its
 * streams. Only that directory is read.
 */

const HEADER_BYTES = 512
const ENTRY_BYTES = 128
const DIFAT_IN_HEADER = 109
const LAST_SECTOR = 0xfffffffa
/** Enough for thousands of streams; a longer chain is a loop or an attack. */
const MAX_CHAIN = 2000

const OLE_EXTENSIONS: Readonly<Record<string, 'doc' | 'xls'>> = {
  WordDocument: 'doc',
  Workbook: 'xls',
  Book: 'xls',
}
const OLE_MACROS = new Set(['VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR'])

/**
 * Detects the type of an old Office document. Returns null for others and for macros.
 * @throws RangeError if the file is truncated
 */
export async function oleKind(file: FileHandle, size: number): Promise<'doc' | 'xls' | null> {
  const header = await readPart(file, 0, HEADER_BYTES)
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return null
  const sectors: Sectors = { file, header, sectorBytes: 2 ** shift, size }
  const names = await streamNames(sectors)
  if (!names || names.some((name) => OLE_MACROS.has(name))) return null
  const kinds = new Set(
    names.flatMap(
      (name) => (Object.hasOwn(OLE_EXTENSIONS, name) ? OLE_EXTENSIONS[name] : []) ?? [],
    ),
  )
  const [kind] = kinds
  return kinds.size === 1 ? (kind ?? null) : null
}

interface Sectors {
  file: FileHandle
  header: Buffer
  sectorBytes: number
  size: number
}

async function streamNames(sectors: Sectors): Promise<string[] | null> {
  const names: string[] = []
  const seen = new Set<number>()
  let sector = sectors.header.readUInt32LE(48)
  while (sector < LAST_SECTOR) {
    if (seen.has(sector) || seen.size > MAX_CHAIN) return null
    seen.add(sector)
    const bytes = await readSector(sectors, sector)
    for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
      const nameBytes = bytes.readUInt16LE(at + 64)
      if (nameBytes < 2 || nameBytes > 64) continue
      names.push(bytes.toString('utf16le', at, at + nameBytes - 2))
    }
    sector = await nextSector(sectors, sector)
  }
  return names
}

/** Returns the next sector of a chain from the file allocation table. */
async function nextSector(sectors: Sectors, sector: number): Promise<number> {
  const perTable = sectors.sectorBytes / 4
  const table = await tableSector(sectors, Math.floor(sector / perTable))
  const bytes = await readSector(sectors, table)
  return bytes.readUInt32LE((sector % perTable) * 4)
}

/** Returns the position of a sector of the allocation table; the first 109 are in the header. */
async function tableSector(sectors: Sectors, index: number): Promise<number> {
  const { header, sectorBytes } = sectors
  if (index < DIFAT_IN_HEADER) return header.readUInt32LE(76 + index * 4)
  const perSector = sectorBytes / 4 - 1
  const rest = index - DIFAT_IN_HEADER
  let list = header.readUInt32LE(68)
  for (let hop = Math.floor(rest / perSector); hop > 0; hop -= 1) {
    list = (await readSector(sectors, list)).readUInt32LE(perSector * 4)
  }
  return (await readSector(sectors, list)).readUInt32LE((rest % perSector) * 4)
}

function readSector({ file, sectorBytes, size }: Sectors, sector: number): Promise<Buffer> {
  const position = (sector + 1) * sectorBytes
  if (position >= size) throw new RangeError('A sector is beyond the end')
  // The last sector may be shorter.
  return readPart(file, position, Math.min(sectorBytes, size - position))
}

/**
 * Reads exactly `length` bytes of a file from `position`.
 * @throws RangeError if the file has fewer
 */
export async function readPart(
  file: FileHandle,
  position: number,
  length: number,
): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  if (bytesRead < length) throw new RangeError('The file ends early')
  return bytes
}
