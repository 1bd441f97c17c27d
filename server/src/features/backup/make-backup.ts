import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { inspectDatabase, snapshotDatabase } from '../../db/snapshot.ts'
import { errorCode } from '../../node-error.ts'
import { fsync } from '../../storage/atomic-move.ts'
import { assertDiskSpace } from './backup-error.ts'
import {
  type BackupPaths,
  DATABASE_NAME,
  FORMAT,
  MANIFEST_NAME,
  type Manifest,
  pathsReferencedIn,
} from './backup-format.ts'

/** A backup to be made. */
export interface MakeJob {
  paths: BackupPaths
  /** Name of the zip in the folder of backups. */
  name: string
  /** ISO 8601. */
  at: string
  /** Version of this program. */
  program: string
}

export type ReportProgress = (progress: number) => void

/**
 * Makes a backup while the server goes on: it is there whole, safe against a power cut, or not at
 * all. Needs no more memory for a large school than for a small one.
 * @throws BackupError `no-room`; whatever the disk says
 */
export async function makeBackup(job: MakeJob, report: ReportProgress): Promise<{ size: number }> {
  const { backups, backupWork: work, databaseFile } = job.paths
  const partial = path.join(backups, `.${job.name}.partial`)
  await clearWork(job.paths)
  await fs.mkdir(work, { recursive: true, mode: 0o700 })
  try {
    const { size } = await fs.stat(databaseFile)
    await assertDiskSpace(work, size)
    const collected = await collect(job.paths, work)
    const total = collected.files.reduce((sum, file) => sum + file.size, size)
    await assertDiskSpace(backups, total)
    await writeZip(partial, collected, job, watched(total, report))
    await fsync(partial, 'r+')
    await fs.rename(partial, path.join(backups, job.name))
    await fsync(backups, 'r')
    return { size: (await fs.stat(path.join(backups, job.name))).size }
  } finally {
    await clearWork(job.paths)
  }
}

/** Removes what a job that was broken off has left. */
export async function clearWork({
  backups,
  backupWork,
}: Pick<BackupPaths, 'backups' | 'backupWork'>): Promise<void> {
  await fs.rm(backupWork, { recursive: true, force: true })
  for (const name of await fs.readdir(backups)) {
    if (/^\.bidyaloy-.*\.partial$/.test(name))
      await fs.rm(path.join(backups, name), { force: true })
  }
}

async function writeZip(
  file: string,
  { database, inspected, files, missing, folder }: Collected,
  { at, program }: MakeJob,
  count: (bytes: number) => void,
): Promise<void> {
  const zip = new ZipFile()
  const failed = new Promise<never>((_, reject) => {
    zip.on('error', reject)
  })
  const common = { mtime: new Date(at), mode: 0o100600 }
  const hashes = new Map<string, string>()
  const add = (from: string, to: string, compress: boolean, size?: number) =>
    zip.addReadStreamLazy(
      to,
      { ...common, compress, ...(size !== undefined && { size }) },
      (done) => {
        const content = createReadStream(from)
        const hashed = hashing((hash) => hashes.set(to, hash), count)
        content.once('error', (error) => hashed.destroy(error))
        done(null, content.pipe(hashed))
      },
    )
  const { size } = await fs.stat(database)
  add(database, DATABASE_NAME, true)
  // Pictures and documents are packed already: packing them again only takes time.
  for (const one of files) {
    add(path.join(folder, one.path), one.path, one.path.endsWith('.txt'), one.size)
  }
  const hashOf = (name: string): string => {
    const hash = hashes.get(name)
    if (hash === undefined) throw new Error(`${name} was not read`)
    return hash
  }
  const list = (): Manifest => ({
    format: 'bidyaloy-backup',
    version: FORMAT,
    at,
    program,
    database: {
      ...{ size, sha256: hashOf(DATABASE_NAME) },
      migrations: inspected.migrations,
      counts: inspected.counts,
    },
    files: files.map((one) => ({ ...one, sha256: hashOf(one.path) })),
    missing,
  })
  // Last, when everything has been read and its hash is known.
  zip.addReadStreamLazy(MANIFEST_NAME, { ...common, compress: true }, (done) => {
    try {
      done(null, Readable.from([JSON.stringify(list())]))
    } catch (error) {
      done(error, Readable.from([]))
    }
  })
  zip.end()
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  try {
    await Promise.race([pipeline(zip.outputStream, out), failed])
  } finally {
    out.destroy()
  }
}

function hashing(done: (sha256: string) => void, count: (bytes: number) => void): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      count(chunk.length)
      next(null, chunk)
    },
    flush(next) {
      done(hash.digest('hex'))
      next()
    },
  })
}

const REPORT_MS = 200

/** Counts bytes and tells from time to time how far it is. */
export function watched(total: number, report: ReportProgress): (bytes: number) => void {
  let done = 0
  let told = performance.now()
  return (bytes) => {
    done += bytes
    const now = performance.now()
    if (now - told < REPORT_MS) return
    told = now
    report(Math.min(done / Math.max(total, 1), 1))
  }
}

/** A state of the school that stands still: its database, and a second name for each of its files. */
interface Collected {
  database: string
  inspected: ReturnType<typeof inspectDatabase>
  /** Paths below the data folder, and below `folder`. */
  files: { path: string; size: number }[]
  missing: string[]
  folder: string
}

/** Where the file system gives no second names, the file itself is copied. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'ENOSYS', 'EMLINK', 'EACCES'])
const MOST_TRIES = 10

/**
 * Takes a snapshot of the database, then gives every file that it names a second name, under which
 * it stays whatever is deleted meanwhile. A file that was deleted in between is not in the next
 * snapshot: so it begins anew until only such files are missing as were missing the time before.
 * @param work an empty folder on the disk of the data folder
 */
async function collect(
  { root, databaseFile }: Pick<BackupPaths, 'root' | 'databaseFile'>,
  work: string,
): Promise<Collected> {
  const database = path.join(work, DATABASE_NAME)
  const folder = path.join(work, 'files')
  for (const place of ['uploads', 'gallery-uploads']) {
    await fs.mkdir(path.join(folder, place), { recursive: true, mode: 0o700 })
  }
  let before: ReadonlySet<string> = new Set()
  for (let tries = 1; ; tries += 1) {
    await fs.rm(database, { force: true })
    snapshotDatabase(databaseFile, database)
    const inspected = inspectDatabase(database)
    const files: Collected['files'] = []
    const missing: string[] = []
    for (const name of pathsReferencedIn(inspected.files)) {
      const size = await hold(path.join(root, name), path.join(folder, name))
      if (size === null) missing.push(name)
      else files.push({ path: name, size })
    }
    if (missing.every((name) => before.has(name)) || tries === MOST_TRIES) {
      return { database, inspected, files, missing, folder }
    }
    before = new Set(missing)
  }
}

/** @returns its size in bytes; null where there is no such file */
async function hold(file: string, second: string): Promise<number | null> {
  try {
    await fs.link(file, second)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return null
    // From the try before this one.
    if (code !== 'EEXIST') {
      if (!NO_LINKS.has(code)) throw error
      await fs.copyFile(file, second)
    }
  }
  return (await fs.stat(second)).size
}
