import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import {
  BACKUP_KINDS,
  type Backup,
  type BackupKind,
  isOwnAndWhole,
} from '@bidyaloy/shared/school/backup'
import { customAlphabet } from 'nanoid'
import * as z from 'zod'
import type { DataFolder } from '../../data-folder.ts'
import type { StoredFile } from '../../db/entities.ts'
import { allFileNames } from '../../storage/file-names.ts'
import { type FileStore, UPLOAD_FOLDERS } from '../../storage/file-store.ts'

/** Paths of the data folder that backups use. */
export type BackupPaths = Pick<
  DataFolder,
  | 'root'
  | 'databaseFile'
  | 'uploads'
  | 'galleryUploads'
  | 'backups'
  | 'backupWork'
  | 'backupLock'
  | 'restore'
>

const suffix = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 4)
const NAME = /^bidyaloy-((\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)[0-9a-z]{4})-([a-z-]+)\.zip$/

/** Rounds down to a whole second, the precision of a backup's name. */
export function wholeSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000)
}

/**
 * Returns a unique file name, such as `bidyaloy-20261121t200000k3v9-nightly.zip`. It contains the
 * time and kind, so that a copied file needs no other record.
 */
export function newBackupName(kind: BackupKind, at: Date): string {
  const stamp = at.toISOString().slice(0, 19).replace(/[-:]/g, '').toLowerCase()
  return `bidyaloy-${stamp}${suffix()}-${kind}.zip`
}

/** Parses a backup's file name; null if it is not one. */
export function readBackupName(name: string): Omit<Backup, 'size'> | null {
  const [, id, year, month, day, hour, minute, second, kind] = NAME.exec(name) ?? []
  const knownKind = BACKUP_KINDS.find((one) => one === kind)
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (!id || !knownKind || Number.isNaN(at.getTime())) return null
  return { _id: id, name, kind: knownKind, at: at.toISOString() }
}

/** A backup and the time at which its file was stored, in milliseconds since 1970. */
export type WrittenBackup = Backup & { written: number }

/** Lists the backups of a school, newest first. @throws StorageUnavailable */
export async function listBackups(files: Pick<FileStore, 'list'>): Promise<WrittenBackup[]> {
  const backups: WrittenBackup[] = []
  for (const { name, size, at } of await files.list('backups')) {
    const read = readBackupName(name)
    if (read) backups.push({ ...read, size, written: at })
  }
  // Of two in the same second the later file has more data.
  return backups.sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.written - a.written)
}

/**
 * Returns the whole backups that this server has made, to be restored in this order: the newest first,
 * and at last those of a time when the clock was ahead, whose state is older than they say.
 */
export function restorable<Listed extends Backup>(backups: readonly Listed[], now: Date): Listed[] {
  const latest = new Date(now.getTime() + DAY_MS).toISOString()
  const own = backups.filter(isOwnAndWhole)
  return [...own.filter(({ at }) => at <= latest), ...own.filter(({ at }) => at > latest)]
}

/** Name of the manifest in the zip. */
export const MANIFEST_NAME = 'manifest.json'
/** Name of the database in the zip and in the work folder. */
export const DATABASE_NAME = 'database.sqlite'
/** Newest version of the format. A zip states the first one that has what is in it: 2 may lack files. */
export const FORMAT = 2

/** Path of an upload below the data folder. No other files are read from a zip. */
export const FILE_PATH =
  /^(uploads|gallery-uploads)\/[0-9a-z]{20}(?:-d[0-9]{1,2})?(?:-p[0-9]{1,2})?(?:-[0-9]{1,4})?\.[a-z]{3,4}$/

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Size = z.int().min(0)
const FilePath = z.string().regex(FILE_PATH)
const ListedFile = z.object({ path: FilePath, size: Size, sha256: Sha256 })

/** Returns folder and name of the path of an upload. */
export function placeOf(file: string): { folder: (typeof UPLOAD_FOLDERS)[number]; name: string } {
  const folder = UPLOAD_FOLDERS.find((one) => file.startsWith(`${one}/`))
  if (!folder) throw new Error(`${file} is not an upload`)
  return { folder, name: file.slice(folder.length + 1) }
}

/** The manifest of a backup: its contents with sizes and hashes. */
export const Manifest = z.object({
  format: z.literal('bidyaloy-backup'),
  version: z.int().min(1),
  /** Time of the state in the backup. */
  at: z.iso.datetime(),
  /** Version of the server that made the backup. */
  program: z.string().max(100),
  database: z.object({
    size: Size,
    sha256: Sha256,
    migrations: z.array(z.string().max(200)).max(1000),
    counts: z.record(z.string().max(200), Size),
  }),
  files: z.array(ListedFile),
  /** Files that records reference but that did not exist. */
  missing: z.array(FilePath),
  /** Whether it has the records only. */
  withoutFiles: z.boolean().default(false),
})
export type Manifest = z.infer<typeof Manifest>

/** Limits of a manifest. */
export const MAX_FILES = 200_000
export const MAX_MANIFEST_BYTES = 32 * 1024 * 1024
const MAX_TABLES = 1000

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
 * Parses a manifest; null if it is invalid. A hostile one may be very long, and zod reports each
 * invalid member: lengths and members are checked before the schema sees the whole.
 */
export function readManifest(json: unknown): Manifest | null {
  const lists = Lists.safeParse(json)
  if (!lists.success) return null
  const { files, missing, database } = lists.data
  const tables = Math.max(database.migrations.length, Object.keys(database.counts).length)
  if (tables > MAX_TABLES || files.length + missing.length > MAX_FILES) return null
  const isValid =
    files.every((one) => ListedFile.safeParse(one).success) &&
    missing.every((one) => FilePath.safeParse(one).success)
  return isValid ? (Manifest.safeParse(json).data ?? null) : null
}

const Width = z.int().min(1).max(9999)
const Copy = z.object({ width: Width, height: z.int() })

/** The fields of a stored file from which its names follow. The database may be hostile. */
const ReferencedFile = z.object({
  folder: z.enum(UPLOAD_FOLDERS),
  stem: z.string().regex(/^[0-9a-z]{20}$/),
  extension: z.string().regex(/^[a-z]{3,4}$/),
  sizes: z.array(Copy).max(20).optional(),
  pages: z.array(z.array(Copy).max(20)).max(99).optional(),
  drawing: z.int().min(1).max(99).optional(),
})

/**
 * Returns the paths below the data folder of all files that stored files consist of.
 * @param rows JSON of stored files
 * @throws ZodError or SyntaxError for an invalid row
 */
export function pathsReferencedIn(rows: readonly string[]): string[] {
  const paths = rows.flatMap((row) => {
    const { sizes, pages, drawing, ...file } = ReferencedFile.parse(JSON.parse(row))
    const drawn = { ...(pages && { pages }), ...(drawing && { drawing }) }
    const resized = { ...(sizes && { sizes }), ...drawn }
    const stored: StoredFile = { ...file, name: '', mimeType: '', size: 0, ...resized }
    return allFileNames(stored).map((name) => `${file.folder}/${name}`)
  })
  // Several versions of a record may have the same file.
  return [...new Set(paths)]
}
