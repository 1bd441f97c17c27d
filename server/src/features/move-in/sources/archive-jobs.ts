import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isIgnored } from '@bidyaloy/shared/features/move-in/given-names'
import type { Entry, ZipFile } from 'yauzl'
import { LimitedStream, TooLarge } from '../../../lib/limited-stream.ts'
import { errorCode } from '../../../lib/node-error.ts'
import { JobError } from '../../../lib/worker-entry.ts'
import { openZipFile } from '../../../lib/zip-file.ts'
import { decodeZipName, safePath } from './zip-names.ts'

/* What the process does that lists and unpacks the zips of strangers. */

/** Why a zip, or a file of it, is refused. */
export type ZipFault = 'damaged' | 'unsafe-zip' | 'too-large'

/** A file in a zip. */
export interface ZipEntry {
  /** Its place in the zip. */
  at: number
  /** Path with `/`, NFC. */
  path: string
  /** Why it is not taken: a path that leads outside, a link, a password. */
  refused: 'unsafe-zip' | 'forbidden' | null
  size: number
  /** What is the same for two files with the same bytes. */
  likeness: string
  /** Time of its last change, in milliseconds. */
  time: number | null
}

/** What may be done with a zip, by the names of the jobs. `file` is its path. */
export interface ArchiveJobs {
  list: { job: { file: string }; made: ZipEntry[] }
  /** Returns the first bytes of a file in base64. */
  head: { job: { file: string; at: number; maxBytes: number }; made: string }
  /** Returns the SHA-256 of a file. */
  hash: { job: { file: string; at: number }; made: string }
  /** Writes a file to `target`, and returns its size. */
  unpack: { job: { file: string; at: number; target: string; maxBytes: number }; made: number }
}
export type ArchiveJobName = keyof ArchiveJobs
type Handlers = {
  [N in ArchiveJobName]: (job: ArchiveJobs[N]['job']) => Promise<ArchiveJobs[N]['made']>
}
/** A job with its name. */
export type ArchiveJob = {
  [N in ArchiveJobName]: { name: N; job: ArchiveJobs[N]['job'] }
}[ArchiveJobName]

const handlers: Handlers = {
  list: ({ file }) => listed(file).then(({ entries }) => entries),
  head: ({ file, at, maxBytes }) =>
    reading(file, at, async (stream) => {
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of stream) {
        chunks.push(Buffer.from(chunk))
        size += chunk.length
        if (size >= maxBytes) break
      }
      return Buffer.concat(chunks).toString('base64', 0, maxBytes)
    }),
  hash: ({ file, at }) =>
    reading(file, at, async (stream) => {
      const hash = createHash('sha256')
      for await (const chunk of stream) hash.update(chunk)
      return hash.digest('hex')
    }),
  unpack: ({ file, at, target, maxBytes }) =>
    reading(file, at, async (stream) => {
      const limit = new LimitedStream(maxBytes)
      await pipeline(stream, limit, createWriteStream(target))
      return limit.size
    }),
}

/** Of this machine's disk rather than of what is read. */
const OF_DISK = /^(ENOSPC|EDQUOT|EIO|EROFS|EMFILE|ENOENT|EACCES)$/

/** Runs a job. @throws JobError for what the zip is; Error of the disk */
export async function runArchiveJob({
  name,
  job,
}: ArchiveJob): Promise<ArchiveJobs[ArchiveJobName]['made']> {
  try {
    return await run(name, job)
  } catch (error) {
    if (error instanceof JobError || OF_DISK.test(errorCode(error))) throw error
    throw new JobError<ZipFault>(error instanceof TooLarge ? 'too-large' : 'damaged', error)
  }
}

function run<N extends ArchiveJobName>(
  name: N,
  job: ArchiveJobs[N]['job'],
): Promise<ArchiveJobs[N]['made']> {
  return handlers[name](job)
}

async function withZip<T>(file: string, work: (zip: ZipFile) => Promise<T>): Promise<T> {
  const zip = await openZipFile(file, {
    autoClose: false,
    lazyEntries: true,
    decodeStrings: false,
    validateEntrySizes: true,
  })
  try {
    return await work(zip)
  } finally {
    zip.close()
  }
}

async function reading<T>(
  file: string,
  at: number,
  work: (stream: Readable) => Promise<T>,
): Promise<T> {
  const { all } = await listed(file)
  const entry = all[at]
  if (!entry) throw new JobError<ZipFault>('damaged')
  return withZip(file, async (zip) => work(await zip.openReadStreamPromise(entry)))
}

interface List {
  file: string
  all: Entry[]
  entries: ZipEntry[]
}

/** The list of the last zip: its files are read one after the other. */
let last: List | undefined

async function listed(file: string): Promise<List> {
  if (last?.file !== file) last = await withZip(file, (zip) => list(file, zip))
  return last
}

/** Entries, also of folders. */
const MAX_ENTRIES = 40_000
/** Unpacked bytes that are a bomb rather than files: in total, and as a factor of the zip's size. */
const MAX_UNPACKED = 50 * 2 ** 30
const MAX_EXPANSION = 300

/** @throws JobError `unsafe-zip` */
async function list(file: string, zip: ZipFile): Promise<List> {
  const unsafe = (why: string) => new JobError<ZipFault>('unsafe-zip', new Error(why))
  if (zip.entryCount > MAX_ENTRIES) throw unsafe('it has too many entries')
  const found: List = { file, all: [], entries: [] }
  let packed = 0
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    if (packed > zip.fileSize) throw unsafe('its entries overlap')
    if (unpacked > Math.min(MAX_UNPACKED, zip.fileSize * MAX_EXPANSION + 2 ** 20)) {
      throw unsafe('it unpacks to far more than its size')
    }
    const one = entryOf(entry, found.all.length)
    if (one) found.entries.push(one)
    found.all.push(withoutTexts(entry))
  }
  return found
}

const NONE = Buffer.alloc(0)

/** Names and comments may take 190 KB. */
const withoutTexts = (entry: Entry) =>
  Object.assign(entry, { fileNameRaw: NONE, extraFieldRaw: NONE, fileCommentRaw: NONE })

/** Bytes of a name; longer ones are not even decoded. */
const MAX_NAME = 4000

const UTF8 = 0x800
const UNIX = 3
const TYPE_BITS = 0o170000
const REGULAR_FILE = 0o100000

/** Returns null for folders and for files of systems and programs. */
function entryOf(entry: Entry, at: number): ZipEntry | null {
  const isUtf8 = (entry.generalPurposeBitFlag & UTF8) !== 0
  const written = decodeZipName(entry.fileNameRaw.subarray(0, MAX_NAME), isUtf8)
  if (/[/\\]$/.test(written)) return null
  const safe = entry.fileNameRaw.length > MAX_NAME ? null : safePath(written)
  if (safe !== null && isIgnored(safe)) return null
  const type = (entry.externalFileAttributes >>> 16) & TYPE_BITS
  const isSpecial = entry.versionMadeBy >>> 8 === UNIX && type !== 0 && type !== REGULAR_FILE
  const isUnsafe = safe === null || isSpecial
  return {
    at,
    path: safe ?? written.replace(/\p{Cc}/gu, ' ').slice(0, 300),
    refused: isUnsafe ? 'unsafe-zip' : entry.isEncrypted() ? 'forbidden' : null,
    size: entry.uncompressedSize,
    likeness: `${entry.crc32}-${entry.uncompressedSize}`,
    time: timeOf(entry),
  }
}

/** The time of DOS is that of the place where the zip was made. */
function timeOf(entry: Entry): number | null {
  const date = entry.getLastModDate()
  const year = date.getFullYear()
  return Number.isNaN(date.getTime()) || year < 1981 ? null : date.getTime()
}
