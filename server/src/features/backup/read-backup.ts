import { createWriteStream } from 'node:fs'
import fs, { open } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import type { BackupContents } from '@bidyaloy/shared/school/backup'
import { fileTypeFromFile } from 'file-type'
import sharp, { type FormatEnum } from 'sharp'
import { DATABASE_FILE } from '../../data-folder.ts'
import {
  firstDifference,
  makeEmptyDatabase,
  schemaAge,
} from '../../engines/sqlite/examine-database.ts'
import { OUTDATED } from '../../engines/sqlite/replaced-migrations.ts'
import {
  copyRecords,
  type InspectedDatabase,
  inspectDatabase,
} from '../../engines/sqlite/snapshot.ts'
import { messageOf } from '../../lib/node-error.ts'
import { UPLOAD_FOLDERS } from '../../storage/file-store.ts'
import {
  assertDiskSpace,
  BackupError,
  damaged,
  faultOf,
  newerThanThis,
  unsafe,
} from './backup-error.ts'
import {
  type BackupPaths,
  DATABASE_NAME,
  type Manifest,
  pathsReferencedIn,
} from './backup-format.ts'
import { hashStream, progressCounter, type ReportProgress } from './backup-stream.ts'
import { type OpenBackup, openBackup } from './open-zip.ts'
import { readRecords } from './read-records.ts'

/** Arguments of `readBackup`. */
export interface ReadJob {
  paths: BackupPaths
  /** Path of the zip. */
  file: string
  /** Empty folder to fill like a data folder, which remains to be flushed; null to only verify the backup. */
  into: string | null
  /** Disk space needed in addition to the unpacked files, in bytes. */
  extraBytes?: number
}

/**
 * Reads a whole backup and verifies it against its manifest. Memory use is independent of the size.
 * @throws BackupError
 */
export async function readBackup(job: ReadJob, report: ReportProgress): Promise<BackupContents> {
  const { paths, file, into, extraBytes = 0 } = job
  await fs.rm(paths.backupWork, { recursive: true, force: true })
  await fs.mkdir(paths.backupWork, { recursive: true, mode: 0o700 })
  const backup = await openBackup(file)
  try {
    const { database, files } = backup.manifest
    const bytes = files.reduce((sum, { size }) => sum + size, database.size)
    await assertDiskSpace(
      paths.backupWork,
      2 * database.size + (into === null ? 0 : bytes) + extraBytes,
    )
    const count = progressCounter(bytes, report)
    const databaseFile = path.join(paths.backupWork, DATABASE_NAME)
    await unpack(backup, { path: DATABASE_NAME, ...database }, databaseFile, count)
    const inspected = await checkDatabase(databaseFile, backup.manifest)
    if (into) await copyDatabase(databaseFile, path.join(into, DATABASE_FILE), inspected.migrations)
    const { records, unreadable } = await readCopy(databaseFile, paths.backupWork, inspected)
    // Without them, the folder has none either: those of the school remain.
    const { withoutFiles } = backup.manifest
    const pictures = withoutFiles
      ? { pictures: 0, unreadable: 0 }
      : await readFiles(backup, into, paths.backupWork, count)
    const { counts } = inspected
    const { at, missing } = backup.manifest
    return {
      at,
      entries: counts.entry ?? 0,
      records,
      files: files.length,
      bytes,
      ...pictures,
      missing: missing.length,
      ...(unreadable.length > 0 && { leftOut: unreadable }),
      ...(withoutFiles && { withoutFiles }),
    }
  } finally {
    backup.close()
    await fs.rm(paths.backupWork, { recursive: true, force: true })
  }
}

/**
 * Checks only the manifest of an uploaded backup; the rest is verified before a restore.
 * @returns the time of the backup
 * @throws BackupError
 */
export async function peekBackup(file: string): Promise<{ at: string }> {
  const backup = await openBackup(file)
  backup.close()
  const { at, database, withoutFiles } = backup.manifest
  assertKnownAge(database.migrations, backup.manifest)
  // On this server it would be restored without files, and look like a whole one in the list.
  if (withoutFiles) throw new BackupError('no-files', 'It has the records only, without files')
  return { at }
}

/**
 * Copies the rows of the backup's database into a new one. The file itself is never used, since
 * verification may miss something in it.
 */
async function copyDatabase(from: string, to: string, done: readonly string[]): Promise<void> {
  await makeEmptyDatabase(to, done)
  try {
    copyRecords(from, to)
  } catch (error) {
    if (faultOf(error) === 'no-room') throw error
    throw damaged('The rows of its database cannot be copied', error)
  }
}

/** Number of named values that are left out. */
const MAX_LEFT_OUT = 50

/** Reads the records of a backup as the server would. */
async function readCopy(from: string, work: string, { migrations }: InspectedDatabase) {
  const copy = path.join(work, `read-${DATABASE_FILE}`)
  await copyDatabase(from, copy, migrations)
  return readRecords(copy, { limit: MAX_LEFT_OUT })
}

/** Verifies every file, and the type of each picture. */
async function readFiles(
  backup: OpenBackup,
  into: string | null,
  work: string,
  count: (bytes: number) => void,
): Promise<Pick<BackupContents, 'pictures' | 'unreadable'>> {
  let pictures = 0
  let unreadable = 0
  for (const place of UPLOAD_FOLDERS) {
    if (into) await fs.mkdir(path.join(into, place), { recursive: true, mode: 0o700 })
  }
  for (const listed of backup.manifest.files) {
    const extension = path.extname(listed.path).slice(1)
    const isPicture = fileKindByExtension(extension)?.group === 'image'
    // A file that is only verified is not written, unless it is a picture to be opened.
    const scratch = isPicture ? path.join(work, `picture.${extension}`) : null
    const target = into ? path.join(into, listed.path) : scratch
    await unpack(backup, listed, target, count)
    if (!isPicture || !target) continue
    pictures += 1
    const state = await checkPicture(target, extension)
    if (state === 'other') throw unsafe(`${listed.path} is not a picture of its type`)
    if (state === 'unreadable') unreadable += 1
  }
  return { pictures, unreadable }
}

async function unpack(
  backup: OpenBackup,
  listed: Manifest['files'][number],
  target: string | null,
  count: (bytes: number) => void,
): Promise<void> {
  const { stream, digest } = hashStream(count)
  try {
    const content = await backup.read(listed.path)
    if (target) await pipeline(content, stream, createWriteStream(target, { mode: 0o600 }))
    else await pipeline(content, stream.resume())
  } catch (error) {
    // An error of the disk is not the backup's fault.
    if (error instanceof Error && 'syscall' in error) throw error
    throw damaged(`It cannot be read: ${messageOf(error)}`, error)
  }
  if (digest() !== listed.sha256) {
    throw damaged(`${listed.path} is not what it was when the backup was made`)
  }
}

/** File types by content and image library format of the stored pictures, by extension. */
const ACCEPTED: Readonly<Record<string, { types: string[]; format: keyof FormatEnum }>> = {
  jpg: { types: ['jpg'], format: 'jpeg' },
  png: { types: ['png', 'apng'], format: 'png' },
  webp: { types: ['webp'], format: 'webp' },
  avif: { types: ['avif'], format: 'heif' },
}

/**
 * Checks a picture of a backup. `readable`: it has the type of its extension and a valid header.
 * `unreadable`: harmless bytes of no known type, as a damaged disk leaves them. `other`: it has
 * another type, or is text such as SVG. The image library must be restricted to the accepted
 * formats in this process.
 */
async function checkPicture(
  file: string,
  extension: string,
): Promise<'readable' | 'unreadable' | 'other'> {
  const accepted = ACCEPTED[extension]
  if (!accepted) return 'other'
  const type = await fileTypeFromFile(file)
  if (!type) return (await isMarkup(file)) ? 'other' : 'unreadable'
  if (!accepted.types.includes(type.ext)) return 'other'
  try {
    const { width, height, format } = await sharp(file, { limitInputPixels: false }).metadata()
    if (format !== accepted.format) return 'other'
    return width > 0 && height > 0 ? 'readable' : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

const HEAD_BYTES = 512

/** Whether a file begins with text that contains `<`, such as SVG. */
async function isMarkup(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    // Zero bytes occur in UTF-16.
    const isTextByte = (byte: number) => byte === 0 || (byte >= 9 && byte <= 13) || byte >= 32
    return head.includes('<') && head.every(isTextByte)
  } finally {
    await handle.close()
  }
}

/**
 * Checks that a backup's database is intact, has the schema of a known version, has as many rows as
 * listed, and references only listed files.
 * @throws BackupError `damaged`, `newer`, `no-backup`
 */
async function checkDatabase(file: string, manifest: Manifest): Promise<InspectedDatabase> {
  const { database: listed, files, missing, withoutFiles } = manifest
  assertKnownAge(listed.migrations, manifest)
  const expected = await makeEmptyDatabase(':memory:', listed.migrations)
  const found = inspect(file, expected)
  assertKnownAge(found.migrations, manifest)
  if (found.migrations.join() !== listed.migrations.join()) {
    throw damaged('Its database is of another version than listed')
  }
  for (const table of new Set([...Object.keys(listed.counts), ...Object.keys(found.counts)])) {
    if (listed.counts[table] !== found.counts[table]) {
      throw damaged(`Table ${table} has ${found.counts[table]} rows, not ${listed.counts[table]}`)
    }
  }
  const known = new Set([...files.map((one) => one.path), ...missing])
  for (const name of referencedPaths(found)) {
    if (!withoutFiles && !known.has(name))
      throw damaged(`${name} is referenced by a record, but missing`)
  }
  return found
}

/** @throws BackupError `newer`, `no-backup` */
function assertKnownAge(
  migrations: readonly string[],
  { program }: Pick<Manifest, 'program'>,
): void {
  const age = schemaAge(migrations)
  if (age === 'newer') throw newerThanThis(`${program}, ${migrations.at(-1)}`)
  if (age === 'outdated') throw new BackupError('no-backup', OUTDATED)
  if (age === 'foreign') throw foreignDatabase('its migrations')
}

function inspect(file: string, expectedSchema: readonly string[]): InspectedDatabase {
  try {
    return inspectDatabase(file, (schema) => {
      const difference = firstDifference(schema, expectedSchema)
      if (difference !== null) throw foreignDatabase(difference)
    })
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw damaged(`Its database is damaged: ${messageOf(error)}`, error)
  }
}

function referencedPaths({ files }: InspectedDatabase): string[] {
  try {
    return pathsReferencedIn(files)
  } catch (error) {
    throw damaged('A record of its database cannot be read', error)
  }
}

function foreignDatabase(what: string): BackupError {
  return new BackupError('no-backup', `Its database is not one of this program: ${what}`)
}
