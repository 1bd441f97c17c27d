import fs from 'node:fs/promises'
import path from 'node:path'
import { BACKUP_KINDS, type Backup, type BackupKind } from '@bidyaloy/shared/school/backup'
import { customAlphabet } from 'nanoid'
import * as z from 'zod'
import type { DataFolder } from '../../data-folder.ts'
import type { StoredFile } from '../../db/entities.ts'
import { isNodeError } from '../../node-error.ts'
import { allFileNames } from '../../storage/file-names.ts'

/** The parts of the data folder that backups know. */
export type BackupPaths = Pick<
  DataFolder,
  'root' | 'databaseFile' | 'backups' | 'backupWork' | 'backupLock' | 'restore'
>

/*
 * A backup's name says all that a list tells of it, so that a file which was copied elsewhere and
 * back is still the same: bidyaloy-20261121t200000k3v9-nightly.zip
 */

const tail = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 4)
const NAME = /^bidyaloy-((\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)[0-9a-z]{4})-([a-z-]+)\.zip$/

/** The moment that a backup's name can tell: a whole second. */
export function wholeSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000)
}

/** A name that no other backup has. */
export function newBackupName(kind: BackupKind, at: Date): string {
  const stamp = at.toISOString().slice(0, 19).replace(/[-:]/g, '').toLowerCase()
  return `bidyaloy-${stamp}${tail()}-${kind}.zip`
}

/** What a name says; null where it is not that of a backup. */
export function readBackupName(name: string): Omit<Backup, 'size'> | null {
  const [, id, year, month, day, hour, minute, second, kind] = NAME.exec(name) ?? []
  const known = BACKUP_KINDS.find((one) => one === kind)
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (!id || !known || Number.isNaN(at.getTime())) return null
  return { _id: id, name, kind: known, at: at.toISOString() }
}

/** A backup, and when its file was written on this disk, in milliseconds. */
export type WrittenBackup = Backup & { written: number }

/** The backups in the folder, newest first. */
export async function listBackups(folder: string): Promise<WrittenBackup[]> {
  const backups: WrittenBackup[] = []
  for (const name of await fs.readdir(folder).catch(noFolder)) {
    const read = readBackupName(name)
    const stat = read && (await fs.stat(path.join(folder, name)).catch(() => null))
    if (read && stat?.isFile()) backups.push({ ...read, size: stat.size, written: stat.mtimeMs })
  }
  // Two of one second: the one that was written later holds more.
  return backups.sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.written - a.written)
}

function noFolder(error: unknown): string[] {
  if (isNodeError(error, 'ENOENT')) return []
  throw error
}

/** Name of the list of contents in the zip. */
export const MANIFEST_NAME = 'manifest.json'
/** Name of the database in the zip, and where a backup is worked on. */
export const DATABASE_NAME = 'database.sqlite'
/** Raised when older programs could no longer read what newer ones write. */
export const FORMAT = 1

/** Where a kept file lies below the data folder; nothing else ever comes out of a zip. */
export const FILE_PATH =
  /^(uploads|gallery-uploads)\/[0-9a-z]{20}(?:-p[0-9]{1,2})?(?:-[0-9]{1,4})?\.[a-z]{3,4}$/

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Size = z.int().min(0)
const FilePath = z.string().regex(FILE_PATH)
const ListedFile = z.object({ path: FilePath, size: Size, sha256: Sha256 })

/** The list of what a backup holds; it lies in the backup itself. */
export const Manifest = z.object({
  format: z.literal('bidyaloy-backup'),
  version: z.int().min(1),
  /** The moment whose state it holds. */
  at: z.iso.datetime(),
  /** Version of the program that made it. */
  program: z.string().max(100),
  database: z.object({
    size: Size,
    sha256: Sha256,
    migrations: z.array(z.string().max(200)).max(1000),
    counts: z.record(z.string().max(200), Size),
  }),
  files: z.array(ListedFile),
  /** Files that records name but that were gone already. */
  missing: z.array(FilePath),
})
export type Manifest = z.infer<typeof Manifest>

/** How many files a backup can hold, and how long its list of them can be, in bytes. */
export const MOST_FILES = 200_000
export const MAX_MANIFEST_BYTES = 32 * 1024 * 1024
const MOST_TABLES = 1000

const List = z.custom<unknown[]>((value) => Array.isArray(value))
const Lists = z.object({
  files: List,
  missing: List,
  database: z.object({
    migrations: List,
    counts: z.custom<object>((value) => typeof value === 'object' && value !== null),
  }),
})

/**
 * The list of a backup; null where it is none. Anybody may have written it: how long its parts are
 * is looked at first, since the schema tells of each member that is wrong.
 */
export function readManifest(json: unknown): Manifest | null {
  const lists = Lists.safeParse(json)
  if (!lists.success) return null
  const { files, missing, database } = lists.data
  const names = Object.keys(database.counts).length
  if (Math.max(database.migrations.length, names) > MOST_TABLES) return null
  if (files.length + missing.length > MOST_FILES) return null
  // Whole lists are given to the schema only where each member is right.
  const right = files.every((one) => ListedFile.safeParse(one).success)
  if (!right || !missing.every((one) => FilePath.safeParse(one).success)) return null
  const parsed = Manifest.safeParse(json)
  return parsed.success ? parsed.data : null
}

const Width = z.int().min(1).max(9999)
const Copy = z.object({ width: Width, height: z.int() })

/** What is needed of a stored file to know its names; the database may be a stranger's. */
const ReferencedFile = z.object({
  folder: z.enum(['uploads', 'gallery-uploads']),
  stem: z.string().regex(/^[0-9a-z]{20}$/),
  extension: z.string().regex(/^[a-z]{3,4}$/),
  sizes: z.array(Copy).max(20).optional(),
  pages: z.array(z.array(Copy).max(20)).max(99).optional(),
})

/**
 * Paths below the data folder of everything that these rows name.
 * @param rows JSON of stored files
 * @throws where one of them cannot be that
 */
export function pathsReferencedIn(rows: readonly string[]): string[] {
  return rows.flatMap((row) => {
    const { sizes, pages, ...file } = ReferencedFile.parse(JSON.parse(row))
    const named: StoredFile = {
      ...file,
      name: '',
      mimeType: '',
      size: 0,
      ...(sizes && { sizes }),
      ...(pages && { pages }),
    }
    return allFileNames(named).map((name) => `${file.folder}/${name}`)
  })
}
