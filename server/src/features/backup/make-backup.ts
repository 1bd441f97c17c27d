import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { inspectDatabase, snapshotDatabase } from '../../db/snapshot.ts'
import { errorCode } from '../../node-error.ts'
import { fsync } from '../../storage/atomic-move.ts'
import { assertDiskSpace } from './backup-error.ts'
import {
  type BackupPaths,
  DATABASE_NAME,
  FILE_FOLDERS,
  FORMAT,
  MANIFEST_NAME,
  type Manifest,
  pathsReferencedIn,
} from './backup-format.ts'
import { hashStream, progressCounter, type ReportProgress } from './backup-stream.ts'

/** Arguments of `makeBackup`. */
export interface MakeJob {
  paths: BackupPaths
  /** File name in the folder of backups. */
  name: string
  /** Time of the backup, ISO 8601. */
  at: string
  /** Version of the server. */
  program: string
}

/**
 * Makes a backup during concurrent writes. The file is complete and flushed, or does not exist.
 * Memory use is independent of the size.
 * @throws BackupError `no-room`; system errors of the disk
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
    await writeZip(partial, collected, job, progressCounter(total, report))
    await fsync(partial, 'r+')
    await fs.rename(partial, path.join(backups, job.name))
    await fsync(backups, 'r')
    return { size: (await fs.stat(path.join(backups, job.name))).size }
  } finally {
    await clearWork(job.paths)
  }
}

/** Removes the files of an interrupted job. */
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
  const digests = new Map<string, () => string>()
  const add = (from: string, to: string, options: { compress: boolean; size?: number }) =>
    zip.addReadStreamLazy(to, { ...common, ...options }, (done) => {
      const content = createReadStream(from)
      const { stream, digest } = hashStream(count)
      digests.set(to, digest)
      content.once('error', (error) => stream.destroy(error))
      done(null, content.pipe(stream))
    })
  const { size } = await fs.stat(database)
  add(database, DATABASE_NAME, { compress: true })
  // Pictures and documents are compressed already.
  for (const one of files) {
    const compress = one.path.endsWith('.txt')
    add(path.join(folder, one.path), one.path, { compress, size: one.size })
  }
  const hashOf = (name: string): string => {
    const digest = digests.get(name)
    if (!digest) throw new Error(`${name} was not read`)
    return digest()
  }
  const manifest = (): Manifest => ({
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
  // Last, when all hashes are known.
  zip.addReadStreamLazy(MANIFEST_NAME, { ...common, compress: true }, (done) => {
    try {
      done(null, Readable.from([JSON.stringify(manifest())]))
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

/** A consistent state of the data: a snapshot of the database and hard links of its files. */
interface Collected {
  database: string
  inspected: ReturnType<typeof inspectDatabase>
  /** Paths below the data folder and below `folder`, with sizes in bytes. */
  files: { path: string; size: number }[]
  missing: string[]
  folder: string
}

/** Errors of file systems without hard links; files are copied there. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'ENOSYS', 'EMLINK', 'EACCES'])
const MAX_ATTEMPTS = 10

/**
 * Takes a snapshot of the database and hard-links every referenced file, so that deletions do not
 * affect the backup. A file that was deleted in between is not in the next snapshot: repeats until
 * the missing files were also missing the time before.
 * @param work an empty folder on the disk of the data folder
 */
async function collect(
  { root, databaseFile }: Pick<BackupPaths, 'root' | 'databaseFile'>,
  work: string,
): Promise<Collected> {
  const database = path.join(work, DATABASE_NAME)
  const folder = path.join(work, 'files')
  for (const place of FILE_FOLDERS) {
    await fs.mkdir(path.join(folder, place), { recursive: true, mode: 0o700 })
  }
  let before: ReadonlySet<string> = new Set()
  for (let attempt = 1; ; attempt += 1) {
    await fs.rm(database, { force: true })
    snapshotDatabase(databaseFile, database)
    const inspected = inspectDatabase(database)
    const files: Collected['files'] = []
    const missing: string[] = []
    for (const name of pathsReferencedIn(inspected.files)) {
      const size = await link(path.join(root, name), path.join(folder, name))
      if (size === null) missing.push(name)
      else files.push({ path: name, size })
    }
    if (missing.every((name) => before.has(name)) || attempt === MAX_ATTEMPTS) {
      return { database, inspected, files, missing, folder }
    }
    before = new Set(missing)
  }
}

/** Links or copies a file. @returns its size in bytes; null if it does not exist */
async function link(file: string, target: string): Promise<number | null> {
  try {
    await fs.link(file, target)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return null
    // Linked in the previous attempt.
    if (code !== 'EEXIST') {
      if (!NO_LINKS.has(code)) throw error
      await fs.copyFile(file, target)
    }
  }
  return (await fs.stat(target)).size
}
