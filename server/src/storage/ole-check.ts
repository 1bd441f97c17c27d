import type { FileHandle } from 'node:fs/promises'
import { readPart } from './read-part.ts'

/*
 * Word and Excel up to 2003 wrote «compound files»: a small file system whose directory names its
 * streams. Only that directory is read.
 */

const HEADER_BYTES = 512
const ENTRY_BYTES = 128
const DIFAT_IN_HEADER = 109
const LAST_SECTOR = 0xfffffffa
/** Enough for thousands of streams; a longer chain is a loop or an attack. */
const MAX_CHAIN = 2000

const EXTENSIONS: Readonly<Record<string, 'doc' | 'xls'>> = {
  WordDocument: 'doc',
  Workbook: 'xls',
  Book: 'xls',
}
const MACROS = new Set(['VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR'])

/**
 * Which old Office document a compound file is; null where it is none or holds macros.
 * @throws RangeError where the file is cut short
 */
export async function oleKind(file: FileHandle, size: number): Promise<'doc' | 'xls' | null> {
  const header = await readPart(file, 0, HEADER_BYTES)
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return null
  const sectors: Sectors = { file, header, sectorBytes: 2 ** shift, size }
  const names = await streamNames(sectors)
  if (!names || names.some((name) => MACROS.has(name))) return null
  const kinds = new Set(
    names.flatMap((name) => (Object.hasOwn(EXTENSIONS, name) ? EXTENSIONS[name] : []) ?? []),
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

/** The sector that follows in a chain, as the file allocation table tells. */
async function nextSector(sectors: Sectors, sector: number): Promise<number> {
  const perTable = sectors.sectorBytes / 4
  const table = await tableSector(sectors, Math.floor(sector / perTable))
  const bytes = await readSector(sectors, table)
  return bytes.readUInt32LE((sector % perTable) * 4)
}

/** Where the `index`th sector of the allocation table lies; the first 109 stand in the header. */
async function tableSector({ ...sectors }: Sectors, index: number): Promise<number> {
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
  if (position >= size) throw new RangeError('A sector lies behind the end')
  // The last one may be cut where its rest would be empty.
  return readPart(file, position, Math.min(sectorBytes, size - position))
}
