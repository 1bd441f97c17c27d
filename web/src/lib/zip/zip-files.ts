/* A zip of files that are not compressed: PDFs and pictures are already. It refers to the files, whose bytes stay where they are. */

/** A file with its path in the zip. */
export interface ZippedFile {
  path: string
  file: File
}

interface ZipOptions {
  signal: AbortSignal
  /** Called with the bytes that were read. */
  onRead: (bytes: number) => void
}

/** A file was changed while it was read, or cannot be read. */
export class UnreadableFileError extends Error {
  constructor(
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(`${path} cannot be read`, options)
    this.name = 'UnreadableFileError'
  }
}

/**
 * Puts fewer than 65,536 files into a zip of less than 4 GiB. The same files give the same zip.
 * @throws UnreadableFileError; any error if `signal` fires
 */
export async function zipFiles(
  name: string,
  files: readonly ZippedFile[],
  { signal, onRead }: ZipOptions,
): Promise<File> {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
  const contents: BlobPart[] = []
  const list: BlobPart[] = []
  let [offset, listBytes, read] = [0, 0, 0]
  for (const { path, file } of sorted) {
    const crc = await crcOf(file, signal, (bytes) => {
      read += bytes
      onRead(read)
    }).catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new UnreadableFileError(path, { cause: error })
    })
    const header = headerOf({ path, file, crc, offset })
    contents.push(header.local, file)
    list.push(header.listed)
    offset += header.local.byteLength + file.size
    listBytes += header.listed.byteLength
  }
  const end = endOf(sorted.length, offset, listBytes)
  const lastModified = Math.max(...sorted.map(({ file }) => file.lastModified))
  return new File([...contents, ...list, end], name, { type: 'application/zip', lastModified })
}

/** Little-endian numbers, each with its width in bytes. */
function bytesOf(...numbers: readonly (readonly [value: number, width: 2 | 4])[]): Uint8Array {
  const bytes = new Uint8Array(numbers.reduce((sum, [, width]) => sum + width, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [value, width] of numbers) {
    if (width === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += width
  }
  return bytes
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const LOCAL = 0x04034b50
const LISTED = 0x02014b50
const END = 0x06054b50
/** Version 2.0. */
const VERSION = 20
/** Names are UTF-8. */
const UTF8 = 0x800
/** The field of the time in UTC, with the time of the last change alone. */
const UTC_TIME = 0x5455

interface Header extends ZippedFile {
  crc: number
  offset: number
}

/** Returns the header before a file, and its line in the list at the end. */
function headerOf({ path, file, crc, offset }: Header) {
  const name = new TextEncoder().encode(path)
  const { day, time } = dosTime(file.lastModified)
  const seconds = Math.floor(file.lastModified / 1000)
  const extra = joined(bytesOf([UTC_TIME, 2], [5, 2]), Uint8Array.of(1), bytesOf([seconds, 4]))
  const common = bytesOf(
    ...([
      [VERSION, 2],
      [UTF8, 2],
      [0, 2],
      [time, 2],
      [day, 2],
      [crc, 4],
      [file.size, 4],
      [file.size, 4],
      [name.length, 2],
      [extra.length, 2],
    ] as const),
  )
  const place = bytesOf([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4])
  return {
    local: joined(bytesOf([LOCAL, 4]), common, name, extra),
    listed: joined(bytesOf([LISTED, 4], [VERSION, 2]), common, place, name, extra),
  }
}

const endOf = (count: number, listAt: number, listBytes: number) =>
  joined(
    bytesOf([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [listBytes, 4], [listAt, 4], [0, 2]),
  )

/** The local time in two numbers of 16 bits, from 1980 on. */
function dosTime(ms: number): { day: number; time: number } {
  const date = new Date(ms)
  const year = Math.max(0, date.getFullYear() - 1980)
  return {
    day: (year << 9) | ((date.getMonth() + 1) << 5) | date.getDate(),
    time: (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1),
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** Returns the CRC-32 of a file. @throws whatever reading it throws, and if its length has changed */
async function crcOf(
  file: File,
  signal: AbortSignal,
  onRead: (bytes: number) => void,
): Promise<number> {
  const reader = file.stream().getReader()
  let crc = 0xffffffff
  let size = 0
  for (;;) {
    if (signal.aborted) throw new Error('Cancelled')
    const { done, value } = await reader.read()
    if (done) break
    for (const byte of value) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0)
    size += value.length
    onRead(value.length)
  }
  if (size !== file.size) throw new Error('The file has changed')
  return (crc ^ 0xffffffff) >>> 0
}
