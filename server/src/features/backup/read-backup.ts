import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import fs, { open } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import type { BackupContents } from '@bidyaloy/shared/school/backup'
import { fileTypeFromFile } from 'file-type'
import pLimit from 'p-limit'
import sharp, { type FormatEnum } from 'sharp'
import { DATABASE_FILE } from '../../data-folder.ts'
import { firstDifference, makeEmptyDatabase, schemaAge } from '../../db/examine-database.ts'
import { copyRecords, type InspectedDatabase, inspectDatabase } from '../../db/snapshot.ts'
import { fsync } from '../../storage/atomic-move.ts'
import { assertDiskSpace, BackupError, faultOf } from './backup-error.ts'
import {
  type BackupPaths,
  DATABASE_NAME,
  type Manifest,
  pathsReferencedIn,
} from './backup-format.ts'
import { clearWork, type ReportProgress, watched } from './make-backup.ts'
import { damaged, type OpenBackup, openBackup, unsafe } from './open-zip.ts'

/** A backup to be read whole, and perhaps unpacked. */
export interface ReadJob {
  paths: BackupPaths
  /** Path of the zip. */
  file: string
  /** An empty folder that is filled as the data folder is; null to throw away what was read. */
  into: string | null
  /** Room that is needed on the disk beside what is unpacked, in bytes. */
  further?: number
}

/**
 * Reads a backup from end to end and compares everything in it with its list. Needs no more memory
 * for a large one than for a small one.
 * @throws BackupError
 */
export async function readBackup(job: ReadJob, report: ReportProgress): Promise<BackupContents> {
  const { paths, file, into, further = 0 } = job
  await clearWork(paths)
  await fs.mkdir(paths.backupWork, { recursive: true, mode: 0o700 })
  const backup = await openBackup(file)
  try {
    const { database, files } = backup.manifest
    const bytes = files.reduce((sum, { size }) => sum + size, database.size)
    await assertDiskSpace(paths.root, database.size + (into === null ? 0 : bytes) + further)
    const count = watched(bytes, report)
    const databaseFile = path.join(paths.backupWork, DATABASE_NAME)
    await unpack(backup, { path: DATABASE_NAME, ...database }, databaseFile, count)
    const found = await checkDatabase(databaseFile, backup.manifest)
    if (into) await copyDatabase(databaseFile, path.join(into, DATABASE_FILE), found.migrations)
    const pictures = await readFiles(backup, into, paths.backupWork, count)
    if (into) await flushAll(into, backup.manifest)
    const { entry: entries = 0, student_count: studentCounts = 0 } = found.counts
    const { at, missing } = backup.manifest
    return {
      at,
      entries,
      studentCounts,
      files: files.length,
      bytes,
      ...pictures,
      missing: missing.length,
    }
  } finally {
    backup.close()
    await clearWork(paths)
  }
}

/**
 * Looks at the list of a backup that somebody brings; all else is read before it is restored.
 * @throws BackupError
 */
export async function lookAtBackup(file: string): Promise<{ at: string }> {
  const backup = await openBackup(file)
  backup.close()
  const { at, database } = backup.manifest
  assertKnownAge(database.migrations)
  return { at }
}

/**
 * The file out of a backup never becomes the database itself, however well it was looked at: its
 * rows go into one that the migrations have made.
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

/** Every file is compared; each picture is judged by its content besides. */
async function readFiles(
  backup: OpenBackup,
  into: string | null,
  work: string,
  count: (bytes: number) => void,
): Promise<Pick<BackupContents, 'pictures' | 'unreadable'>> {
  let pictures = 0
  let unreadable = 0
  for (const place of ['uploads', 'gallery-uploads']) {
    if (into) await fs.mkdir(path.join(into, place), { recursive: true, mode: 0o700 })
  }
  for (const listed of backup.manifest.files) {
    const extension = path.extname(listed.path).slice(1)
    const isPicture = fileKindByExtension(extension)?.group === 'image'
    // What is only compared is written nowhere, but for a picture that is to be opened.
    const scratch = isPicture ? path.join(work, `picture.${extension}`) : null
    const target = into ? path.join(into, listed.path) : scratch
    await unpack(backup, listed, target, count)
    if (!isPicture || !target) continue
    pictures += 1
    const judged = await checkPicture(target, extension)
    if (judged === 'other') throw unsafe(`${listed.path} is not the picture that its name says`)
    if (judged === 'unreadable') unreadable += 1
  }
  return { pictures, unreadable }
}

async function unpack(
  backup: OpenBackup,
  listed: Manifest['files'][number],
  target: string | null,
  count: (bytes: number) => void,
): Promise<void> {
  const hash = createHash('sha256')
  const content = await backup.read(listed.path).catch(asDamage)
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      count(chunk.length)
      next(null, chunk)
    },
  })
  if (target) {
    await pipeline(content, hashed, createWriteStream(target, { mode: 0o600 })).catch(asDamage)
  } else {
    await pipeline(content, hashed.resume()).catch(asDamage)
  }
  if (hash.digest('hex') !== listed.sha256) {
    throw damaged(`${listed.path} is not what it was when the backup was made`)
  }
}

/** Trouble of the disk goes on as it is; all else lies in the zip. */
function asDamage(error: unknown): never {
  if (error instanceof Error && 'syscall' in error) throw error
  const said = error instanceof Error ? error.message : String(error)
  throw damaged(`It cannot be read: ${said}`, error)
}

const FLUSHED_AT_ONCE = 16

async function flushAll(into: string, { files }: Manifest): Promise<void> {
  const limit = pLimit(FLUSHED_AT_ONCE)
  const names = [DATABASE_FILE, ...files.map((file) => file.path)]
  await Promise.all(names.map((name) => limit(() => fsync(path.join(into, name), 'r+'))))
  for (const folder of ['uploads', 'gallery-uploads', '.']) {
    await fsync(path.join(into, folder), 'r')
  }
}

/** Picture files as an upload is kept: their type by content, and what the image library says. */
const ACCEPTED: Readonly<Record<string, { types: string[]; format: keyof FormatEnum }>> = {
  jpg: { types: ['jpg'], format: 'jpeg' },
  png: { types: ['png', 'apng'], format: 'png' },
  webp: { types: ['webp'], format: 'webp' },
  avif: { types: ['avif'], format: 'heif' },
}

/**
 * Judges a picture of a backup by its content. `readable`: it is of the kind that its name says, and
 * its head tells what size it has. `unreadable`: bytes that are nothing; a damaged disk leaves such,
 * and no reader does anything with them. `other`: it is of another kind, or text such as SVG.
 * The image library must be restricted to the accepted formats in this process.
 */
async function checkPicture(
  file: string,
  extension: string,
): Promise<'readable' | 'unreadable' | 'other'> {
  const accepted = ACCEPTED[extension]
  if (!accepted) return 'other'
  const type = await fileTypeFromFile(file)
  if (!type) return (await beginsAsText(file)) ? 'other' : 'unreadable'
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

/** Whether a file begins with characters that people read: no picture does, a drawing in XML does. */
async function beginsAsText(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    // Also in UTF-16, where every other byte is 0.
    const isOfText = (byte: number) => byte === 0 || (byte >= 9 && byte <= 13) || byte >= 32
    return head.includes('<') && head.every(isOfText)
  } finally {
    await handle.close()
  }
}

/**
 * Makes sure that a backup's database is sound, of a schema that this program has had, has as many
 * rows as listed, and names no file that is not there.
 * @throws BackupError `damaged`, `newer`, `no-backup`
 */
async function checkDatabase(
  file: string,
  { database: listed, files, missing }: Manifest,
): Promise<InspectedDatabase> {
  assertKnownAge(listed.migrations)
  const expected = await makeEmptyDatabase(':memory:', listed.migrations)
  const found = inspect(file, (schema) => {
    const foreign = firstDifference(schema, expected)
    if (foreign !== null) throw notOurs(foreign)
  })
  assertKnownAge(found.migrations)
  if (found.migrations.join() !== listed.migrations.join()) {
    throw damaged('Its database is of another version than listed')
  }
  for (const table of new Set([...Object.keys(listed.counts), ...Object.keys(found.counts)])) {
    if (listed.counts[table] !== found.counts[table]) {
      throw damaged(`Table ${table} has ${found.counts[table]} rows, not ${listed.counts[table]}`)
    }
  }
  const known = new Set([...files.map((one) => one.path), ...missing])
  for (const name of named(found)) {
    if (!known.has(name)) throw damaged(`${name} is named by a record, but is not there`)
  }
  return found
}

/** @throws BackupError `newer`, `no-backup` */
function assertKnownAge(done: readonly string[]): void {
  const age = schemaAge(done)
  if (age === 'newer') {
    throw new BackupError('newer', 'It was made by a newer version of this program')
  }
  if (age === 'foreign') throw notOurs('its migrations')
}

function inspect(
  file: string,
  checkSchema: (schema: readonly string[]) => void,
): InspectedDatabase {
  try {
    return inspectDatabase(file, checkSchema)
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw damaged(`Its database is damaged: ${error instanceof Error ? error.message : ''}`, error)
  }
}

function named({ files }: InspectedDatabase): string[] {
  try {
    return pathsReferencedIn(files)
  } catch (error) {
    throw damaged('A record of its database cannot be read', error)
  }
}

function notOurs(what: string): BackupError {
  return new BackupError('no-backup', `Its database is not one of this program: ${what}`)
}
