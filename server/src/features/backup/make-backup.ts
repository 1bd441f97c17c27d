import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { inspectDatabase, snapshotDatabase } from '../../engines/sqlite/snapshot.ts'
import { linkOrCopy } from '../../lib/atomic-move.ts'
import { isNodeError } from '../../lib/node-error.ts'
import { type FileStore, UPLOAD_FOLDERS } from '../../storage/file-store.ts'
import { assertDiskSpace } from './backup-error.ts'
import {
  type BackupPaths,
  DATABASE_NAME,
  FORMAT,
  MANIFEST_NAME,
  type Manifest,
  pathsReferencedIn,
  placeOf,
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
  /** Where the database is; without it, `paths.databaseFile` of the data folder. */
  copy?: DatabaseCopy
  /** Whether the zip gets the records only. */
  withoutFiles?: boolean
}

/** A copy of the database that is in the working folder already, at `copyPath`. */
interface DatabaseCopy {
  /** Files that were missing in the copy before; null to accept every missing file. */
  missingBefore: readonly string[] | null
}

/** Undefined, or the files that were removed after the database was copied. */
export interface MakeResult {
  missing?: string[] | undefined
}

/** Returns the path of the database in the working folder. */
export function copyPath({ backupWork }: Pick<BackupPaths, 'backupWork'>): string {
  return path.join(backupWork, DATABASE_NAME)
}

/** The files of the records while a backup is made. */
interface BackupFiles {
  /** Preserves a file until the backup is made. @returns its size in bytes; null if it does not exist */
  preserve(file: string): Promise<number | null>
  /** Runs `work` with the path of a preserved file. */
  use(file: string, work: (from: string) => Promise<void>): Promise<void>
}

/**
 * Makes a backup during concurrent writes. The file is complete and flushed, or does not exist.
 * Memory use is independent of the size.
 * @throws BackupError `no-room`; system errors of the disk; StorageUnavailable
 */
export async function makeBackup(
  job: MakeJob,
  report: ReportProgress,
  store: FileStore,
): Promise<MakeResult> {
  const { backups, backupWork: work, databaseFile } = job.paths
  const partial = path.join(backups, `.${job.name}.partial`)
  if (!job.copy) await emptyWork(job.paths)
  try {
    const { size } = await fs.stat(job.copy ? copyPath(job.paths) : databaseFile)
    await assertDiskSpace(work, size)
    const files = await filesOf(job, store)
    const collected = await collect(job, files)
    if (job.copy?.missingBefore && hasOthers(collected.missing, job.copy.missingBefore)) {
      return { missing: collected.missing }
    }
    const total = collected.files.reduce((sum, file) => sum + file.size, size)
    await assertDiskSpace(backups, total)
    await writeZip(partial, collected, job, progressCounter(total, report))
    await store.put('backups', [{ from: partial, to: job.name }])
    return {}
  } finally {
    await clearWork(job.paths)
  }
}

/** Creates the working folder, without the files of an interrupted job. */
export async function emptyWork(paths: BackupPaths): Promise<void> {
  await clearWork(paths)
  await fs.mkdir(paths.backupWork, { recursive: true, mode: 0o700 })
}

/** Removes the files of an interrupted job. */
export async function clearWork({
  backups,
  backupWork,
}: Pick<BackupPaths, 'backups' | 'backupWork'>): Promise<void> {
  await fs.rm(backupWork, { recursive: true, force: true })
  // The folder of a school that was just removed is missing.
  const names = await fs.readdir(backups).catch((error: unknown) => {
    if (isNodeError(error, 'ENOENT')) return []
    throw error
  })
  for (const name of names) {
    if (/^\.bidyaloy-.*\.partial$/.test(name))
      await fs.rm(path.join(backups, name), { force: true })
  }
}

async function writeZip(
  file: string,
  { database, inspected, files, missing, source }: Collected,
  { at, program, withoutFiles = false }: MakeJob,
  count: (bytes: number) => void,
): Promise<void> {
  const zip = new ZipFile()
  const failed = new Promise<never>((_, reject) => {
    zip.on('error', reject)
  })
  const common = { mtime: new Date(at), mode: 0o100600 }
  const digests = new Map<string, () => string>()
  const add = (
    use: (work: (from: string) => Promise<void>) => Promise<void>,
    to: string,
    options: { compress: boolean; size?: number },
  ) =>
    zip.addReadStreamLazy(to, { ...common, ...options }, (done) => {
      const { stream, digest } = hashStream(count)
      digests.set(to, digest)
      done(null, stream)
      // The zip does not listen to errors of its streams.
      use((from) => pipeline(createReadStream(from), stream)).catch((error: unknown) =>
        zip.emit('error', error),
      )
    })
  const { size } = await fs.stat(database)
  add((work) => work(database), DATABASE_NAME, { compress: true })
  // Pictures and documents are compressed already.
  for (const one of files) {
    const compress = one.path.endsWith('.txt')
    add((work) => source.use(one.path, work), one.path, { compress, size: one.size })
  }
  const hashOf = (name: string): string => {
    const digest = digests.get(name)
    if (!digest) throw new Error(`${name} was not read`)
    return digest()
  }
  const manifest = (): Manifest => ({
    format: 'bidyaloy-backup',
    version: withoutFiles ? FORMAT : 1,
    at,
    program,
    database: {
      ...{ size, sha256: hashOf(DATABASE_NAME) },
      migrations: inspected.migrations,
      counts: inspected.counts,
    },
    files: files.map((one) => ({ ...one, sha256: hashOf(one.path) })),
    missing,
    withoutFiles,
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

/** A consistent state of the data: a snapshot of the database and its preserved files. */
interface Collected {
  database: string
  inspected: ReturnType<typeof inspectDatabase>
  /** Paths below the data folder, with sizes in bytes. */
  files: { path: string; size: number }[]
  missing: string[]
  source: BackupFiles
}

/** Attempts to copy the database without a file being removed meanwhile. */
export const MAX_ATTEMPTS = 10

/**
 * Takes a snapshot of the database, unless there is a copy of it, and preserves every referenced
 * file, so that deletions do not affect the backup. A file that was deleted in between is not in the
 * next snapshot: repeats until the missing files were also missing the time before.
 */
async function collect(
  { paths, copy, withoutFiles }: MakeJob,
  source: BackupFiles,
): Promise<Collected> {
  const database = copyPath(paths)
  let before: readonly string[] = []
  for (let attempt = 1; ; attempt += 1) {
    if (!copy) {
      await fs.rm(database, { force: true })
      snapshotDatabase(paths.databaseFile, database)
    }
    const inspected = inspectDatabase(database)
    const files: Collected['files'] = []
    const missing: string[] = []
    for (const name of withoutFiles ? [] : pathsReferencedIn(inspected.files)) {
      const size = await source.preserve(name)
      if (size === null) missing.push(name)
      else files.push({ path: name, size })
    }
    if (copy || !hasOthers(missing, before) || attempt === MAX_ATTEMPTS) {
      return { database, inspected, files, missing, source }
    }
    before = missing
  }
}

function hasOthers(missing: readonly string[], before: readonly string[]): boolean {
  const known = new Set(before)
  return missing.some((name) => !known.has(name))
}

/** Returns the files for a job. */
async function filesOf({ paths, withoutFiles }: MakeJob, store: FileStore): Promise<BackupFiles> {
  if (withoutFiles) return { preserve: async () => null, use: async () => undefined }
  return store.isRemote ? remoteFiles(store) : linkedFiles(paths)
}

/** Hard-links the files of the data folder into the working folder, on the same disk. */
async function linkedFiles({
  root,
  backupWork,
}: Pick<BackupPaths, 'root' | 'backupWork'>): Promise<BackupFiles> {
  const folder = path.join(backupWork, 'files')
  for (const place of UPLOAD_FOLDERS) {
    await fs.mkdir(path.join(folder, place), { recursive: true, mode: 0o700 })
  }
  return {
    preserve: (file) => link(path.join(root, file), path.join(folder, file)),
    use: (file, work) => work(path.join(folder, file)),
  }
}

/** Fetches files one after the other. The sweep removes none within a day. */
async function remoteFiles(store: FileStore): Promise<BackupFiles> {
  const sizes = new Map<string, number>()
  for (const place of UPLOAD_FOLDERS) {
    for (const { name, size } of await store.list(place)) sizes.set(`${place}/${name}`, size)
  }
  return {
    preserve: async (file) => sizes.get(file) ?? null,
    use(file, work) {
      const { folder, name } = placeOf(file)
      return store.use(folder, name, work)
    },
  }
}

/** Links or copies a file. @returns its size in bytes; null if it does not exist */
async function link(file: string, target: string): Promise<number | null> {
  try {
    await linkOrCopy(file, target)
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return null
    // Linked in the previous attempt.
    if (!isNodeError(error, 'EEXIST')) throw error
  }
  return (await fs.stat(target)).size
}
